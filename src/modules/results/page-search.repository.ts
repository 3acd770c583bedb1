import { Injectable } from '@nestjs/common';
import { MAX_COUNTED, Prisma, ReadingDatabase, type RowCount } from '../../platform/database/index.js';
import { indexedMatches, pageMatch } from '../search/index.js';
import type { PageCriteria } from './list-query.js';
import { conditions, type PageOrder, type PageParent } from './page-filter.repository.js';

/** Pages that are looked at in the order of a list before the index is asked: enough to find common words, and for each row that is wanted some more. */
const LOOKED_AT = 500;
const LOOKED_AT_FOR_ROW = 20;

export type Searched = PageCriteria & { readonly search: string };

export const isSearched = (criteria: PageCriteria): criteria is Searched =>
  criteria.search != null && criteria.search.trim() !== '';

/**
 * Finds the pages of a list with a search among its criteria.
 *
 * Common words are found at once by looking at the first pages of the list; for them the index would bring every page there is. For other words it is asked.
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

  async count(parent: PageParent, criteria: Searched): Promise<RowCount> {
    const matches = indexedMatches(parent.sessionId, criteria.search);
    const [{ found }] = await this.prisma.rows<{ found: number }>(Prisma.sql`
      SELECT count(*)::int AS found FROM (SELECT ${pagesOf(parent, criteria)} AND p.step = ANY(${matches}) LIMIT ${MAX_COUNTED + 1}) c`);
    return { count: Math.min(found, MAX_COUNTED), isExact: found <= MAX_COUNTED };
  }
}

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
    WITH o AS MATERIALIZED (SELECT p.step ${pages} ${past} ORDER BY ${column} ${direction}, p.step ${direction} LIMIT ${looked}),
    found AS MATERIALIZED (SELECT o.step FROM o WHERE ${pageMatch(sessionId, search)} LIMIT ${limit})
    SELECT ARRAY(SELECT step FROM found) AS steps,
      CASE WHEN (SELECT count(*) FROM found) >= ${limit} THEN true ELSE (SELECT count(*) FROM o) < ${looked} END AS "isWhole"`;
}

/** The first matches of a list. */
function allMatches(
  { sessionId }: PageParent,
  { search }: Searched,
  pages: Prisma.Sql,
  { column, past, direction }: PageOrder,
  limit: number,
): Prisma.Sql {
  return Prisma.sql`
    SELECT ARRAY(
      SELECT p.step ${pages} ${past} AND p.step = ANY(${indexedMatches(sessionId, search)})
      ORDER BY ${column} ${direction}, p.step ${direction} LIMIT ${limit}) AS steps`;
}
