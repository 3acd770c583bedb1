import { Injectable } from '@nestjs/common';
import { MAX_COUNTED, Prisma, ReadingDatabase, type RowCount } from '../../platform/database/index.js';
import { indexedBelow, indexedMatches, pageMatch, readMatch } from '../search/index.js';
import type { PageCriteria } from './list-query.js';
import { conditions, type PageOrder, type PageParent } from './page-filter.repository.js';

/** Pages that are looked at in the order of a list before the index is asked: enough to find common words, and for each row that is wanted some more. */
const LOOKED_AT = 500;
const LOOKED_AT_FOR_ROW = 20;
/** Pages outside of the index whose texts are read to count the matches of a search. */
const READ_TO_COUNT = 1_000;
/** The largest that the column holds. */
const LAST_SEQ = 2_147_483_647;

export type Searched = PageCriteria & { readonly search: string };

export const isSearched = (criteria: PageCriteria): criteria is Searched =>
  criteria.search != null && criteria.search.trim() !== '';

/**
 * Finds the pages of a list with a search among its criteria.
 *
 * Common words are found at once by looking at the first pages of the list; for them the index would bring every page there is. For other words it is asked.
 * It follows the crawl, so pages that it does not have yet are read. Each statement sees progress and index at one moment, and its answer is whole.
 */
@Injectable()
export class PageSearch {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** The steps of one piece of a list. */
  async steps(parent: PageParent, criteria: Searched, order: PageOrder, limit: number): Promise<number[]> {
    const pages = pagesOf(parent, criteria);
    const [first] = await this.prisma.rows<{ steps: number[]; isWhole: boolean }>(
      firstMatches(parent, criteria, pages, order, limit),
    );
    if (first.isWhole) return first.steps;
    const [all] = await this.prisma.rows<{ steps: number[] }>(allMatches(parent, criteria, pages, order, limit));
    return all.steps;
  }

  /** Of the pages that are not indexed yet, matches among the first ones alone are counted. */
  async count(parent: PageParent, criteria: Searched): Promise<RowCount> {
    const { sessionId } = parent;
    const { search } = criteria;
    const pages = pagesOf(parent, criteria);
    const [{ indexed, unindexed, read }] = await this.prisma.rows<{
      indexed: number;
      unindexed: number;
      read: number;
    }>(Prisma.sql`
      SELECT t.*, (SELECT count(*)::int FROM (
          SELECT ${pages} AND p.step = ANY(${indexedMatches(sessionId, search)}) AND p.seq < ${indexedBelow(sessionId)} LIMIT ${MAX_COUNTED + 1}) c) AS indexed
      FROM (
        SELECT count(*)::int AS unindexed, (count(*) FILTER (WHERE m.place <= ${READ_TO_COUNT} AND ${readMatch(search)}))::int AS read
        FROM (
          SELECT p.session_id, p.step, p.title, p.text, p.text_place, row_number() OVER (ORDER BY p.seq) AS place ${pages} AND ${isUnindexed(sessionId)}
          ORDER BY p.seq LIMIT ${READ_TO_COUNT + 1}) m
      ) t`);
    return {
      count: Math.min(indexed + read, MAX_COUNTED),
      isExact: indexed + read <= MAX_COUNTED && unindexed <= READ_TO_COUNT,
    };
  }
}

/** Of a page `p`. Without an upper end, which says nothing, the planner takes a third of all pages for unindexed. */
const isUnindexed = (sessionId: string): Prisma.Sql =>
  Prisma.sql`p.seq BETWEEN ${indexedBelow(sessionId)} AND ${LAST_SEQ}::int`;

function pagesOf({ sessionId, domainNo }: PageParent, criteria: PageCriteria): Prisma.Sql {
  const id = Prisma.sql`${sessionId}::uuid`;
  const ofDomain = domainNo === undefined ? Prisma.empty : Prisma.sql`AND p.domain_no = ${domainNo}::int`;
  return Prisma.sql`FROM pages p WHERE p.session_id = ${id} ${ofDomain} ${conditions(criteria, id)}`;
}

/** Matches among the first pages of a list; `isWhole` where there are enough of them, or no more pages. */
function firstMatches(
  { sessionId }: PageParent,
  { search }: Searched,
  pages: Prisma.Sql,
  { column, past, direction }: PageOrder,
  limit: number,
): Prisma.Sql {
  const looked = Math.max(LOOKED_AT, limit * LOOKED_AT_FOR_ROW);
  return Prisma.sql`
    WITH o AS MATERIALIZED (SELECT p.step, p.seq ${pages} ${past} ORDER BY ${column} ${direction}, p.step ${direction} LIMIT ${looked}),
    found AS MATERIALIZED (SELECT o.step FROM o WHERE ${pageMatch(sessionId, search)} LIMIT ${limit})
    SELECT ARRAY(SELECT step FROM found) AS steps,
      CASE WHEN (SELECT count(*) FROM found) >= ${limit} THEN true ELSE (SELECT count(*) FROM o) < ${looked} END AS "isWhole"`;
}

/**
 * The first matches of a list: those of the index, and those among the pages that it does not have. The latter are put in order before they are read, and no
 * more of them are read than it takes, none that come after what the index has found.
 */
function allMatches(
  { sessionId }: PageParent,
  { search }: Searched,
  pages: Prisma.Sql,
  order: PageOrder,
  limit: number,
): Prisma.Sql {
  const { column, past, before, direction } = order;
  const inOrder = Prisma.sql`ORDER BY place ${direction}, step ${direction}`;
  return Prisma.sql`
    WITH indexed AS MATERIALIZED (
      SELECT ${column} AS place, p.step ${pages} ${past} AND p.step = ANY(${indexedMatches(sessionId, search)}) AND p.seq < ${indexedBelow(sessionId)}
      ${inOrder} LIMIT ${limit}),
    last AS MATERIALIZED (SELECT place, step FROM indexed ${inOrder} OFFSET ${limit - 1}),
    unindexed AS (SELECT ${column} AS place, p.step ${pages} ${past} AND ${isUnindexed(sessionId)} OFFSET 0),
    read AS (
      SELECT o.place, o.step FROM (
        SELECT place, step FROM unindexed
        WHERE (SELECT step FROM last) IS NULL OR (place, step) ${before} ((SELECT place FROM last), (SELECT step FROM last))
        ${inOrder} OFFSET 0) o
      CROSS JOIN LATERAL (SELECT session_id, step, title, text, text_place FROM pages WHERE session_id = ${sessionId}::uuid AND step = o.step LIMIT 1) m
      WHERE ${readMatch(search)} LIMIT ${limit})
    SELECT ARRAY(SELECT step FROM (SELECT * FROM indexed UNION ALL SELECT * FROM read) matches ${inOrder} LIMIT ${limit}) AS steps`;
}
