import type { PageLink, ParsedPage } from '../../domain/page/index.js';
import { REFUSED_REDIRECTS, type PageChange, type StepFacts, type StepRecord } from '../../domain/session/index.js';
import { isFree, type LoggedStep } from '../../engine/index.js';

/** PostgreSQL stores no NUL in text. */
export const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);
const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text));

/** 64 bits as PostgreSQL's signed bigint, in decimal, and back. */
export const signedOfHex = (hex: string): string => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
export const hexOfSigned = (decimal: string): string => BigInt.asUintN(64, BigInt(decimal)).toString(16).padStart(16, '0');

/** A row of `pages` as the commit's JSON has it; the names are the columns'. */
export function toPageRow(record: StepRecord): Record<string, unknown> {
  const { plan, facts } = record;
  // A refused redirect's page is not this session's: only that it was refused is kept.
  const page = record.outcome === 'page' ? facts.page : null;
  return {
    step: plan.step,
    seq: record.seq,
    chosen_after: plan.chosenAfter,
    url_no: plan.urlNo,
    source: plan.source,
    outcome: record.outcome,
    message: storableOrNull(facts.message),
    final_url_no: record.finalUrlNo,
    domain_no: record.domainNo,
    redirects: facts.redirects.map(storable),
    http_status: facts.httpStatus,
    content_type: storableOrNull(facts.contentType),
    charset: facts.charset,
    fetched_at: new Date(facts.fetchedAt).toISOString(),
    duration_ms: facts.durationMs,
    bytes: facts.bytes,
    truncated: facts.truncated,
    rendered: facts.rendered,
    title: page && storable(page.title),
    description: page && storable(page.description),
    headings: page ? page.headings.map(storable) : [],
    language: page && storable(facts.language),
    text: page && storable(page.text),
    main_text: page && storable(page.mainText),
    link_count: record.links.length,
    score: page ? facts.score : 0,
    relevant: record.relevant,
    reward: record.reward,
    depth: record.depth,
    why: plan.explanation,
    choice: plan.choice,
    attempt: plan.attempt,
    retryable: facts.retryable,
    host_wait_ms: facts.hostWaitMs,
    render_reason: storableOrNull(facts.renderReason),
    duplicate_of: record.duplicateOf,
    content_hash: facts.contentHash && signedOfHex(facts.contentHash),
    simhash: facts.simhash && signedOfHex(facts.simhash),
    noindex: facts.noindex,
    sitemaps: facts.sitemaps.map(storable),
    change: facts.change,
  };
}

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
  duration_ms: number;
  bytes: number;
  truncated: boolean;
  rendered: boolean;
  title: string | null;
  description: string | null;
  headings: string[];
  language: string | null;
  text: string | null;
  main_text: string | null;
  score: number;
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
    mainText: row.main_text ?? '',
    canonical: '',
    links,
    // What a page's own directives decided is in its links already.
    robots: '',
    feeds: [],
    noindex: false,
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
    score: row.score,
    relevant: row.relevant,
  };
  return { seq: row.seq, chosenAfter: row.chosen_after, urlNo: row.url_no, facts };
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
    if (!delta) deltas.set(domainNo, (delta = { domainNo, fetched: 0, relevant: 0, failed: 0, firstStep: null, firstRelevantStep: null }));
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
