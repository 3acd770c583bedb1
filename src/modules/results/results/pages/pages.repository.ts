import { Injectable } from '@nestjs/common';
import {
  commonSession,
  countEach,
  inSnakeCase,
  Prisma,
  ReadingDatabase,
  type RowCount,
} from '../../../../platform/database/index.js';
import {
  excerptColumns,
  type ExcerptRow,
  PageExcerpts,
  PageTextReader,
  type TextPlace,
  type TextRow,
} from '../../../base/page-texts/index.js';
import type { PageDto, PageTexts } from '../dto/page.dto.js';
import type { PageSort } from '../dto/page-query.js';
import type { PathStepDto } from '../dto/why.dto.js';
import type { PageCriteria, PageOrdering } from './list-query.js';
import { conditions, contentFetch, FREE, pageOrder, type PageOrder, type PageParent } from './page-filter.sql.js';
import { inSession } from '../../../base/search/index.js';
import { isSearched, PageSearch } from './page-search.repository.js';

/** The stored explanation of a choice with the data for its description. */
export interface ChoiceRow {
  readonly step: number;
  readonly policy: string;
  readonly policyVersion: number;
  readonly chosenAfter: number;
  readonly why: unknown;
}

/** A row's value of its sort column; null: none. */
export const pageSortValue = (sort: PageSort, page: PageDto): number | Date | null =>
  page[sort === 'completion' ? 'seq' : sort];

/** A path this long is a crawler trap, of which only the part next to the page is useful. */
const MAX_PATH_STEPS = 1_000;

/** Stored as ranges of the text if it consists of them. */
const MAIN_TEXT = Prisma.sql`coalesce(p.main_text, main_text_of(p.text, p.main_ranges))`;

/**
 * The fields of a page in the order of the response, and their sources; null: the column of `pages` with the same name.
 */
const FIELDS: Readonly<Record<keyof PageDto, string | null>> = {
  sessionId: null,
  step: null,
  seq: null,
  url: 'u.url',
  finalUrl: 'f.url',
  urlNo: null,
  finalUrlNo: null,
  domainName: 'd.name',
  domainNo: null,
  sourceStep: 'p.source',
  depth: null,
  outcome: null,
  message: null,
  httpStatus: null,
  redirects: null,
  contentType: null,
  charset: null,
  fetchedAt: null,
  durationMs: null,
  bytes: null,
  truncated: null,
  rendered: null,
  renderReason: null,
  attempt: null,
  duplicateOf: null,
  noindex: null,
  change: null,
  title: null,
  description: null,
  publishedAt: null,
  language: null,
  excerpt: 'p.excerpt',
  excerptMarks: "'{}'::int[]",
  linkCount: null,
  probability: null,
  relevant: null,
  reward: null,
  // A subquery of one row: EXISTS might be planned as a hash of all thumbnails.
  hasScreenshot:
    'coalesce((SELECT true FROM screenshots x WHERE x.session_id = p.session_id AND x.step = p.step LIMIT 1), false)',
  free: 'p.free',
};
const fields = Object.entries(FIELDS);
const stored = fields.flatMap(([name, source]) => (source === null ? [`p.${inSnakeCase(name)}`] : []));
const ownColumns = (search?: string | null): Prisma.Sql => Prisma.sql`
  ${Prisma.raw(stored.join(', '))}, nullif(p.source, -1) AS source, ${excerptColumns(search)}, ${FREE} AS free`;
const COLUMNS = Prisma.raw(
  [
    ...fields.map(([name, source]) => `${source ?? `p.${inSnakeCase(name)}`} AS "${name}"`),
    ...['p."searchedText"', 'p."textPlace"'],
  ].join(', '),
);
/** With the columns for its excerpt. */
type PageRow = PageDto & ExcerptRow;
/**
 * URLs and domain of the page rows `p`. Written as lookups of single rows: if a session is newer than the planner's
 * statistics, a plain join is planned for a handful of rows, reads all URLs of the session for each page, and takes
 * seconds.
 */
const namesIn = (session: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = ${session} AND url_no = p.url_no LIMIT 1) u
  CROSS JOIN LATERAL (SELECT url FROM urls WHERE session_id = ${session} AND url_no = p.final_url_no LIMIT 1) f
  CROSS JOIN LATERAL (SELECT name FROM domains WHERE session_id = ${session} AND domain_no = p.domain_no LIMIT 1) d`;

/** Parents as a table, and the matching pages of each. */
const tableOf = (parents: readonly PageParent[]): Prisma.Sql => Prisma.sql`
  unnest(${parents.map((p) => p.key)}::text[], ${parents.map((p) => p.sessionId)}::uuid[], ${parents.map((p) => p.domainNo ?? null)}::int[])
    AS k(key, session_id, domain_no)`;
const sessionOf = (parents: readonly PageParent[]): Prisma.Sql =>
  commonSession(
    parents.map((p) => p.sessionId),
    Prisma.sql`k.session_id`,
  );
function pagesOfParent(parents: readonly PageParent[], criteria: PageCriteria): Prisma.Sql {
  const session = sessionOf(parents);
  const ofDomain = parents.some(({ domainNo }) => domainNo !== undefined)
    ? Prisma.sql`AND p.domain_no = k.domain_no`
    : Prisma.empty;
  return Prisma.sql`FROM pages p WHERE p.session_id = ${session} ${ofDomain} ${conditions(criteria, session)}`;
}

@Injectable()
export class PagesRepository {
  constructor(
    private readonly prisma: ReadingDatabase,
    private readonly search: PageSearch,
    private readonly pageTexts: PageTextReader,
    private readonly excerpts: PageExcerpts,
  ) {}

  /** @throws DomainError INVALID_STATE for a search of a session whose pages cannot be searched */
  async check(sessionId: string, criteria: PageCriteria): Promise<void> {
    await this.search.check(criteria, inSession(sessionId));
  }

  /** A part of the list of each parent, with up to `limit` rows each. One query, except for searches. */
  async list(
    parents: readonly PageParent[],
    criteria: PageCriteria,
    ordering: PageOrdering,
  ): Promise<Map<string, PageDto[]>> {
    const order = pageOrder(ordering);
    const { column, past, direction } = order;
    const { limit } = ordering;
    if (!isSearched(criteria)) {
      return this.listed(
        parents,
        Prisma.sql`${pagesOfParent(parents, criteria)} ${past} ORDER BY ${column} ${direction}, p.step ${direction} LIMIT ${limit}`,
        order,
        null,
      );
    }
    // One after another: each may read many texts, and together they would take all connections for reading.
    const lists = new Map<string, PageDto[]>();
    for (const parent of parents) {
      const steps = await this.search.steps(parent, criteria, order, limit);
      const found = Prisma.sql`FROM pages p WHERE p.session_id = ${parent.sessionId}::uuid AND p.step = ANY(${steps}::int[])`;
      for (const [key, pages] of await this.listed([parent], found, order, criteria.search)) lists.set(key, pages);
    }
    return lists;
  }

  /** @param found the pages of one parent `k`, from FROM on */
  private async listed(
    parents: readonly PageParent[],
    found: Prisma.Sql,
    { column, direction }: PageOrder,
    search: string | null,
  ): Promise<Map<string, PageDto[]>> {
    const rows = await this.prisma.$queryRaw<(PageRow & { key: string })[]>`
      SELECT k.key, ${COLUMNS}
      FROM ${tableOf(parents)}
      CROSS JOIN LATERAL (SELECT ${ownColumns(search)} ${found}) p
      ${namesIn(sessionOf(parents))}
      ORDER BY k.key, ${column} ${direction}, p.step ${direction}`;
    return grouped(
      parents.map(({ key }) => key),
      await this.excerpts.with(rows, search),
    );
  }

  async countOf(parents: readonly PageParent[], criteria: PageCriteria): Promise<Map<string, RowCount>> {
    if (!isSearched(criteria)) return countEach(this.prisma, tableOf(parents), pagesOfParent(parents, criteria));
    const counts = new Map<string, RowCount>();
    for (const parent of parents) counts.set(parent.key, await this.search.count(parent, criteria));
    return counts;
  }

  async bySteps(sessionId: string, steps: readonly number[]): Promise<Map<number, PageDto>> {
    const rows = await this.prisma.$queryRaw<PageRow[]>`
      SELECT ${COLUMNS} FROM (SELECT ${ownColumns()} FROM pages p WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])) p ${namesIn(Prisma.sql`${sessionId}::uuid`)}`;
    return new Map((await this.excerpts.with(rows)).map((row) => [row.step, row]));
  }

  async texts(sessionId: string, steps: readonly number[]): Promise<Map<number, PageTexts>> {
    const rows = await this.prisma.$queryRaw<(PageTexts & TextRow & { step: number })[]>`
      SELECT p.step, p.headings, p.text, ${MAIN_TEXT} AS "mainText", p.text_place AS "textPlace" FROM pages p
      WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])`;
    const whole = await this.pageTexts.whole(sessionId, rows);
    return new Map(whole.map(({ step, ...texts }) => [step, texts]));
  }

  /** The moment of the fetch that brought the content of a step; null if the session has none. */
  async contentFetchedAt(sessionId: string, step: number): Promise<Date | null> {
    const [row] = await this.prisma.rows<{ fetched_at: Date }>(
      contentFetch(Prisma.sql`${sessionId}::uuid`, Prisma.sql`${step}::int`),
    );
    return row?.fetched_at ?? null;
  }

  async choices(sessionId: string, steps: readonly number[]): Promise<Map<number, ChoiceRow>> {
    const rows = await this.prisma.$queryRaw<ChoiceRow[]>`
      SELECT p.step, s.policy, s.policy_version AS "policyVersion", p.chosen_after AS "chosenAfter", p.why
      FROM pages p JOIN sessions s ON s.id = p.session_id WHERE p.session_id = ${sessionId}::uuid AND p.step = ANY(${steps}::int[])`;
    return new Map(rows.map((row) => [row.step, row]));
  }

  /** The path from the seed to each page, ending with the page itself. */
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
   * The pages completed after `afterSeq`, in order of completion: a running session adds pages only later, so that
   * reading on misses nothing.
   *
   * @param withTexts whether to read the long columns too
   */
  async readOn(
    sessionId: string,
    criteria: PageCriteria,
    afterSeq: number,
    limit: number,
    withTexts: boolean,
  ): Promise<(PageDto & Partial<PageTexts>)[]> {
    const ownTexts = withTexts
      ? Prisma.sql`, p.headings, p.text, ${MAIN_TEXT} AS main_text, p.text_place`
      : Prisma.empty;
    const texts = withTexts
      ? Prisma.sql`, p.headings, p.text, p.main_text AS "mainText", p.text_place AS "place"`
      : Prisma.empty;
    const id = Prisma.sql`${sessionId}::uuid`;
    const past = Prisma.sql`AND p.seq > ${afterSeq}::int`;
    const order = pageOrder({ sort: 'completion', order: 'asc', cursor: null, backward: false });
    const found = isSearched(criteria)
      ? Prisma.sql`AND p.step = ANY(${await this.search.steps({ key: sessionId, sessionId }, criteria, { ...order, past }, limit)}::int[])`
      : Prisma.sql`${past} ${conditions(criteria, id)} ORDER BY p.seq LIMIT ${limit}`;
    const read = await this.prisma.rows<PageRow & Partial<PageTexts> & { place?: TextPlace | null }>(Prisma.sql`
      SELECT ${COLUMNS} ${texts} FROM (SELECT ${ownColumns(criteria.search)} ${ownTexts} FROM pages p WHERE p.session_id = ${id} ${found}) p ${namesIn(id)} ORDER BY p.seq`);
    const rows = await this.excerpts.with(read, criteria.search);
    if (!withTexts) return rows;
    const placed = rows.map(({ place, ...row }) => ({ ...row, textPlace: place }));
    return this.pageTexts.whole(sessionId, placed as (PageDto & PageTexts & TextRow)[]);
  }
}

/** Rows by their key, without it. A key without rows has an empty list; rows of other keys are dropped. */
export function grouped<K, R extends { readonly key: K }>(
  keys: readonly K[],
  rows: readonly R[],
): Map<K, Omit<R, 'key'>[]> {
  const groups = new Map<K, Omit<R, 'key'>[]>(keys.map((key) => [key, []]));
  for (const { key, ...row } of rows) groups.get(key)?.push(row);
  return groups;
}
