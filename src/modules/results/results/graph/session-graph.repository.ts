import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../../platform/database/index.js';
import type { GraphPage, GraphSize } from './session-graph.js';

@Injectable()
export class SessionGraphRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** Number of pages and links of a session. Reads its step log once. */
  async size(sessionId: string): Promise<GraphSize> {
    const [size] = await this.prisma.$queryRaw<GraphSize[]>`
      SELECT count(*)::int AS pages, coalesce(sum(link_count), 0)::float8 AS links
      FROM pages p WHERE ${isNewestVisit(sessionId)}`;
    return size;
  }

  /** Pages after a step, in the order of choice. */
  pagesAfter(sessionId: string, step: number, limit: number): Promise<GraphPage[]> {
    return this.prisma.rows<GraphPage>(Prisma.sql`
      SELECT step, url_no AS "urlNo", final_url_no AS "finalUrlNo", relevant, link_count AS "linkCount"
      FROM pages p WHERE ${isNewestVisit(sessionId)} AND step > ${step}::int ORDER BY step LIMIT ${limit}::int`);
  }

  /**
   * URLs that pages link to, each once; omits pages without links. One row per page: a row per link takes several times
   * as long.
   */
  linksOf(sessionId: string, steps: readonly number[]): Promise<{ step: number; urlNos: number[] }[]> {
    return this.prisma.rows(Prisma.sql`
      SELECT source AS step, ARRAY(SELECT DISTINCT unnest(url_nos) ORDER BY 1) AS "urlNos"
      FROM page_links WHERE session_id = ${sessionId}::uuid AND source = ANY(${steps}::int[]) ORDER BY source`);
  }
}

/**
 * Pages `p` of a session. A monitoring session visits a page several times: only the newest visit counts. For other
 * sessions the search for later visits is skipped.
 */
function isNewestVisit(sessionId: string): Prisma.Sql {
  return Prisma.sql`p.session_id = ${sessionId}::uuid AND p.outcome = 'page' AND (
    (SELECT coalesce(config -> 'monitoring', 'null') = 'null' FROM sessions WHERE id = ${sessionId}::uuid)
    OR NOT EXISTS (SELECT FROM pages later WHERE later.session_id = p.session_id AND later.url_no = p.url_no AND later.outcome = 'page' AND later.step > p.step))`;
}
