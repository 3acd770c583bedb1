import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../platform/database/index.js';
import { IS_FAILURE } from './page-filter.repository.js';
import type { OutcomeCountDto } from './dto/series.dto.js';

/** How often steps of a session ended in one way. */
export type OutcomeCount = Pick<OutcomeCountDto, 'outcome' | 'httpStatus' | 'count'>;

/** What happened in one stretch of steps, not summed up yet. */
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

/** Every end without a page, a sitemap or hits. The first condition is that of the index `pages_failures_idx`. */
const BROUGHT_NOTHING = Prisma.sql`p.outcome <> 'page' AND p.outcome NOT IN ('sitemap', 'search')`;

@Injectable()
export class SeriesRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** The steps of a session in order of completion, cut into at most `points` stretches of equal length; the last may be shorter. */
  async stretches(sessionId: string, points: number): Promise<StretchRow[]> {
    return this.prisma.$queryRaw<StretchRow[]>`
      WITH size AS (SELECT greatest(1, ceil((max(seq) + 1)::float8 / ${points}::int))::int AS width FROM pages WHERE session_id = ${sessionId}::uuid),
      steps AS MATERIALIZED (
        SELECT seq, seq / width AS stretch, domain_no, outcome = 'page' AS ok, relevant, reward, fetched_at FROM pages, size WHERE session_id = ${sessionId}::uuid
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

  /** How often each kind of failure happened in each session, most frequent first. @param free whether ends that cost no fetch count as well */
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
