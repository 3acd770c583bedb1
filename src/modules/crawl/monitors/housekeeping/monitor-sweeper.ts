import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { RegularWork } from '../../../../platform/regular-work/index.js';
import { asService, inProject } from '../../../../platform/scope/index.js';
import { SessionsService } from '../../sessions/index.js';
import { FIRST_VISIT, HousekeepingRepository, NIL_ID } from './housekeeping.repository.js';

/** Interval between two sweeps. */
const EVERY_MS = 3_600_000;
/** Visits checked per statement, and topics and sessions read per query. */
const AT_ONCE = 1_000;

/**
 * Deletes data that monitors no longer need: old visits, and sessions that monitors started and nothing refers to. Runs
 * in workers. Estimates of rates use neither.
 */
@Injectable()
export class MonitorSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new RegularWork({
    everyMs: EVERY_MS,
    atOnce: false,
    run: (signal) => this.sweep(signal),
    log: new Logger('monitors'),
    failure: 'cannot delete old visits and sessions of monitors',
  });

  constructor(
    private readonly housekeeping: HousekeepingRepository,
    private readonly sessions: SessionsService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ROLE' | 'VISIT_DAYS' | 'MONITOR_SESSION_DAYS'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.work.stop();
  }

  /** @param stopped ends it early; the rest is deleted in the next sweep */
  async sweep(stopped: AbortSignal): Promise<void> {
    await asService(async () => {
      await this.sweepVisits(stopped);
      await this.sweepSessions(stopped);
    });
  }

  private async sweepVisits(stopped: AbortSignal): Promise<void> {
    let topics: string[] = [];
    do {
      topics = await this.housekeeping.topicsAfter(topics.at(-1) ?? NIL_ID, AT_ONCE);
      for (const topic of topics) {
        let pruned = { looked: AT_ONCE, last: FIRST_VISIT as typeof FIRST_VISIT | null };
        while (!stopped.aborted && pruned.looked === AT_ONCE && pruned.last !== null)
          pruned = await this.housekeeping.pruneVisits(topic, this.config.VISIT_DAYS, pruned.last, AT_ONCE);
      }
    } while (!stopped.aborted && topics.length === AT_ONCE);
  }

  private async sweepSessions(stopped: AbortSignal): Promise<void> {
    let old: Awaited<ReturnType<HousekeepingRepository['oldSessions']>> = [];
    do {
      old = await this.housekeeping.oldSessions(this.config.MONITOR_SESSION_DAYS, old.at(-1)?.id ?? NIL_ID, AT_ONCE);
      for (const { id, projectId } of old) {
        if (stopped.aborted) return;
        await inProject(projectId, () => this.sessions.delete(id)).catch((error: unknown) => {
          // It has been deleted already, or a user has resumed it.
          if (!(error instanceof DomainError && ['NOT_FOUND', 'INVALID_STATE'].includes(error.code))) throw error;
        });
      }
    } while (!stopped.aborted && old.length === AT_ONCE);
  }
}
