import { Injectable } from '@nestjs/common';
import { CrawlDatabase, Prisma } from '../../../../platform/database/index.js';

/** A position among the visits of a topic, oldest first. */
interface VisitPlace {
  readonly fetchedAt: Date;
  readonly sessionId: string;
  readonly step: number;
}

/** Number of visits that one statement has checked and deleted. */
interface PrunedVisits {
  readonly looked: number;
  readonly deleted: number;
  /** The last visit that was checked; null if none was. */
  readonly last: VisitPlace | null;
}

/** A deletable session with its project. */
interface OldSession {
  readonly id: string;
  readonly projectId: string;
}

/** Sorts before every id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
/** Before all visits. */
export const FIRST_VISIT: VisitPlace = { fetchedAt: new Date(0), sessionId: NIL_ID, step: -1 };

/** Bounds data that repeated visits would let grow without limit, for workers and all projects. */
@Injectable()
export class HousekeepingRepository {
  constructor(private readonly database: CrawlDatabase) {}

  /** Topics of all projects after the given one, in the order of their ids. */
  async topicsAfter(id: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      Prisma.sql`SELECT id FROM topics WHERE id > ${id}::uuid ORDER BY id LIMIT ${limit}`,
    );
    return rows.map((row) => row.id);
  }

  /**
   * Deletes older visits of a topic, except those with which the next fetch of their page is compared: the newest one
   * that brought the page, while its session exists.
   */
  async pruneVisits(topicId: string, days: number, after: VisitPlace, atOnce: number): Promise<PrunedVisits> {
    const rows = await this.database.rows<PrunedVisits & VisitPlace>(Prisma.sql`
      WITH old AS (
        SELECT v.url_hash, v.url, v.fetched_at, v.session_id, v.step, v.change FROM visits v
        WHERE v.topic_id = ${topicId}::uuid AND v.fetched_at < now() - make_interval(days => ${days}::int)
          AND (v.fetched_at, v.session_id, v.step) > (${after.fetchedAt.toISOString()}::timestamptz, ${after.sessionId}::uuid, ${after.step}::int)
        ORDER BY v.fetched_at, v.session_id, v.step LIMIT ${atOnce}),
      gone AS (
        DELETE FROM visits v USING old o
        WHERE v.topic_id = ${topicId}::uuid AND v.url_hash = o.url_hash AND v.fetched_at = o.fetched_at AND v.session_id = o.session_id AND v.step = o.step
          AND (o.change = 'gone' OR NOT EXISTS (SELECT FROM pages p WHERE p.session_id = o.session_id AND p.step = o.step)
            OR EXISTS (SELECT FROM visits n JOIN pages p ON p.session_id = n.session_id AND p.step = n.step
              WHERE n.topic_id = ${topicId}::uuid AND n.url_hash = o.url_hash AND n.url = o.url AND n.change <> 'gone'
                AND (n.fetched_at, n.session_id, n.step) > (o.fetched_at, o.session_id, o.step)))
        RETURNING 1)
      SELECT l.fetched_at AS "fetchedAt", l.session_id AS "sessionId", l.step, (SELECT count(*)::int FROM old) AS looked, (SELECT count(*)::int FROM gone) AS deleted
      FROM (SELECT * FROM old ORDER BY fetched_at DESC, session_id DESC, step DESC LIMIT 1) AS l`);
    if (rows.length === 0) return { looked: 0, deleted: 0, last: null };
    const { looked, deleted, fetchedAt, sessionId, step } = rows[0];
    return { looked, deleted, last: { fetchedAt: new Date(fetchedAt), sessionId, step } };
  }

  /**
   * Sessions that monitors started and that ended longer ago, without any reference: from a run that keeps its
   * sessions, a monitor that watches their pages, a webhook, stored export, experiment or spider.
   */
  oldSessions(days: number, after: string, atOnce: number): Promise<OldSession[]> {
    return this.database.rows<OldSession>(Prisma.sql`
      SELECT s.id, s.project_id AS "projectId" FROM monitor_sessions o JOIN sessions s ON s.id = o.session_id
      WHERE s.id > ${after}::uuid AND s.state IN ('COMPLETED', 'STOPPED', 'FAILED') AND s.finished_at < now() - make_interval(days => ${days}::int)
        AND NOT EXISTS (SELECT FROM monitor_runs r WHERE r.sessions @> ARRAY[s.id])
        AND NOT EXISTS (SELECT FROM monitors m WHERE m.session_id = s.id)
        AND NOT EXISTS (SELECT FROM webhooks w WHERE w.session_id = s.id)
        AND NOT EXISTS (SELECT FROM exports x WHERE x.session_id = s.id)
        AND NOT EXISTS (SELECT FROM experiments e WHERE e.project_id = s.project_id AND e.plan #>> '{web,sessionId}' = s.id::text)
        AND NOT EXISTS (SELECT FROM spiders p WHERE p.project_id = s.project_id AND s.id = ANY(p.sessions))
      ORDER BY s.id LIMIT ${atOnce}`);
  }
}
