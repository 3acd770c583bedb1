import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, VERSION } from '../../../../platform/config/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { asService } from '../../../../platform/scope/index.js';
import { ProcessesRepository } from './processes.repository.js';

const EVERY_MS = 15_000;
/** Time without a sign after which a process is no longer shown. */
const KEPT_MS = 24 * 3_600_000;

/** Regularly records that this process is running, and removes the record when it ends. */
@Injectable()
export class Presence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly id = randomUUID();
  private readonly startedAt = new Date();
  private hasSpoken = false;
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: true,
    run: () => this.speak(),
    log: new Logger('processes'),
    failure: 'cannot record in the database that this process is running',
  });

  constructor(
    private readonly processes: ProcessesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'WORKER_ID'>,
  ) {}

  onApplicationBootstrap(): void {
    this.work.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.work.stop();
    // If the database is unavailable, the row expires by itself.
    if (this.hasSpoken) await asService(() => this.processes.left(this.id)).catch(() => undefined);
  }

  private async speak(): Promise<void> {
    const { id, startedAt, config } = this;
    const process = { id, name: config.WORKER_ID, role: config.ROLE, version: VERSION, startedAt };
    await asService(() => this.processes.seen(process, KEPT_MS));
    this.hasSpoken = true;
  }
}
