import type { PageLink, ParsedPage } from '../../domain/page/index.js';
import { isFree, isRefused, type LoggedPageFacts } from '../../domain/fetching/index.js';
import type { NewUrl, StepFacts, StepRecord } from '../../domain/session/index.js';
import type { LoggedStep } from '../../engine/index.js';
import { type ColumnType, CopyRows, inSnakeCase, uuidBytes } from '../../platform/database/index.js';
import { LINK_LISTS, storable, valuesOfRow } from '../page-links/index.js';
import type { TextPlace } from '../page-texts/index.js';
import { piecesOf } from './crawl-log.ranges.js';

/** 64 bits as PostgreSQL's signed bigint, in decimal, and back. */
const signed64 = (hex: string): bigint => BigInt.asIntN(64, BigInt(`0x${hex}`));
export const signedOfHex = (hex: string): string => signed64(hex).toString();
export const hexOfSigned = (decimal: string): string =>
  BigInt.asUintN(64, BigInt(decimal)).toString(16).padStart(16, '0');

/** @param pieces of the text that the main text is made of, when it is */
type ColumnValue = (record: StepRecord, page: ParsedPage | null, pieces: readonly number[] | null) => unknown;

/** Facts that have a column of their own name and are stored as they are. */
const FACT_COLUMNS = {
  message: 'text',
  redirects: 'text[]',
  httpStatus: 'int4',
  contentType: 'text',
  charset: 'text',
  durationMs: 'int4',
  bytes: 'int4',
  truncated: 'bool',
  rendered: 'bool',
  renderReason: 'text',
  retryable: 'bool',
  hostWaitMs: 'int4',
  noindex: 'bool',
  sitemaps: 'text[]',
  change: 'text',
} as const satisfies Readonly<Record<keyof LoggedPageFacts, ColumnType> & Partial<Record<keyof StepFacts, ColumnType>>>;
type StoredFact = keyof typeof FACT_COLUMNS;
const STORED_FACTS = Object.keys(FACT_COLUMNS) as StoredFact[];

function storableFact(fact: StepFacts[StoredFact]): unknown {
  if (typeof fact === 'string') return storable(fact);
  return Array.isArray(fact) ? fact.map(storable) : fact;
}

/** Epoch ms of a Last-Modified; null where there is none, or it is no date. */
function momentOf(lastModified: string | null): number | null {
  const moment = lastModified === null ? Number.NaN : Date.parse(lastModified);
  return Number.isNaN(moment) ? null : moment;
}

/** The columns of a row of `pages` as it is written, and how to get them from a record. */
const PAGE_COLUMNS: Readonly<Record<string, readonly [ColumnType, ColumnValue]>> = {
  step: ['int4', ({ plan }) => plan.step],
  seq: ['int4', ({ seq }) => seq],
  chosen_after: ['int4', ({ plan }) => plan.chosenAfter],
  url_no: ['int4', ({ plan }) => plan.urlNo],
  source: ['int4', ({ plan }) => plan.source],
  outcome: ['text', ({ outcome }) => outcome],
  final_url_no: ['int4', ({ finalUrlNo }) => finalUrlNo],
  domain_no: ['int4', ({ domainNo }) => domainNo],
  fetched_at: ['timestamptz', ({ facts }) => Math.floor(facts.fetchedAt)],
  active_ms: ['int8', ({ facts }) => BigInt(facts.activeMs)],
  modified_at: ['timestamptz', ({ facts }) => momentOf(facts.lastModified)],
  title: ['text', (_, page) => page && storable(page.title)],
  description: ['text', (_, page) => page && storable(page.description)],
  headings: ['text[]', (_, page) => (page ? page.headings.map(storable) : [])],
  language: ['text', ({ facts }, page) => page && storable(facts.language)],
  text: ['text', (_, page) => page && storable(page.text)],
  main_text: ['text', (_, page, pieces) => (page === null || pieces !== null ? null : storable(page.mainText))],
  main_ranges: ['int4[]', (_record, _page, pieces) => pieces],
  link_count: ['int4', ({ links }) => links.length],
  probability: ['float8', ({ facts }, page) => (page ? facts.probability : 0)],
  relevant: ['bool', ({ relevant }) => relevant],
  reward: ['float8', ({ reward }) => reward],
  depth: ['int4', ({ depth }) => depth],
  why: ['jsonb', ({ plan }) => plan.explanation],
  choice: ['int4', ({ plan }) => plan.choice],
  attempt: ['int2', ({ plan }) => plan.attempt],
  duplicate_of: ['int4', ({ duplicateOf }) => duplicateOf],
  content_hash: ['int8', ({ facts }) => facts.contentHash && signed64(facts.contentHash)],
  simhash: ['int8', ({ facts }) => facts.simhash && signed64(facts.simhash)],
  ...Object.fromEntries(
    STORED_FACTS.map((name) => [
      inSnakeCase(name),
      [FACT_COLUMNS[name], ({ facts }: StepRecord) => storableFact(facts[name])] as const,
    ]),
  ),
};
const PAGE_VALUES = Object.values(PAGE_COLUMNS).map(([, value]) => value);
const LINK_TYPES: readonly ColumnType[] = ['uuid', 'int4', ...Object.values(LINK_LISTS)];
const LEXEME_TYPES: readonly ColumnType[] = ['uuid', 'int4', 'tsvector'];
const TAG_PATH_TYPES: readonly ColumnType[] = ['uuid', 'int4', 'text'];
const URL_TYPES: readonly ColumnType[] = ['uuid', 'int4', 'text', 'text', 'int4', 'text'];

/** Short rows that are made in one go: a millisecond or two. */
const ROWS_OF_A_PIECE = 256;

/** Rows for `COPY`, with the statement that takes them. They are made in pieces: a batch may hold tens of thousands. */
export interface TableRows {
  readonly copy: string;
  readonly rows: CopyRows;
}

const copyInto = (table: string, columns: readonly string[], types: readonly ColumnType[]): TableRows => ({
  copy: `COPY ${table} (session_id, ${columns.join(', ')}) FROM STDIN (FORMAT binary)`,
  rows: new CopyRows(types),
});

export function* toPageRows(sessionId: string, steps: readonly StepRecord[]): Generator<void, TableRows> {
  const table = copyInto('pages', Object.keys(PAGE_COLUMNS), [
    'uuid',
    ...Object.values(PAGE_COLUMNS).map(([type]) => type),
  ]);
  const session = uuidBytes(sessionId);
  for (const record of steps) {
    // A refused redirect's page is not this session's: only that it was refused is kept.
    const page = record.outcome === 'page' ? record.facts.page : null;
    const pieces = page && piecesOf(storable(page.mainText), storable(page.text));
    table.rows.add([session, ...PAGE_VALUES.map((value) => value(record, page, pieces))]);
    yield;
  }
  return table;
}

/**
 * What pages are found by, written with them, so that a search finds what was just committed.
 *
 * @param lexemesOf the `tsvector` of a page
 */
export function* toLexemeRows(
  sessionId: string,
  steps: readonly StepRecord[],
  lexemesOf: (page: ParsedPage) => Buffer,
): Generator<void, TableRows> {
  const table = copyInto('page_lexemes', ['step', 'lexemes'], LEXEME_TYPES);
  const session = uuidBytes(sessionId);
  for (const { outcome, facts, plan } of steps) {
    if (outcome !== 'page' || facts.page === null) continue;
    table.rows.add([session, plan.step, lexemesOf(facts.page)]);
    yield;
  }
  return table;
}

/** A row a page; pages without links have none. */
export function* toLinkRows(sessionId: string, steps: readonly StepRecord[]): Generator<void, TableRows> {
  const table = copyInto('page_links', ['source', ...Object.keys(LINK_LISTS)], LINK_TYPES);
  const session = uuidBytes(sessionId);
  for (const { plan, links } of steps) {
    if (links.length === 0) continue;
    table.rows.add([session, plan.step, ...valuesOfRow(links)]);
    yield;
  }
  return table;
}

export function* toTagPathRows(sessionId: string, steps: readonly StepRecord[]): Generator<void, TableRows> {
  const table = copyInto('tag_paths', ['tag_path_no', 'path'], TAG_PATH_TYPES);
  const session = uuidBytes(sessionId);
  for (const { newTagPaths } of steps) {
    for (const { tagPathNo, path } of newTagPaths) {
      table.rows.add([session, tagPathNo, storable(path)]);
      if (tagPathNo % ROWS_OF_A_PIECE === 0) yield;
    }
  }
  return table;
}

export function* toUrlRows(sessionId: string, urls: readonly NewUrl[]): Generator<void, TableRows> {
  const table = copyInto('urls', ['url_no', 'url', 'host', 'domain_no', 'out_of_scope'], URL_TYPES);
  const session = uuidBytes(sessionId);
  for (const { urlNo, url, host, domainNo, outOfScope } of urls) {
    table.rows.add([session, urlNo, storable(url), host, domainNo, outOfScope]);
    if (urlNo % ROWS_OF_A_PIECE === 0) yield;
  }
  return table;
}

/** Columns of a page `p` for `PageLogRow`, its URL and what only a judge reads apart. */
const STEP_COLUMNS = [
  'p.step, p.seq, p.chosen_after, p.url_no, p.outcome, p.fetched_at, p.active_ms, p.modified_at, p.link_count, p.probability, p.relevant, p.content_hash, p.simhash, p.language',
  ...STORED_FACTS.map((name) => `p.${inSnakeCase(name)} AS "${name}"`),
].join(', ');
export const PAGE_LOG_COLUMNS = `${STEP_COLUMNS}, p.title, p.description, p.headings, p.text, coalesce(p.main_text, main_text_of(p.text, p.main_ranges)) AS whole_main_text, p.text_place`;
/** The same without the texts of the page. */
export const LINKS_LOG_COLUMNS = `${STEP_COLUMNS}, NULL AS title, NULL AS description, '{}'::text[] AS headings, NULL AS text, NULL AS whole_main_text, NULL::int[] AS text_place`;

export interface PageLogRow extends Pick<StepFacts, StoredFact | 'step' | 'outcome' | 'probability' | 'relevant'> {
  seq: number;
  chosen_after: number;
  url_no: number;
  final_url: string;
  fetched_at: Date;
  active_ms: string;
  modified_at: Date | null;
  title: string | null;
  description: string | null;
  headings: string[];
  language: string | null;
  text: string | null;
  whole_main_text: string | null;
  /** Where the texts are, if they are not in the row. */
  text_place: TextPlace | null;
  link_count: number;
  content_hash: string | null;
  simhash: string | null;
}

/** The page as it was parsed, as far as it is stored. */
export function pageOfRow(row: PageLogRow, links: readonly PageLink[]): ParsedPage {
  return {
    title: row.title ?? '',
    description: row.description ?? '',
    headings: row.headings,
    language: row.language ?? '',
    text: row.text ?? '',
    mainText: row.whole_main_text ?? '',
    canonical: '',
    links,
    // What a page's own directives decided is in its links already.
    robots: '',
    feeds: [],
    noindex: row.noindex,
    nofollow: false,
    truncated: row.truncated,
  };
}

const storedFactsOf = (row: PageLogRow): Pick<StepFacts, StoredFact> =>
  Object.fromEntries(STORED_FACTS.map((name) => [name, row[name]])) as Pick<StepFacts, StoredFact>;

/** The step's facts as `digestStep` made them, from its row and links. */
export function toLoggedStep(row: PageLogRow, links: readonly PageLink[]): LoggedStep {
  const fetched = row.outcome === 'page' || isRefused(row.outcome);
  const page = pageOfRow(row, links);
  const facts: StepFacts = {
    ...storedFactsOf(row),
    step: row.step,
    // Whether a redirect is refused follows from the state, so the replay decides it again.
    outcome: fetched ? 'page' : row.outcome,
    free: !fetched && isFree({ kind: row.outcome, redirects: row.redirects }),
    finalUrl: row.final_url,
    fetchedAt: row.fetched_at.getTime(),
    activeMs: Number(row.active_ms),
    contentHash: row.content_hash === null ? null : hexOfSigned(row.content_hash),
    simhash: row.simhash === null ? null : hexOfSigned(row.simhash),
    language: row.language ?? '',
    etag: null,
    lastModified: row.modified_at?.toISOString() ?? null,
    screenshot: null,
    page: fetched ? page : null,
    links,
    probability: row.probability,
    relevant: row.relevant,
  };
  return { seq: row.seq, chosenAfter: row.chosen_after, urlNo: row.url_no, facts, refused: isRefused(row.outcome) };
}

/** What a commit adds to the counters of one domain. */
export interface DomainDelta {
  domainNo: number;
  fetched: number;
  relevant: number;
  failed: number;
  firstStep: number | null;
  firstRelevantStep: number | null;
}

const earlier = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));

export function domainDeltas(records: readonly StepRecord[]): DomainDelta[] {
  const deltas = new Map<number, DomainDelta>();
  for (const { domainNo, outcome, relevant, plan, facts } of records) {
    if (facts.free) continue;
    let delta = deltas.get(domainNo);
    if (!delta)
      deltas.set(
        domainNo,
        (delta = { domainNo, fetched: 0, relevant: 0, failed: 0, firstStep: null, firstRelevantStep: null }),
      );
    if (outcome !== 'page') {
      delta.failed++;
      continue;
    }
    delta.fetched++;
    delta.firstStep = earlier(delta.firstStep, plan.step);
    if (!relevant) continue;
    delta.relevant++;
    delta.firstRelevantStep = earlier(delta.firstRelevantStep, plan.step);
  }
  return [...deltas.values()];
}
