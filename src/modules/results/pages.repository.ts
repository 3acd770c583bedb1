import { Injectable } from '@nestjs/common';
import { BEFORE_REQUEST } from '../../engine/index.js';
import { countEach, Prisma, readingWay, ReadingDatabase, type RowCount } from '../../platform/database/index.js';
import type { PageSort } from './dto/page-query.js';
import type { PageDto, PageTexts } from './dto/page.dto.js';
import type { PathStepDto } from './dto/why.dto.js';
import type { PageCriteria, PageOrdering } from './list-query.js';
import { readMatch, relevantMatches } from './page-search.repository.js';

/** Whose pages are listed: a session's, or those of one of its domains. `key` names the list in the answer. */
export interface PageParent {
  readonly key: string;
  readonly sessionId: string;
  readonly domainNo?: number;
}

/** The stored explanation of a choice with what is needed to put it into words. */
export interface ChoiceRow {
  readonly step: number;
  readonly policy: string;
  readonly policyVersion: number;
  readonly chosenAfter: number;
  readonly why: unknown;
}

/** Enough of the beginning of a text to recognise the page. */
const EXCERPT_CHARS = 300;
/** A path this long is a crawler trap; the part next to the page is the one to look at. */
const MAX_PATH_STEPS = 1_000;

/** Pages whose texts are read to count the matches of a search. */
const READ_TO_COUNT = 1_000;

const SORT_COLUMNS: Readonly<Record<PageSort, Prisma.Sql>> = {
  step: Prisma.sql`p.step`,
  completion: Prisma.sql`p.seq`,
  probability: Prisma.sql`p.probability`,
  fetchedAt: Prisma.sql`p.fetched_at`,
  depth: Prisma.sql`p.depth`,
};
const SORT_TYPES: Readonly<Record<PageSort, Prisma.Sql>> = {
  step: Prisma.sql`int`,
  completion: Prisma.sql`int`,
  probability: Prisma.sql`float8`,
  fetchedAt: Prisma.sql`timestamptz`,
  depth: Prisma.sql`int`,
};

/** Ends of steps that never cost a fetch: sitemaps and feeds, and what came to nothing for our own sake. */
const FREE_ENDS: readonly string[] = ['sitemap', 'sitemap-failed', 'overloaded'];
/** A step that cost no fetch: no request for a page was sent, or it read a sitemap, or this machine was too busy (`isFree`). */
const FREE = Prisma.sql`(p.outcome = ANY(${FREE_ENDS}) OR (p.outcome = ANY(${BEFORE_REQUEST}) AND cardinality(p.redirects) = 0))`;
/** A failure: a step that cost a fetch and brought no page. Counters of sessions and domains count the same. */
export const IS_FAILURE = Prisma.sql`p.outcome <> 'page' AND NOT ${FREE}`;

/** Kept as pieces of the text where it is made of them. */
const MAIN_TEXT = Prisma.sql`coalesce(p.main_text, main_text_of(p.text, p.main_ranges))`;

const OWN_COLUMNS = Prisma.sql`
  p.session_id, p.step, p.seq, p.url_no, p.final_url_no, p.domain_no, nullif(p.source, -1) AS source, p.depth, p.outcome, p.message, p.http_status, p.redirects,
  p.content_type, p.charset, p.fetched_at, p.duration_ms, p.bytes, p.truncated, p.rendered, p.render_reason, p.attempt, p.duplicate_of,
  p.noindex, p.change, p.title, p.description, p.language, left(${MAIN_TEXT}, ${EXCERPT_CHARS}) AS excerpt, p.link_count, p.probability, p.relevant, p.reward, ${FREE} AS free`;
const COLUMNS = Prisma.sql`
  p.session_id AS "sessionId", p.step, p.seq, u.url, f.url AS "finalUrl", p.url_no AS "urlNo", p.final_url_no AS "finalUrlNo", d.name AS "domainName",
  p.domain_no AS "domainNo", p.source AS "sourceStep", p.depth, p.outcome, p.message, p.http_status AS "httpStatus", p.redirects,
  p.content_type AS "contentType", p.charset, p.fetched_at AS "fetchedAt", p.duration_ms AS "durationMs", p.bytes, p.truncated, p.rendered,
  p.render_reason AS "renderReason", p.attempt, p.duplicate_of AS "duplicateOf", p.noindex, p.change, p.title,
  p.description, p.language, p.excerpt, p.link_count AS "linkCount", p.probability, p.relevant, p.reward, p.free`;
/**
 * URLs and domain of the page rows `p`. One row is looked up for each of them, and so it is written: where a session is newer than the planner's statistics,
 * a plain join is planned for a handful of rows, reads all URLs of the session for each page, and takes seconds.
 */
const NAMES = Prisma.sql`
  CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = p.session_id AND url_no = p.url_no LIMIT 1) u
  CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = p.session_id AND url_no = p.final_url_no LIMIT 1) f
  CROSS JOIN LATERAL (SELECT name FROM domains WHERE session_id = p.session_id AND domain_no = p.domain_no LIMIT 1) d`;

const isSearched = (search: string | null | undefined): search is string => search != null && search.trim() !== '';
/** Whether pages have to be read to answer: the index of texts knows relevant ones. */
const mustRead = ({ relevant, search }: PageCriteria): boolean => relevant !== true && isSearched(search);

/**
 * The steps that match a search among those of `inOrder`, which are read in that order, and no more of them than it takes to find enough. Common words are
 * found at once; for a rare one the whole session is read.
 *
 * @param inOrder a query for steps, sorted
 */
function firstMatches(sessionId: Prisma.Sql, search: string, inOrder: Prisma.Sql, limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT o.step FROM (${inOrder} OFFSET 0) o
    CROSS JOIN LATERAL (SELECT title, text FROM pages WHERE session_id = ${sessionId} AND step = o.step LIMIT 1) m
    WHERE ${readMatch(search)} LIMIT ${limit}`;
}

function conditions(criteria: PageCriteria, sessionId: Prisma.Sql): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  const { relevant, domain, outcome, outcomes, failed, httpStatus, duplicate, rendered, depthMin, depthMax, fetchedFrom, fetchedTo, search } = criteria;
  if (relevant != null) parts.push(Prisma.sql`p.relevant = ${relevant}`);
  if (domain != null) parts.push(Prisma.sql`p.domain_no = (SELECT n.domain_no FROM domains n WHERE n.session_id = ${sessionId} AND n.name = ${domain})`);
  if (outcome != null) parts.push(Prisma.sql`p.outcome = ${outcome}`);
  if (outcomes) parts.push(Prisma.sql`p.outcome = ANY(${outcomes})`);
  // The first condition of it is that of the index `pages_failures_idx`, to the letter.
  if (failed) parts.push(IS_FAILURE);
  if (duplicate != null) parts.push(duplicate ? Prisma.sql`p.duplicate_of IS NOT NULL` : Prisma.sql`p.duplicate_of IS NULL`);
  if (rendered != null) parts.push(Prisma.sql`p.rendered = ${rendered}`);
  if (httpStatus != null) parts.push(Prisma.sql`p.http_status = ${httpStatus}::int`);
  if (depthMin != null) parts.push(Prisma.sql`p.depth >= ${depthMin}::int`);
  if (depthMax != null) parts.push(Prisma.sql`p.depth <= ${depthMax}::int`);
  if (fetchedFrom != null) parts.push(Prisma.sql`p.fetched_at >= ${fetchedFrom}`);
  if (fetchedTo != null) parts.push(Prisma.sql`p.fetched_at < ${fetchedTo}`);
  if (relevant === true && isSearched(search)) parts.push(Prisma.sql`p.step = ANY(${relevantMatches(sessionId, search)})`);
  return parts.length > 0 ? Prisma.sql`AND ${Prisma.join(parts, ' AND ')}` : Prisma.empty;
}

/** Parents as a table, and the pages of each of them that match. */
const tableOf = (parents: readonly PageParent[]): Prisma.Sql => Prisma.sql`
  unnest(${parents.map((p) => p.key)}::text[], ${parents.map((p) => p.sessionId)}::uuid[], ${parents.map((p) => p.domainNo ?? null)}::int[])
    AS k(key, session_id, domain_no)`;
function pagesOfParent(parents: readonly PageParent[], criteria: PageCriteria): Prisma.Sql {
  const ofDomain = parents.some(({ domainNo }) => domainNo !== undefined) ? Prisma.sql`AND p.domain_no = k.domain_no` : Prisma.empty;
  return Prisma.sql`FROM pages p WHERE p.session_id = k.session_id ${ofDomain} ${conditions(criteria, Prisma.sql`k.session_id`)}`;
}

@Injectable()
export class PagesRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** One piece of the list of each parent, in one query; `limit` rows each. */
  async list(parents: readonly PageParent[], criteria: PageCriteria, ordering: PageOrdering): Promise<Map<string, PageDto[]>> {
    if (!mustRead(criteria)) return this.listOf(parents, criteria, ordering);
    // One after the other: each reads many texts, and together they would take all connections for reading.
    const lists = new Map<string, PageDto[]>();
    for (const parent of parents) for (const [key, pages] of await this.listOf([parent], criteria, ordering)) lists.set(key, pages);
    return lists;
  }

  private async listOf(parents: readonly PageParent[], criteria: PageCriteria, ordering: PageOrdering): Promise<Map<string, PageDto[]>> {
    const column = SORT_COLUMNS[ordering.sort];
    const { cursor, backward } = ordering;
    const { past: beyond, order: direction } = readingWay(ordering.order, backward);
    const past = cursor === null ? Prisma.empty : Prisma.sql`
      AND (${column}, p.step) ${beyond} (${String(cursor.value)}::text::${SORT_TYPES[ordering.sort]}, ${cursor.tie}::int)`;
    const matching = Prisma.sql`
      ${pagesOfParent(parents, criteria)} ${past}
      ORDER BY ${column} ${direction}, p.step ${direction}`;
    const found = mustRead(criteria)
      ? Prisma.sql`FROM pages p WHERE p.session_id = k.session_id
          AND p.step IN (${firstMatches(Prisma.sql`k.session_id`, criteria.search ?? '', Prisma.sql`SELECT p.step ${matching}`, ordering.limit)})`
      : Prisma.sql`${matching} LIMIT ${ordering.limit}`;
    const rows = await this.prisma.$queryRaw<(PageDto & { key: string })[]>`
      SELECT k.key, ${COLUMNS}
      FROM ${tableOf(parents)}
      CROSS JOIN LATERAL (SELECT ${OWN_COLUMNS} ${found}) p
      ${NAMES}
      ORDER BY k.key, ${column} ${direction}, p.step ${direction}`;
    return grouped(parents.map(({ key }) => key), rows);
  }

  /** Of a search among texts that have to be read, matches among the first pages alone are counted. */
  async countOf(parents: readonly PageParent[], criteria: PageCriteria): Promise<Map<string, RowCount>> {
    if (!mustRead(criteria)) return countEach(this.prisma, tableOf(parents), pagesOfParent(parents, criteria));
    const counts = new Map<string, RowCount>();
    for (const parent of parents) {
      const [{ read, count }] = await this.prisma.$queryRaw<{ read: number; count: number }[]>`
        SELECT c.* FROM ${tableOf([parent])} CROSS JOIN LATERAL (
          SELECT count(*)::int AS read, (count(*) FILTER (WHERE m.place <= ${READ_TO_COUNT} AND ${readMatch(criteria.search ?? '')}))::int AS count
          FROM (SELECT p.title, p.text, row_number() OVER (ORDER BY p.step) AS place ${pagesOfParent([parent], criteria)} ORDER BY p.step LIMIT ${READ_TO_COUNT + 1}) m
        ) c`;
      counts.set(parent.key, { count, isExact: read <= READ_TO_COUNT });
    }
    return counts;
  }

  async bySteps(sessionId: string, steps: readonly number[]): Promise<Map<number, PageDto>> {
    const rows = await this.prisma.$queryRaw<PageDto[]>`
      SELECT ${COLUMNS} FROM (SELECT ${OWN_COLUMNS} FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])) p ${NAMES}`;
    return new Map(rows.map((row) => [row.step, row]));
  }

  async texts(sessionId: string, steps: readonly number[]): Promise<Map<number, PageTexts>> {
    const rows = await this.prisma.$queryRaw<(PageTexts & { step: number })[]>`
      SELECT p.step, p.headings, p.text, ${MAIN_TEXT} AS "mainText" FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])`;
    return new Map(rows.map(({ step, ...texts }) => [step, texts]));
  }

  async choices(sessionId: string, steps: readonly number[]): Promise<Map<number, ChoiceRow>> {
    const rows = await this.prisma.$queryRaw<ChoiceRow[]>`
      SELECT p.step, s.policy, s.policy_version AS "policyVersion", p.chosen_after AS "chosenAfter", p.why
      FROM pages p JOIN sessions s ON s.id = p.session_id WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])`;
    return new Map(rows.map((row) => [row.step, row]));
  }

  /** The path from the seed to each page, the page itself last. */
  async paths(sessionId: string, steps: readonly number[]): Promise<Map<number, PathStepDto[]>> {
    const rows = await this.prisma.$queryRaw<(PathStepDto & { key: number })[]>`
      WITH RECURSIVE path AS (
        SELECT p.step AS key, 0 AS back, p.step, p.source, p.final_url_no, p.title, p.relevant, p.probability, p.reward
        FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])
        UNION ALL
        SELECT c.key, c.back + 1, p.step, p.source, p.final_url_no, p.title, p.relevant, p.probability, p.reward
        FROM path c CROSS JOIN LATERAL (SELECT * FROM pages WHERE session_id = ${sessionId}::uuid AND step = c.source LIMIT 1) p
        WHERE c.back < ${MAX_PATH_STEPS - 1}
      )
      SELECT p.key, p.step, u.url, p.title, p.relevant, p.probability, p.reward
      FROM path p CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = p.final_url_no LIMIT 1) u
      ORDER BY p.key, p.back DESC`;
    return grouped(steps, rows);
  }

  /**
   * The pages completed after `afterSeq`, in order of completion: pages that a running session adds come later, so that reading on misses nothing.
   *
   * @param withTexts whether the long columns are read as well
   */
  async readOn(sessionId: string, criteria: PageCriteria, afterSeq: number, limit: number, withTexts: boolean): Promise<(PageDto & Partial<PageTexts>)[]> {
    const ownTexts = withTexts ? Prisma.sql`, p.headings, p.text, ${MAIN_TEXT} AS main_text` : Prisma.empty;
    const texts = withTexts ? Prisma.sql`, p.headings, p.text, p.main_text AS "mainText"` : Prisma.empty;
    const id = Prisma.sql`${sessionId}::uuid`;
    const matching = Prisma.sql`FROM pages p WHERE p.session_id = ${id} AND p.seq > ${afterSeq}::int ${conditions(criteria, id)} ORDER BY p.seq`;
    const found = mustRead(criteria)
      ? Prisma.sql`FROM pages p WHERE p.session_id = ${id} AND p.step IN (${firstMatches(id, criteria.search ?? '', Prisma.sql`SELECT p.step ${matching}`, limit)})`
      : Prisma.sql`${matching} LIMIT ${limit}`;
    return this.prisma.rows<PageDto & Partial<PageTexts>>(Prisma.sql`
      SELECT ${COLUMNS} ${texts} FROM (SELECT ${OWN_COLUMNS} ${ownTexts} ${found}) p ${NAMES} ORDER BY p.seq`);
  }
}

/** Rows by their key, without it; a key without rows has none. */
export function grouped<K, R extends { readonly key: K }>(keys: readonly K[], rows: readonly R[]): Map<K, Omit<R, 'key'>[]> {
  const groups = new Map<K, Omit<R, 'key'>[]>(keys.map((key) => [key, []]));
  for (const { key, ...row } of rows) groups.get(key)?.push(row);
  return groups;
}
