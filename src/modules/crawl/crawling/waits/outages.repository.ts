import { Injectable } from '@nestjs/common';
import { CrawlDatabase, retrying } from '../../../../platform/database/index.js';
import { type SessionLease, DATABASE_OUTAGE } from '../crawl-session.js';
import type { Outage } from './outage-watch.js';

/** Longest wait for a database that fails again before the previous outage is recorded. */
const PATIENCE_MS = 60_000;

/** Records database outages as events of the sessions that waited. */
@Injectable()
export class OutagesRepository {
  constructor(private readonly database: CrawlDatabase) {}

  /** Writes the event once, even if repeated; writes nothing if another worker has the session. */
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
