import type { PageLink, ParsedPage } from '../../../../domain/page/index.js';
import { isFree, isRefused, type LoggedPageFacts } from '../../../../domain/fetching/index.js';
import type { StepFacts } from '../../../../domain/session/index.js';
import type { LoggedStep } from '../../../../engine/index.js';
import { type ColumnType, inSnakeCase } from '../../../../platform/database/index.js';
import type { TextPlace } from '../../../base/page-texts/index.js';

/** Converts 64 bits in hex to PostgreSQL's signed bigint; the next function does the reverse. */
export const signed64 = (hex: string): bigint => BigInt.asIntN(64, BigInt(`0x${hex}`));
export const signedOfHex = (hex: string): string => signed64(hex).toString();
export const hexOfSigned = (decimal: string): string =>
  BigInt.asUintN(64, BigInt(decimal)).toString(16).padStart(16, '0');

/** Facts stored unchanged in columns of the same name. */
export const FACT_COLUMNS = {
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
export type StoredFact = keyof typeof FACT_COLUMNS;
export const STORED_FACTS = Object.keys(FACT_COLUMNS) as StoredFact[];

/** Columns of a page `p` for `PageLogRow`, without its URL and the parts that only a judge reads. */
const STEP_COLUMNS = [
  'p.step, p.seq, p.chosen_after, p.url_no, p.outcome, p.fetched_at, p.active_ms, p.modified_at, p.published_at, p.link_count, p.probability, p.relevant, p.content_hash, p.simhash, p.language',
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
  published_at: Date | null;
  title: string | null;
  description: string | null;
  headings: string[];
  language: string | null;
  text: string | null;
  whole_main_text: string | null;
  /** The location of the texts, if they are not in the row. */
  text_place: TextPlace | null;
  link_count: number;
  content_hash: string | null;
  simhash: string | null;
}

/** The parsed page, to the extent that it is stored. */
export function pageOfRow(row: PageLogRow, links: readonly PageLink[]): ParsedPage {
  return {
    title: row.title ?? '',
    description: row.description ?? '',
    headings: row.headings,
    published: row.published_at?.getTime() ?? null,
    language: row.language ?? '',
    text: row.text ?? '',
    mainText: row.whole_main_text ?? '',
    canonical: '',
    links,
    // The page's own directives are already applied to its links.
    robots: '',
    feeds: [],
    noindex: row.noindex,
    nofollow: false,
    truncated: row.truncated,
  };
}

const storedFactsOf = (row: PageLogRow): Pick<StepFacts, StoredFact> =>
  Object.fromEntries(STORED_FACTS.map((name) => [name, row[name]])) as Pick<StepFacts, StoredFact>;

/** The step's facts as from `digestStep`, from its row and links. */
export function toLoggedStep(row: PageLogRow, links: readonly PageLink[]): LoggedStep {
  const reused = row.outcome === 'reused';
  const fetched = row.outcome === 'page' || reused || isRefused(row.outcome);
  const page = pageOfRow(row, links);
  const facts: StepFacts = {
    ...storedFactsOf(row),
    step: row.step,
    // Whether a redirect is refused follows from the state, so the replay decides it again.
    outcome: fetched && !reused ? 'page' : row.outcome,
    free: reused || (!fetched && isFree({ kind: row.outcome, redirects: row.redirects })),
    finalUrl: row.final_url,
    fetchedAt: row.fetched_at.getTime(),
    activeMs: Number(row.active_ms),
    contentHash: row.content_hash === null ? null : hexOfSigned(row.content_hash),
    simhash: row.simhash === null ? null : hexOfSigned(row.simhash),
    language: row.language ?? '',
    etag: null,
    lastModified: row.modified_at?.toISOString() ?? null,
    screenshot: null,
    sign: null,
    page: fetched ? page : null,
    links,
    probability: row.probability,
    relevant: row.relevant,
  };
  return { seq: row.seq, chosenAfter: row.chosen_after, urlNo: row.url_no, facts, refused: isRefused(row.outcome) };
}
