import { Injectable } from '@nestjs/common';
import type { RoomWait, SessionEventKind } from '../../../../domain/session/index.js';
import { CrawlDatabase, Prisma, SESSIONS_CHANNEL } from '../../../../platform/database/index.js';

/** Details of the event of a wait for room. */
interface RoomDetails {
  readonly lack: 'space' | 'fault' | null;
  readonly freeBytes?: number;
  readonly reserveBytes?: number;
}

/**
 * Queued sessions that wait for room. These records only inform users: workers choose sessions by the free space of
 * their own disks.
 */
@Injectable()
export class RoomWaitsRepository {
  constructor(private readonly database: CrawlDatabase) {}

  /** Records that all queued sessions wait, each with an event, unless they are recorded as waiting already. */
  async begin(wait: RoomWait, kind: SessionEventKind, details: RoomDetails): Promise<void> {
    const concerned = wait === 'DATABASE_FULL' ? Prisma.sql`true` : Prisma.sql`config @> '{"archive": true}'`;
    // A session that waits for its database does not wait for an archive yet.
    await this.database.$queryRaw`
      WITH waiting AS (
        UPDATE sessions SET waiting_for = ${wait}, updated_at = now()
        WHERE state = 'QUEUED' AND ${concerned} AND coalesce(waiting_for, '') NOT IN (${wait}, 'DATABASE_FULL') RETURNING id, completed),
      noted AS (
        INSERT INTO session_events (session_id, kind, completed, details)
        SELECT id, ${kind}, completed, ${JSON.stringify(details)}::jsonb FROM waiting)
      SELECT length(pg_notify(${SESSIONS_CHANNEL}, id::text)::text) FROM waiting`;
  }

  /** There is room: sessions wait only for a worker. */
  async end(wait: RoomWait): Promise<void> {
    await this.database.$queryRaw`
      WITH free AS (UPDATE sessions SET waiting_for = NULL, updated_at = now() WHERE state = 'QUEUED' AND waiting_for = ${wait} RETURNING id)
      SELECT length(pg_notify(${SESSIONS_CHANNEL}, id::text)::text) FROM free`;
  }
}
