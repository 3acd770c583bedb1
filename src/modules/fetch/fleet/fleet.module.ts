import { Inject, Injectable, Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import { systemClock } from '../../../engine/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { asService } from '../../../platform/scope/index.js';
import { FetchingModule, PolitenessRepository, RenderKnowledgeRepository } from '../fetching/index.js';
import type { Fleet } from './fetcher/fleet.js';
import type { FleetSession } from './fetcher/fleet-session.js';

/** A worker's fleet. Without NATS_URL there is none, and none of its code is loaded. */
@Injectable()
export class FleetAccess implements OnModuleDestroy {
  private readonly log = new Logger('fleet');
  private opened: Promise<Fleet> | null = null;
  private endStores: (() => void) | null = null;

  constructor(
    private readonly politeness: PolitenessRepository,
    private readonly renderKnowledge: RenderKnowledgeRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whether the fleet fetches for sessions. */
  get isThere(): boolean {
    return this.config.NATS_URL !== undefined;
  }

  /**
   * Starts serving fetchers before the first session, because they need the states of hosts. Waits for NATS without
   * limit.
   */
  start(): void {
    if (!this.isThere) return;
    this.open().catch((error: unknown) => this.log.error({ err: error }, 'the fleet cannot be reached'));
  }

  /** A fetcher for one run of a session; must be closed when the run ends. */
  async session(sessionId: string, epoch: number, projectId: string): Promise<FleetSession> {
    return (await this.open()).session(sessionId, epoch, projectId);
  }

  async onModuleDestroy(): Promise<void> {
    if (this.opened === null) return;
    this.endStores?.();
    await (await this.opened).close();
  }

  private open(): Promise<Fleet> {
    this.opened ??= this.connect().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private async connect(): Promise<Fleet> {
    const { config, politeness, renderKnowledge } = this;
    const [{ natsOptions }, { FleetLink }, { Fleet }, { serveStores }] = await Promise.all([
      import('../../../platform/nats/index.js'),
      import('./link/fleet-link.js'),
      import('./fetcher/fleet.js'),
      import('./stores/store-server.js'),
    ]);
    const warn = (fields: object, message: string): void => this.log.warn(fields, message);
    const link = await FleetLink.open({ ...natsOptions(config), name: config.WORKER_ID, role: 'worker', warn });
    this.endStores = serveStores({ link, politeness, renderKnowledge, clock: systemClock, within: asService });
    return new Fleet({ link, partitions: config.FLEET_PARTITIONS, clock: systemClock, warn });
  }
}

@Module({ imports: [FetchingModule], providers: [FleetAccess], exports: [FleetAccess] })
export class FleetModule {}
