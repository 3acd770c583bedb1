import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../../platform/database/index.js';
import type { PageGraphNodeDto } from '../dto/page-graph.dto.js';
import { targetIn } from '../pages/links.repository.js';

/** Most links read per page. */
const LINKS_OF_A_PAGE = 500;
/** Most pages read that link to a page: all pages of the session may. */
const LINKS_TO_A_PAGE = 1_000;

/** A page with the numbers needed for its links to others. */
export interface GraphNodeRow extends PageGraphNodeDto {
  readonly urlNo: number;
  readonly finalUrlNo: number;
  readonly sourceStep: number | null;
}

/** Steps of a part of the link graph. Each query reads a bounded number of rows, however large the session is. */
@Injectable()
export class PageGraphRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** The page and the pages on the path to it from the seed, nearest first; empty if there is no such page. */
  path(sessionId: string, step: number, limit: number): Promise<number[]> {
    return this.steps(Prisma.sql`
      WITH RECURSIVE path AS (
        SELECT 0 AS back, p.step, p.source FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ${step}::int
        UNION ALL
        SELECT c.back + 1, p.step, p.source
        FROM path c CROSS JOIN LATERAL (SELECT step, source FROM pages WHERE session_id = ${sessionId}::uuid AND step = c.source LIMIT 1) p
        WHERE c.back < ${limit - 1}::int
      )
      SELECT step FROM path ORDER BY back`);
  }

  /**
   * Pages reached from these ones, in their order. `IS TRUE` keeps the planner from the index on outcomes, which nearly
   * all pages share.
   */
  followedFrom(sessionId: string, steps: readonly number[], limit: number): Promise<number[]> {
    return this.steps(Prisma.sql`
      SELECT p.step
      FROM unnest(${steps}::int[]) WITH ORDINALITY AS k(step, place)
      CROSS JOIN LATERAL (
        SELECT step FROM pages WHERE session_id = ${sessionId}::uuid AND source = k.step AND (outcome = 'page') IS TRUE ORDER BY step LIMIT ${limit}::int
      ) p
      ORDER BY k.place, p.step LIMIT ${limit}::int`);
  }

  /** Pages that the page links to, in the order of its links. */
  linkedFrom(sessionId: string, step: number): Promise<number[]> {
    return this.pages(
      sessionId,
      Prisma.sql`
      SELECT target AS step, min(position) AS place
      FROM (
        SELECT l.position, ${targetIn(Prisma.sql`${sessionId}::uuid`)} AS target
        FROM (
          SELECT url_no, position FROM links WHERE session_id = ${sessionId}::uuid AND source = ${step}::int
          ORDER BY position LIMIT ${LINKS_OF_A_PAGE}
        ) l
      ) l
      GROUP BY target`,
    );
  }

  /** The first pages that link to one of these URLs. */
  linkingTo(sessionId: string, urlNos: readonly number[]): Promise<number[]> {
    return this.pages(
      sessionId,
      Prisma.sql`
      SELECT DISTINCT l.step, l.step AS place
      FROM unnest(${urlNos}::int[]) AS k(url_no)
      CROSS JOIN LATERAL linking_steps(${sessionId}::uuid, ARRAY[k.url_no], 0, ${LINKS_TO_A_PAGE}::int) AS l (step)`,
    );
  }

  /** Number of a domain; null if the session does not know it. */
  async domainNo(sessionId: string, name: string): Promise<number | null> {
    const domain = await this.prisma.domain.findUnique({
      where: { sessionId_name: { sessionId, name } },
      select: { domainNo: true },
    });
    return domain?.domainNo ?? null;
  }

  /** The pages of a domain, in order of choice. */
  ofDomain(sessionId: string, domainNo: number, limit: number): Promise<number[]> {
    return this.steps(Prisma.sql`
      SELECT step FROM pages WHERE session_id = ${sessionId}::uuid AND domain_no = ${domainNo}::int AND (outcome = 'page') IS TRUE ORDER BY step LIMIT ${limit}::int`);
  }

  nodes(sessionId: string, steps: readonly number[]): Promise<GraphNodeRow[]> {
    return this.prisma.rows<GraphNodeRow>(Prisma.sql`
      SELECT p.step, u.url, p.title, d.name AS "domainName", p.outcome, p.relevant, p.probability, p.depth, p.seq, p.url_no AS "urlNo",
        p.final_url_no AS "finalUrlNo", nullif(p.source, -1) AS "sourceStep"
      FROM unnest(${steps}::int[]) AS k(step)
      CROSS JOIN LATERAL (SELECT * FROM pages WHERE session_id = ${sessionId}::uuid AND step = k.step LIMIT 1) p
      CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = p.final_url_no LIMIT 1) u
      CROSS JOIN LATERAL (SELECT name FROM domains WHERE session_id = ${sessionId}::uuid AND domain_no = p.domain_no LIMIT 1) d
      ORDER BY p.step`);
  }

  /** Links from the pages to the URLs. */
  linksBetween(
    sessionId: string,
    steps: readonly number[],
    urlNos: readonly number[],
  ): Promise<{ source: number; urlNo: number }[]> {
    return this.prisma.rows(Prisma.sql`
      SELECT DISTINCT l.source, l.url_no AS "urlNo"
      FROM unnest(${steps}::int[]) AS k(step)
      CROSS JOIN LATERAL (
        SELECT source, url_no FROM links WHERE session_id = ${sessionId}::uuid AND source = k.step ORDER BY position LIMIT ${LINKS_OF_A_PAGE}
      ) l
      WHERE l.url_no = ANY(${urlNos}::int[])`);
  }

  /** The steps with a page, in the order of their positions. Others are sitemaps, searches and failures. */
  private pages(sessionId: string, found: Prisma.Sql): Promise<number[]> {
    return this.steps(Prisma.sql`
      SELECT k.step FROM (${found}) k
      CROSS JOIN LATERAL (SELECT FROM pages WHERE session_id = ${sessionId}::uuid AND step = k.step AND (outcome = 'page') IS TRUE LIMIT 1) p
      ORDER BY k.place`);
  }

  private async steps(query: Prisma.Sql): Promise<number[]> {
    return (await this.prisma.rows<{ step: number }>(query)).map(({ step }) => step);
  }
}
