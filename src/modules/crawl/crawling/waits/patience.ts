import { Inject, Injectable, Logger } from '@nestjs/common';
import type { CrawlStore } from '../../../../engine/index.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { type DatabaseTrouble, isDiskFull } from '../../../../platform/database/index.js';
import { type CommitWatch, CrawlLogRepository, type Patiently } from '../log/crawl-log.repository.js';
import type { SessionLease } from '../crawl-session.js';
import { type Outage, OutageWatch } from './outage-watch.js';
import { OutagesRepository } from './outages.repository.js';
import { Room } from './room.js';

/** The database as used by one claimed session. */
export interface PatientDatabase {
  readonly store: CrawlStore;
  /** Does other repeatable work, waiting while the database is away. */
  readonly patiently: Patiently;
}

/**
 * Sessions wait up to `DATABASE_PATIENCE_SECONDS` for a database that is away, starting or full, and record this as an
 * event.
 */
@Injectable()
export class Patience {
  private readonly log = new Logger('database');

  constructor(
    private readonly crawlLog: CrawlLogRepository,
    private readonly outages: OutagesRepository,
    private readonly room: Room,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'DATABASE_PATIENCE_SECONDS'>,
  ) {}

  /** @param signal ends the waiting. @param commits observes commits for metrics and quotas */
  of(lease: SessionLease, signal: AbortSignal, commits?: CommitWatch): PatientDatabase {
    const { sessionId } = lease;
    const ended = (outage: Outage): void => {
      this.log.warn({ sessionId, ...outage.trouble, waitedMs: outage.ms }, 'session waited for the database');
      this.outages
        .record(lease, outage)
        .catch((error: unknown) =>
          this.log.warn({ err: error, sessionId }, "cannot record the outage in the session's events"),
        );
    };
    const waits = (trouble: DatabaseTrouble): void => {
      if (isDiskFull(trouble)) this.room.failed('database');
    };
    const watch = new OutageWatch(this.config.DATABASE_PATIENCE_SECONDS * 1_000, signal, ended, waits);
    const patiently: Patiently = (work) => watch.patiently(work);
    return { store: this.crawlLog.storeFor(lease, patiently, commits), patiently };
  }
}
