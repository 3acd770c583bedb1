import type { PageLink, ParsedPage } from '../../domain/page/index.js';
import {
  REFUSED_REDIRECTS,
  type NewUrl,
  type PageChange,
  type StepFacts,
  type StepRecord,
} from '../../domain/session/index.js';
import { isFree, type LoggedStep } from '../../engine/index.js';
import { CopyRows, uuidBytes, type ColumnType } from './crawl-log.copy.js';
import { piecesOf } from './crawl-log.ranges.js';

/** PostgreSQL stores no NUL in text. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);
const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text));

/** 64 bits as PostgreSQL's signed bigint, in decimal, and back. */
const signed64 = (hex: string): bigint => BigInt.asIntN(64, BigInt(`0x${hex}`));
export const signedOfHex = (hex: string): string => signed64(hex).toString();
export const hexOfSigned = (decimal: string): string =>
  BigInt.asUintN(64, BigInt(decimal)).toString(16).padStart(16, '0');

/** @param pieces of the text that the main text is made of, when it is */
type ColumnValue = (record: StepRecord, page: ParsedPage | null, pieces: readonly number[] | null) => unknown;

/** The columns of a row of `pages` as it is written, and how to get them from a record. */
const PAGE_COLUMNS: Readonly<Record<string, readonly [ColumnType, ColumnValue]>> = {
  step: ['int4', ({ plan }) => plan.step],
  seq: ['int4', ({ seq }) => seq],
  chosen_after: ['int4', ({ plan }) => plan.chosenAfter],
  url_no: ['int4', ({ plan }) => plan.urlNo],
  source: ['int4', ({ plan }) => plan.source],
  outcome: ['text', ({ outcome }) => outcome],
  message: ['text', ({ facts }) => storableOrNull(facts.message)],
  final_url_no: ['int4', ({ finalUrlNo }) => finalUrlNo],
  domain_no: ['int4', ({ domainNo }) => domainNo],
  redirects: ['text[]', ({ facts }) => facts.redirects.map(storable)],
  http_status: ['int4', ({ facts }) => facts.httpStatus],
  content_type: ['text', ({ facts }) => storableOrNull(facts.contentType)],
  charset: ['text', ({ facts }) => storableOrNull(facts.charset)],
  fetched_at: ['timestamptz', ({ facts }) => Math.floor(facts.fetchedAt)],
  active_ms: ['int8', ({ facts }) => BigInt(facts.activeMs)],
  duration_ms: ['int4', ({ facts }) => facts.durationMs],
  bytes: ['int4', ({ facts }) => facts.bytes],
  truncated: ['bool', ({ facts }) => facts.truncated],
  rendered: ['bool', ({ facts }) => facts.rendered],
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
  retryable: ['bool', ({ facts }) => facts.retryable],
  host_wait_ms: ['int4', ({ facts }) => facts.hostWaitMs],
  render_reason: ['text', ({ facts }) => storableOrNull(facts.renderReason)],
  duplicate_of: ['int4', ({ duplicateOf }) => duplicateOf],
  content_hash: ['int8', ({ facts }) => facts.contentHash && signed64(facts.contentHash)],
  simhash: ['int8', ({ facts }) => facts.simhash && signed64(facts.simhash)],
  noindex: ['bool', ({ facts }) => facts.noindex],
  sitemaps: ['text[]', ({ facts }) => facts.sitemaps.map(storable)],
  change: ['text', ({ facts }) => facts.change],
};
const PAGE_VALUES = Object.values(PAGE_COLUMNS).map(([, value]) => value);
const LINK_TYPES: readonly ColumnType[] = [
  'uuid',
  'int4',
  'int4',
  'int4',
  'text',
  'text',
  'text',
  'text',
  'text',
  'bool',
];
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

export function* toLinkRows(sessionId: string, steps: readonly StepRecord[]): Generator<void, TableRows> {
  const table = copyInto(
    'links',
    ['source', 'position', 'url_no', 'anchor', 'before', 'after', 'heading', 'place', 'nofollow'],
    LINK_TYPES,
  );
  const session = uuidBytes(sessionId);
  for (const { plan, links } of steps) {
    for (const { urlNo, link } of links) {
      table.rows.add([
        session,
        plan.step,
        link.position,
        urlNo,
        storable(link.anchor),
        storable(link.before),
        storable(link.after),
        storable(link.heading),
        link.place,
        link.nofollow,
      ]);
      if (link.position % ROWS_OF_A_PIECE === 0) yield;
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

/** Columns of a page `p` for `PageLogRow`, its URL apart. */
export const PAGE_LOG_COLUMNS = 'p.*, coalesce(p.main_text, main_text_of(p.text, p.main_ranges)) AS whole_main_text';

/** The same without what only a judge reads: the page's texts are empty. */
export const LINKS_LOG_COLUMNS = `p.step, p.seq, p.chosen_after, p.url_no, p.outcome, p.message, p.redirects, p.http_status, p.content_type, p.charset, p.fetched_at,
  p.active_ms, p.duration_ms, p.bytes, p.truncated, p.rendered, p.link_count, p.probability, p.relevant, p.retryable, p.host_wait_ms, p.render_reason, p.content_hash, p.simhash,
  p.noindex, p.sitemaps, p.change, p.language, NULL AS title, NULL AS description, '{}'::text[] AS headings, NULL AS text, NULL AS whole_main_text`;

export interface PageLogRow {
  step: number;
  seq: number;
  chosen_after: number;
  url_no: number;
  outcome: string;
  message: string | null;
  final_url: string;
  redirects: string[];
  http_status: number | null;
  content_type: string | null;
  charset: string | null;
  fetched_at: Date;
  active_ms: string;
  duration_ms: number;
  bytes: number;
  truncated: boolean;
  rendered: boolean;
  title: string | null;
  description: string | null;
  headings: string[];
  language: string | null;
  text: string | null;
  whole_main_text: string | null;
  link_count: number;
  probability: number;
  relevant: boolean;
  retryable: boolean;
  host_wait_ms: number;
  render_reason: string | null;
  content_hash: string | null;
  simhash: string | null;
  noindex: boolean;
  sitemaps: string[];
  change: PageChange | null;
}

const isRefused = (outcome: string): boolean => (REFUSED_REDIRECTS as readonly string[]).includes(outcome);

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

/** The step's facts as `digestStep` made them, from its row and links. */
export function toLoggedStep(row: PageLogRow, links: readonly PageLink[]): LoggedStep {
  const fetched = row.outcome === 'page' || isRefused(row.outcome);
  const page = pageOfRow(row, links);
  const facts: StepFacts = {
    step: row.step,
    // Whether a redirect is refused follows from the state, so the replay decides it again.
    outcome: fetched ? 'page' : row.outcome,
    free: !fetched && isFree({ kind: row.outcome, redirects: row.redirects }),
    message: row.message,
    finalUrl: row.final_url,
    redirects: row.redirects,
    httpStatus: row.http_status,
    contentType: row.content_type,
    charset: row.charset,
    fetchedAt: row.fetched_at.getTime(),
    activeMs: Number(row.active_ms),
    durationMs: row.duration_ms,
    bytes: row.bytes,
    truncated: row.truncated,
    rendered: row.rendered,
    renderReason: row.render_reason,
    retryable: row.retryable,
    hostWaitMs: row.host_wait_ms,
    sitemaps: row.sitemaps,
    contentHash: row.content_hash === null ? null : hexOfSigned(row.content_hash),
    simhash: row.simhash === null ? null : hexOfSigned(row.simhash),
    language: row.language ?? '',
    noindex: row.noindex,
    etag: null,
    lastModified: null,
    change: row.change,
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
