import { Injectable } from '@nestjs/common';
import { MAX_COUNTED, Prisma, ReadingDatabase, type RowCount } from '../../../../platform/database/index.js';
import { hasSearchedWords } from '../../../../domain/lexemes/index.js';
import { DomainError, invalid } from '../../../../platform/errors/index.js';
import {
  indexedMatches,
  inSession,
  pageMatch,
  type PageQuery,
  type SearchedIn,
  type SearchedPages,
  wantIndex,
} from '../../../base/search/index.js';
import type { PageCriteria } from './list-query.js';
import { conditions, type PageOrder, type PageParent } from './page-filter.sql.js';

/**
 * Pages checked in the order of a list before using the index: enough to find common words, plus some per requested
 * row.
 */
const LOOKED_AT = 500;
const LOOKED_AT_FOR_ROW = 20;

const notSearched = (): DomainError =>
  new DomainError('INVALID_STATE', 'the pages cannot be searched: their setting `search` is off', {
    field: 'search',
    allowed: 'pages of a session that was created with `search: now` or `search: later`',
  });

const withoutWords = (search: string): DomainError =>
  invalid(
    'search',
    `the search \`${search}\` has no words, or only words that are too common to be searched`,
    'at least one other word, or a name as it is written, such as `IT`, `AT&T` or `The Who`',
  );

/** Fields of other search engines. In quotation marks they are texts. */
const FIELD = /(?<![^\s(-])(?:site|inurl|intitle|intext|filetype):(?=\S)/i;
const QUOTED = /"[^"]*(?:"|$)/g;

const withField = (field: string): DomainError =>
  invalid(
    'search',
    `\`${field}\` is not part of the syntax of searches`,
    'words, and other filters beside them, such as `domain`',
  );

type Searched = PageCriteria & { readonly search: string };

export const isSearched = (criteria: PageCriteria): criteria is Searched =>
  criteria.search != null && criteria.search.trim() !== '';

/**
 * Finds the pages of a list that match a search.
 *
 * Checking the first pages of the list quickly finds common words, for which the index would return every page. Other
 * words are looked up in the index.
 */
@Injectable()
export class PageSearch {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** The steps of a part of a list. */
  async steps(parent: PageParent, criteria: Searched, order: PageOrder, limit: number): Promise<number[]> {
    return this.keys(await this.listOf(parent, criteria), order, limit);
  }

  async count(parent: PageParent, criteria: Searched): Promise<RowCount> {
    return this.countOf(await this.listOf(parent, criteria));
  }

  /** Checks in advance what reading a list would refuse. @throws DomainError as `query` */
  async check(criteria: PageCriteria, searched: SearchedIn): Promise<void> {
    if (isSearched(criteria)) await this.query(criteria.search, searched);
  }

  private async listOf(parent: PageParent, criteria: Searched): Promise<SearchedList> {
    return listOf(parent, criteria, await this.query(criteria.search, inSession(parent.sessionId)));
  }

  /**
   * A search query for the pages of a session or topic. If some wait for the index, a worker is asked to move them
   * there.
   *
   * @throws DomainError INVALID_STATE if none of them can be searched, VALIDATION_FAILED for stop words alone and
   * for fields
   */
  async query(search: string, searched: SearchedIn): Promise<PageQuery> {
    const field = FIELD.exec(search.replace(QUOTED, ' '));
    if (field !== null) throw withField(field[0]);
    if (!hasSearchedWords(search)) throw withoutWords(search);
    const facts = (await this.prisma.rows<SearchedPages>(searched.facts)).at(0);
    if (facts?.isOff) throw notSearched();
    if (facts?.isFresh) await this.prisma.rows(wantIndex(searched));
    return { search, languages: facts?.languages == null ? null : new Set(facts.languages) };
  }

  /** The keys of a part of a list. */
  async keys<K>(list: SearchedList, order: SearchedOrder, limit: number): Promise<K[]> {
    const [first] = await this.prisma.rows<{ keys: K[]; isWhole: boolean }>(firstMatches(list, order, limit));
    if (first.isWhole) return first.keys;
    const [all] = await this.prisma.rows<{ keys: K[] }>(allMatches(list, order, limit));
    return all.keys;
  }

  async countOf({ rows, indexed }: SearchedList): Promise<RowCount> {
    const [{ found }] = await this.prisma.rows<{ found: number }>(Prisma.sql`
      SELECT count(*)::int AS found FROM (SELECT ${rows} AND ${indexed} LIMIT ${MAX_COUNTED + 1}) c`);
    return { count: Math.min(found, MAX_COUNTED), isExact: found <= MAX_COUNTED };
  }
}

/** A list of rows `p` to be searched. */
export interface SearchedList {
  /** SQL from FROM on, with all conditions except the search. */
  readonly rows: Prisma.Sql;
  /** Identifies a row of the list. */
  readonly key: Prisma.Sql;
  /** SQL type of the key. */
  readonly type: Prisma.Sql;
  /** Columns of `p`, including the key, that `match` needs. */
  readonly asked: Prisma.Sql;
  /** Whether a row `o` with these columns matches. */
  readonly match: Prisma.Sql;
  /** Whether `p` is among the rows found by the index. */
  readonly indexed: Prisma.Sql;
}
type SearchedOrder = Pick<PageOrder, 'column' | 'past' | 'direction'>;

const listOf = (parent: PageParent, criteria: Searched, query: PageQuery): SearchedList => ({
  rows: pagesOf(parent, criteria),
  key: Prisma.sql`p.step`,
  type: Prisma.sql`int`,
  asked: Prisma.sql`p.step`,
  match: pageMatch(parent.sessionId, query),
  indexed: Prisma.sql`p.step = ANY(${indexedMatches(parent.sessionId, query)})`,
});

function pagesOf({ sessionId, domainNo }: PageParent, criteria: PageCriteria): Prisma.Sql {
  const id = Prisma.sql`${sessionId}::uuid`;
  const ofDomain = domainNo === undefined ? Prisma.empty : Prisma.sql`AND p.domain_no = ${domainNo}::int`;
  return Prisma.sql`FROM pages p WHERE p.session_id = ${id} ${ofDomain} ${conditions(criteria, id)}`;
}

/** Matches among the first rows of a list; `isWhole` if there are enough of them, or no more rows. */
function firstMatches(
  { rows, key, type, asked, match }: SearchedList,
  { column, past, direction }: SearchedOrder,
  limit: number,
): Prisma.Sql {
  const looked = Math.max(LOOKED_AT, limit * LOOKED_AT_FOR_ROW);
  return Prisma.sql`
    WITH o AS MATERIALIZED (SELECT ${key} AS key, ${asked} ${rows} ${past} ORDER BY ${column} ${direction}, ${key} ${direction} LIMIT ${looked}),
    found AS MATERIALIZED (SELECT o.key FROM o WHERE ${match} LIMIT ${limit})
    SELECT ARRAY(SELECT key FROM found)::${type}[] AS keys,
      CASE WHEN (SELECT count(*) FROM found) >= ${limit} THEN true ELSE (SELECT count(*) FROM o) < ${looked} END AS "isWhole"`;
}

/** The first matches of a list. */
function allMatches(
  { rows, key, type, indexed }: SearchedList,
  { column, past, direction }: SearchedOrder,
  limit: number,
): Prisma.Sql {
  return Prisma.sql`
    SELECT ARRAY(
      SELECT ${key} ${rows} ${past} AND ${indexed}
      ORDER BY ${column} ${direction}, ${key} ${direction} LIMIT ${limit})::${type}[] AS keys`;
}
