import type { ParsedPage } from '../../../../domain/page/index.js';
import type { NewTagPath, NewUrl, StepFacts, StepRecord, StepSummary } from '../../../../domain/session/index.js';
import { type ColumnType, CopyRows, inSnakeCase, uuidBytes } from '../../../../platform/database/index.js';
import { LINK_LISTS, storable, valuesOfRow } from '../../../base/page-links/index.js';
import { FACT_COLUMNS, STORED_FACTS, signed64, type StoredFact } from './crawl-log.mapper.js';
import { piecesOf } from './crawl-log.ranges.js';

/** @param pieces of the text that form the main text, if it was divided */
type ColumnValue = (record: StepRecord, page: ParsedPage | null, pieces: readonly number[] | null) => unknown;

function storableFact(fact: StepFacts[StoredFact]): unknown {
  if (typeof fact === 'string') return storable(fact);
  return Array.isArray(fact) ? fact.map(storable) : fact;
}

/** Epoch ms of a Last-Modified; null if it is missing or invalid. */
function momentOf(lastModified: string | null): number | null {
  const moment = lastModified === null ? Number.NaN : Date.parse(lastModified);
  return Number.isNaN(moment) ? null : moment;
}

/** Clocks and time zones differ. */
const MAX_AHEAD_MS = 2 * 86_400_000;

/** Epoch ms of a page's publication; null if it was not published when it was fetched. */
const publishedBy = ({ published }: ParsedPage, fetchedAt: number): number | null =>
  published !== null && published <= fetchedAt + MAX_AHEAD_MS ? published : null;

/** The columns of `pages` for inserts, with their values from a record. */
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
  published_at: ['timestamptz', ({ facts }, page) => page && publishedBy(page, facts.fetchedAt)],
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

const LEXEMES = { step: 'int4', lexemes: 'tsvector' } as const;
const COLUMNS = {
  pages: Object.fromEntries(Object.entries(PAGE_COLUMNS).map(([name, [type]]) => [name, type])),
  page_lexemes: LEXEMES,
  waiting_lexemes: LEXEMES,
  page_links: { source: 'int4', ...LINK_LISTS },
  tag_paths: { tag_path_no: 'int4', path: 'text' },
  urls: { url_no: 'int4', url: 'text', host: 'text', domain_no: 'int4', out_of_scope: 'text' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;
type Table = keyof typeof COLUMNS;

export const copyInto = (table: Table): string =>
  `COPY ${table} (session_id, ${Object.keys(COLUMNS[table]).join(', ')}) FROM STDIN (FORMAT binary)`;

const rowsFor = (table: Table): CopyRows => new CopyRows(['uuid', ...Object.values<ColumnType>(COLUMNS[table])]);

/** The rows of a step in the format of `CopyRows`; empty if it has none. */
export interface StepRows {
  readonly pages: Buffer;
  /**
   * The page's lexemes, written with it, so that a search finds pages as soon as they are committed: into the search
   * index, or beside it.
   */
  readonly lexemes: Buffer;
  /** One row per page. */
  readonly page_links: Buffer;
}

/** Creates the rows of one session's steps, one step at a time. */
export class StepRowWriter {
  private readonly session: Buffer;
  private readonly pages = rowsFor('pages');
  private readonly lexemes = rowsFor('page_lexemes');
  private readonly links = rowsFor('page_links');

  constructor(sessionId: string) {
    this.session = uuidBytes(sessionId);
  }

  /** @param lexemesOf the `tsvector` of a page, called only for a stored page; null if no page gets one */
  rowsOf(record: StepRecord, lexemesOf: ((page: ParsedPage, language: string) => Buffer) | null): StepRows {
    const { session } = this;
    const { plan, links } = record;
    // The page behind a refused redirect is not this session's: only the refusal is stored.
    const isFetched = record.outcome === 'page';
    const page = isFetched || record.outcome === 'reused' ? record.facts.page : null;
    const pieces = page && piecesOf(storable(page.mainText), storable(page.text));
    this.pages.add([session, ...PAGE_VALUES.map((value) => value(record, page, pieces))]);
    // Pages reused from the topic's collection are indexed there.
    if (page !== null && isFetched && lexemesOf !== null)
      this.lexemes.add([session, plan.step, lexemesOf(page, record.facts.language)]);
    if (links.length > 0) this.links.add([session, plan.step, ...valuesOfRow(links)]);
    return { pages: this.pages.take(), lexemes: this.lexemes.take(), page_links: this.links.take() };
  }
}

/** Short rows per step: a millisecond or two. */
const ROWS_OF_A_PIECE = 256;

/** Runs in steps: a batch may have tens of thousands. */
export function* tagPathRows(sessionId: string, steps: readonly StepSummary[]): Generator<void, Buffer> {
  const rows = rowsFor('tag_paths');
  const session = uuidBytes(sessionId);
  for (const { tagPathNo, path } of steps.flatMap(({ newTagPaths }): readonly NewTagPath[] => newTagPaths)) {
    rows.add([session, tagPathNo, storable(path)]);
    if (tagPathNo % ROWS_OF_A_PIECE === 0) yield;
  }
  return rows.take();
}

/** Also in steps. */
export function* urlRows(sessionId: string, urls: readonly NewUrl[]): Generator<void, Buffer> {
  const rows = rowsFor('urls');
  const session = uuidBytes(sessionId);
  for (const { urlNo, url, host, domainNo, outOfScope } of urls) {
    rows.add([session, urlNo, storable(url), host, domainNo, outOfScope]);
    if (urlNo % ROWS_OF_A_PIECE === 0) yield;
  }
  return rows.take();
}
