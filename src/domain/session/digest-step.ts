import {
  isFree,
  isOurs,
  isPutOff,
  type FetchedPage,
  type FetchFacts,
  type FetchOutcome,
  type PageFacts,
  type IfKnown,
  type Validators,
} from '../fetching/index.js';
import type { DocumentText } from '../text/document-text.js';
import {
  bareLink,
  DEFAULT_PARSE_LIMITS,
  parsePage,
  parsePageInPieces,
  robotsDirectives,
  tellingText,
  type PageLink,
  type ParsedPage,
  type ParseLimits,
  unrenderedReason,
} from '../page/index.js';
import { isRemoteModel, type RelevanceModel, type RemoteRelevanceModel } from '../relevance/relevance-model.js';
import { languageOf, decideLanguage } from '../language/index.js';
import { simhash } from '../text/index.js';
import { MAX_PAGE_HITS, usableHits, type SearchOutcome } from '../search/index.js';
import { canonicalUrl, hashUrl, toHex } from '../url/index.js';
import type { SessionConfig } from './session-config.js';
import { pageSign } from './page-sign.js';
import { type PageChange, type StepFacts, type StepPlan } from './step.js';

/** Adds to an answer of a fetcher or a search engine the facts of the crawl loop: its clock, and earlier visits. */
export type StepAnswer = (FetchOutcome | SearchOutcome) & {
  /** Running time of the session at the outcome, ms. Default: 0. */
  readonly activeMs?: number;
  /** Whether the topic's stored copy was taken without a request. */
  readonly reused?: boolean;
  /** The topic's last visit of the page, if changes are tracked or a stored copy is taken. Default: null. */
  readonly earlier?: EarlierVisit | null;
  /** The page, if `parseInPieces` has already parsed it. */
  readonly parsed?: ParsedPage;
};

/** The topic's version of a page from an earlier session. */
export interface EarlierVisit extends Validators {
  readonly contentHash: string | null;
  /** The earlier page, used if the server answers that it has not changed. */
  readonly page: ParsedPage;
  readonly links: readonly PageLink[];
}

interface Verdict {
  readonly probability: number;
  readonly relevant: boolean;
}

/** Decides whether a page is relevant. The second argument lets a recorded web answer from labels. */
export interface Judge {
  judge(document: DocumentText, url: string): Verdict;
}

/**
 * Decides by asking an external service. Several pages can be judged concurrently, so that their requests are batched.
 */
export interface RemoteJudge {
  /** Most pages worth sending at a time. */
  readonly window: number;
  /** Rejects with the signal's reason when it aborts. @throws ClassifierError if there will be no verdict */
  judgeLater(document: DocumentText, url: string, signal: AbortSignal): Promise<Verdict>;
}

export const isRemoteJudge = (judge: Judge | RemoteJudge): judge is RemoteJudge => 'judgeLater' in judge;

/** Judges by a relevance model's probability against its threshold. */
export function judgeByModel(model: RelevanceModel): Judge;
export function judgeByModel(model: RelevanceModel | RemoteRelevanceModel): Judge | RemoteJudge;
export function judgeByModel(model: RelevanceModel | RemoteRelevanceModel): Judge | RemoteJudge {
  const verdictOf = (probability: number): Verdict => ({ probability, relevant: probability >= model.threshold });
  if (!isRemoteModel(model)) return { judge: (document) => verdictOf(model.score(document)) };
  const { window, maxOutageMs: patienceMs } = model;
  return {
    window,
    judgeLater: async (document, _, signal) =>
      verdictOf((await model.scoreMany([document], { signal, patienceMs }))[0]),
  };
}

export const documentOf = (page: ParsedPage, url: string): DocumentText => ({
  url,
  title: page.title,
  description: page.description,
  text: tellingText(page),
});

/** Pages with less text cannot be compared: frames, forms, "moved here". */
const MIN_COMPARED_CHARS = 100;
/** As many shingles as a simhash has bits: with fewer, single ones decide, and numbered lists are all alike. */
const MIN_SHINGLES = 64;

/** The fingerprints of a page; null if it has too little text, or fingerprints are not used. */
function fingerprints(page: ParsedPage, config: SessionConfig): Pick<StepFacts, 'contentHash' | 'simhash'> {
  const { duplicates, trackChanges, hostBarrenLimit } = config;
  const compares = duplicates.exact || trackChanges || hostBarrenLimit > 0;
  const contentHash =
    compares && page.text.length >= MIN_COMPARED_CHARS ? toHex(hashUrl(`${page.title}\n${page.text}`)) : null;
  return { contentHash, simhash: nearHash(page, config) };
}

function nearHash(page: ParsedPage, { duplicates, hostBarrenLimit }: SessionConfig): string | null {
  if (duplicates.nearDistance === 0 && hostBarrenLimit === 0) return null;
  const fingerprint = simhash(page.title, tellingText(page));
  return fingerprint.shingles < MIN_SHINGLES ? null : toHex(fingerprint);
}

/** Pages too short for a hash are compared by their text. */
function changeSince(earlier: EarlierVisit | null, page: ParsedPage, contentHash: string | null): PageChange {
  if (earlier === null) return 'new';
  if (earlier.contentHash !== null || contentHash !== null)
    return earlier.contentHash === contentHash ? 'unchanged' : 'changed';
  return earlier.page.title === page.title && earlier.page.text === page.text ? 'unchanged' : 'changed';
}

/** The stored form of a page that must not be indexed: only its links, without the words around them. */
function withoutText(page: ParsedPage): ParsedPage {
  return {
    ...page,
    title: '',
    description: '',
    headings: [],
    published: null,
    text: '',
    mainText: '',
    noindex: true,
    links: page.links.map((link) => ({ ...link, before: '', after: '', heading: '' })),
  };
}

/**
 * A page is refused for its language only if its own text shows another one: the declared one is often that of a
 * template.
 */
function isAllowed({ language, page }: StepFacts, { languages }: SessionConfig): boolean {
  if (languages === undefined || language === '' || languages.includes(language)) return true;
  if (page === null) return false;
  const { possible } = decideLanguage(tellingText(page), page.language);
  return possible.length === 0 || possible.some((one) => languages.includes(one));
}

/** Adds a judge's verdict on their page to the facts. */
function withVerdict(facts: StepFacts, { probability, relevant }: Verdict, config: SessionConfig): StepFacts {
  const mayBeRelevant = isAllowed(facts, config);
  return { ...facts, probability, relevant: relevant && mayBeRelevant, mayBeRelevant };
}

/** The text that a judge judges; null if the step has none. */
const judgedText = ({ page, noindex, finalUrl }: StepFacts): DocumentText | null =>
  page === null || noindex ? null : documentOf(page, finalUrl);

/** The facts of a read or logged step with a judge's verdict; everything else is unchanged. */
export function judged(facts: StepFacts, config: SessionConfig, judge: Judge): StepFacts {
  const text = judgedText(facts);
  return text === null ? facts : withVerdict(facts, judge.judge(text, facts.finalUrl), config);
}

/** `judged` for an asynchronous judge. @throws errors of the judge */
export async function judgedLater(
  facts: StepFacts,
  config: SessionConfig,
  judge: RemoteJudge,
  signal: AbortSignal,
): Promise<StepFacts> {
  const text = judgedText(facts);
  return text === null ? facts : withVerdict(facts, await judge.judgeLater(text, facts.finalUrl, signal), config);
}

/**
 * Parses and judges the result of a fetch (architecture: a crawl step as data, 3). Pure: the same outcome gives the
 * same facts.
 */
export function digestStep(plan: StepPlan, outcome: StepAnswer, config: SessionConfig, judge: Judge): StepFacts {
  return judged(readStep(plan, outcome, config), config, judge);
}

/** Parses the result of a fetch; the facts have no verdict yet. Pure. */
export function readStep(plan: StepPlan, outcome: StepAnswer, config: SessionConfig): StepFacts {
  const { earlier = null } = outcome;
  const facts = factsOf(plan, outcome, config);
  if (outcome.kind === 'search' || outcome.kind === 'search-failed')
    facts.links = linksOfSearch(outcome, plan.search?.limit ?? MAX_PAGE_HITS);
  else if (plan.as === 'sitemap') digestSitemap(facts, outcome);
  else if (outcome.kind === 'page') readPage(facts, outcome, config);
  else if (outcome.kind === 'not-modified') {
    // Without an earlier copy, a redirect led to a page that was never fetched.
    if (earlier === null) [facts.outcome, facts.message] = ['http-error', 'HTTP status 304'];
    else readUnchanged(facts, earlier, config);
  } else if (earlier && (outcome.httpStatus === 404 || outcome.httpStatus === 410)) facts.change = 'gone';
  // If the policy does not read the page's links, neither its links nor its feeds become candidates.
  if (facts.page !== null && !plan.readLinks) [facts.links, facts.sitemaps] = [[], []];
  return facts;
}

/** Facts while they are gathered: one place sets each of them. */
type Draft = { -readonly [K in keyof StepFacts]: StepFacts[K] };

/** The facts of an answer, without a page. Written out: after a spread each further property costs as much as all. */
function factsOf(plan: StepPlan, outcome: StepAnswer, config: SessionConfig): Draft {
  const facts: FetchFacts & IfKnown<PageFacts> = outcome;
  return {
    contentType: facts.contentType ?? null,
    charset: facts.charset ?? null,
    truncated: facts.truncated ?? false,
    rendered: facts.rendered ?? false,
    renderReason: facts.renderReason ?? null,
    etag: facts.etag ?? null,
    lastModified: facts.lastModified ?? null,
    screenshot: facts.screenshot ?? null,
    sitemaps: config.sitemaps ? (facts.sitemaps ?? []) : [],
    step: plan.step,
    // As a step, the answer that a copy is still current counts as the page.
    outcome: outcome.kind === 'not-modified' ? (outcome.reused === true ? 'reused' : 'page') : outcome.kind,
    free: outcome.reused === true || isFree(outcome),
    message: ('message' in outcome ? outcome.message : undefined) ?? null,
    finalUrl: canonicalUrl(outcome.finalUrl) ?? outcome.finalUrl,
    redirects: outcome.redirects,
    httpStatus: outcome.reused === true ? null : outcome.httpStatus,
    fetchedAt: outcome.fetchedAt,
    activeMs: Math.round(outcome.activeMs ?? 0),
    durationMs: Math.round(outcome.durationMs),
    bytes: outcome.bytes,
    retryable: 'retryable' in outcome && outcome.retryable,
    hostWaitMs: Math.round('hostWaitMs' in outcome ? (outcome.hostWaitMs ?? 0) : 0),
    contentHash: null,
    simhash: null,
    language: '',
    noindex: false,
    change: null,
    sign: null,
    page: null,
    links: [],
    probability: 0,
    relevant: false,
  };
}

const parseLimits = (config: SessionConfig): ParseLimits => ({
  ...DEFAULT_PARSE_LIMITS,
  maxLinks: config.maxLinksPerPage,
});

/**
 * The parsing part of `readStep` in steps, for pages so large that parsing them would hold up other work. Its result
 * goes into `StepAnswer.parsed`.
 */
export function parseInPieces(outcome: FetchedPage, config: SessionConfig): Generator<void, ParsedPage> {
  return parsePageInPieces(outcome.html, outcome.finalUrl, parseLimits(config), outcome);
}

function readPage(facts: Draft, outcome: StepAnswer & FetchedPage, config: SessionConfig): void {
  const parsed = outcome.parsed ?? parsePage(outcome.html, outcome.finalUrl, parseLimits(config), outcome);
  const asked = robotsDirectives(
    [...(outcome.robotsTag ?? '').split('\n'), parsed.robots],
    config.userAgent,
    outcome.fetchedAt,
  );
  const noindex = config.obeyNoindex && asked.noindex;
  const page = noindex ? withoutText(parsed) : parsed;
  const { contentHash, simhash } = fingerprints(parsed, config);
  facts.contentHash = contentHash;
  facts.simhash = simhash;
  if (config.sitemaps) facts.sitemaps = [...facts.sitemaps, ...page.feeds];
  facts.truncated ||= page.truncated;
  facts.language = languageOf(tellingText(parsed), parsed.language);
  facts.noindex = noindex;
  if (config.trackChanges) facts.change = changeSince(outcome.earlier ?? null, page, contentHash);
  if (noindex) facts.screenshot = null;
  if (config.render === 'never') facts.renderReason ??= unrenderedReason(outcome.html, parsed.text);
  if (config.hostBarrenLimit > 0) facts.sign = pageSign(outcome.html, parsed, facts.finalUrl);
  facts.page = page;
  facts.links = asked.nofollow ? page.links.map((link): PageLink => ({ ...link, nofollow: true })) : page.links;
}

/** The server answers that the page is as it was at the topic's last visit. */
function readUnchanged(facts: Draft, earlier: EarlierVisit, config: SessionConfig): void {
  const { page, links, contentHash, etag, lastModified } = earlier;
  facts.etag ??= etag;
  facts.lastModified ??= lastModified;
  facts.contentHash = contentHash;
  facts.simhash = nearHash(page, config);
  facts.language = languageOf(tellingText(page), page.language);
  facts.noindex = config.obeyNoindex && page.noindex;
  if (facts.outcome !== 'reused') facts.change = 'unchanged';
  facts.page = page;
  facts.links = links;
}

/** A sitemap's entries as links. It costs no budget, like robots.txt: the number of files per host is bounded. */
function digestSitemap(facts: Draft, outcome: StepAnswer): void {
  facts.free = true;
  if (outcome.kind === 'sitemap')
    facts.links = outcome.links.map(({ url, title }, position) => bareLink(url, position, 'sitemap', title));
  else if (!isPutOff(outcome.kind) && !isOurs(outcome.kind)) {
    facts.outcome = 'sitemap-failed';
    facts.message = `${outcome.kind}: ${facts.message ?? ''}`;
  }
}

/** The hits of a search as links: the title is the anchor, followed by the snippet, as on a page of results. */
function linksOfSearch(outcome: SearchOutcome, limit: number): PageLink[] {
  const hits = outcome.kind === 'search' ? usableHits(outcome.hits, Math.min(limit, MAX_PAGE_HITS)) : [];
  return hits.map(({ url, title, snippet }, position) => ({
    ...bareLink(url, position, 'search', title),
    after: snippet,
  }));
}
