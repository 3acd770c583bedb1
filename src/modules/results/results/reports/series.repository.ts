import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../../platform/database/index.js';
import { IS_FAILURE } from '../pages/page-filter.sql.js';
import type { OutcomeCountDto } from '../dto/series.dto.js';

/** Number of a session's steps with one outcome. */
export type OutcomeCount = Pick<OutcomeCountDto, 'outcome' | 'httpStatus' | 'count'>;

/** Counts of one stretch of steps, not cumulative. */
export interface StretchRow {
  /** Steps completed at its end. */
  readonly completed: number;
  readonly at: Date;
  readonly fetched: number;
  readonly relevant: number;
  readonly newDomains: number;
  readonly newRelevantDomains: number;
  readonly reward: number;
}

/** Every outcome without a page, a sitemap or hits. The first condition is that of the index `pages_failures_idx`. */
const BROUGHT_NOTHING = Prisma.sql`p.outcome <> 'page' AND p.outcome NOT IN ('sitemap', 'search', 'reused', 'known')`;

/** Steps per row of `curve_stretches`, as in the SQL function note_steps. */
const NOTED_STEPS = 50;

@Injectable()
export class SeriesRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /**
   * The steps of a session in order of completion, divided into at most `points` stretches of equal length; the last
   * may be shorter. Short stretches are read from the pages; longer ones are whole multiples of those recorded by the
   * crawl.
   */
  async stretches(sessionId: string, points: number): Promise<StretchRow[]> {
    const last = Prisma.sql`SELECT completed FROM curve_stretches WHERE session_id = ${sessionId}::uuid ORDER BY no DESC LIMIT 1`;
    const [session] = await this.prisma.rows<{ completed: number }>(last);
    if (session === undefined) return [];
    const width = Math.ceil(session.completed / points);
    return width < NOTED_STEPS
      ? this.fromPages(sessionId, width, session.completed)
      : this.fromNotes(sessionId, Math.ceil(width / NOTED_STEPS), session.completed);
  }

  /** @param end excludes steps completed since, which would give one stretch too many */
  private fromPages(sessionId: string, width: number, end: number): Promise<StretchRow[]> {
    return this.prisma.$queryRaw<StretchRow[]>`
      WITH steps AS MATERIALIZED (
        SELECT seq, seq / ${width}::int AS stretch, domain_no, outcome = 'page' AS ok, relevant, reward, fetched_at FROM pages
        WHERE session_id = ${sessionId}::uuid AND seq < ${end}::int
      ),
      sums AS (
        SELECT stretch, max(seq) + 1 AS completed, max(fetched_at) AS at, count(*) FILTER (WHERE ok)::int AS fetched,
          count(*) FILTER (WHERE relevant)::int AS relevant, sum(reward)::float8 AS reward
        FROM steps GROUP BY stretch
      ),
      first_seen AS (SELECT min(stretch) FILTER (WHERE ok) AS ok, min(stretch) FILTER (WHERE relevant) AS relevant FROM steps GROUP BY domain_no),
      seen AS (SELECT ok AS stretch, count(*)::int AS n FROM first_seen WHERE ok IS NOT NULL GROUP BY ok),
      seen_relevant AS (SELECT relevant AS stretch, count(*)::int AS n FROM first_seen WHERE relevant IS NOT NULL GROUP BY relevant)
      SELECT completed, at, fetched, relevant, reward, coalesce(seen.n, 0) AS "newDomains", coalesce(seen_relevant.n, 0) AS "newRelevantDomains"
      FROM sums LEFT JOIN seen USING (stretch) LEFT JOIN seen_relevant USING (stretch) ORDER BY stretch`;
  }

  /** @param together number of recorded stretches per result */
  private fromNotes(sessionId: string, together: number, end: number): Promise<StretchRow[]> {
    return this.prisma.$queryRaw<StretchRow[]>`
      SELECT max(completed) AS completed, max(at) AS at, sum(fetched)::int AS fetched, sum(relevant)::int AS relevant, sum(reward)::float8 AS reward,
        sum(new_domains)::int AS "newDomains", sum(new_relevant_domains)::int AS "newRelevantDomains"
      FROM (
        SELECT *, no / ${together}::int AS stretch FROM curve_stretches WHERE session_id = ${sessionId}::uuid AND no <= (${end}::int - 1) / ${NOTED_STEPS}::int
      ) noted
      GROUP BY stretch ORDER BY stretch`;
  }

  /**
   * The number of failures of each kind in each session, most frequent first. @param free whether to include outcomes
   * that cost no fetch
   */
  async failureCounts(sessionIds: readonly string[], free: boolean): Promise<Map<string, OutcomeCount[]>> {
    const rows = await this.prisma.$queryRaw<(OutcomeCount & { sessionId: string })[]>`
      SELECT session_id::text AS "sessionId", outcome, http_status AS "httpStatus", count(*)::int AS count
      FROM pages p WHERE session_id = ANY(${sessionIds}::uuid[]) AND ${free ? BROUGHT_NOTHING : IS_FAILURE}
      GROUP BY session_id, outcome, http_status ORDER BY session_id, count DESC, outcome, http_status`;
    const groups = new Map<string, OutcomeCount[]>(sessionIds.map((id) => [id, []]));
    for (const { sessionId, ...count } of rows) groups.get(sessionId)?.push(count);
    return groups;
  }
}
