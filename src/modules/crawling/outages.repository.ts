import { Injectable } from '@nestjs/common';
import { CrawlDatabase, retrying } from '../../platform/database/index.js';
import type { SessionLease } from './crawl-session.js';
import type { Outage } from './outage-watch.js';
import { DATABASE_OUTAGE } from './session-event-kinds.js';

/** Should the database go again, so long is it waited for with the record of an earlier outage. */
const PATIENCE_MS = 60_000;

/** Outages of the database as events of the sessions that waited for it. */
@Injectable()
export class OutagesRepository {
  constructor(private readonly database: CrawlDatabase) {}

  /** Writes the event once, however often the attempt is repeated; not at all when another worker has the session. */
  async record(lease: SessionLease, { trouble, from, ms }: Outage): Promise<void> {
    const details = JSON.stringify({
      since: from.toISOString(),
      seconds: Math.round(ms) / 1_000,
      trouble: trouble.kind,
      code: trouble.code,
    });
    await retrying(
      () => this.database.$executeRaw`
      INSERT INTO session_events (session_id, kind, completed, details)
      SELECT s.id, ${DATABASE_OUTAGE}, s.completed, ${details}::jsonb FROM sessions s
      WHERE s.id = ${lease.sessionId}::uuid AND s.lease_epoch = ${lease.epoch}
        AND NOT EXISTS (SELECT FROM session_events WHERE session_id = s.id AND kind = ${DATABASE_OUTAGE} AND details = ${details}::jsonb)`,
      { patienceMs: PATIENCE_MS },
    );
  }
}
