/** The meaning of one kind of outcome. */
interface Meaning {
  /**
   * The result. `failure`: nothing, as reported by the fetcher. `copy`: an earlier copy is still current. Only of
   * steps: `refused`, a redirect led to a page that the session does not take; `sham`, a response in place of a page,
   * recognised by what the session has seen of the host; `no sitemap`, after a failure of any kind; and of searches:
   * `hits`, or `no hits` if the engine failed.
   */
  readonly gives: 'page' | 'failure' | 'copy' | 'refused' | 'sham' | 'sitemap' | 'no sitemap' | 'hits' | 'no hits';
  /**
   * The party that ended it. `web`: the server, or the route to it. `robots`: the site's robots.txt. `guard`: URLs that
   * this service never fetches. `proxy`: the session's own proxy. `turn`: the host's turn was too far away. `machine`:
   * this machine was too busy. `caller`: the caller stopped the fetch. `session`: the session's scope. `engine`: a
   * search engine.
   */
  readonly by: 'web' | 'robots' | 'guard' | 'proxy' | 'turn' | 'machine' | 'caller' | 'session' | 'engine';
  /** Its cost to the budget. `request`: nothing, unless a redirect led there, whose request counts. */
  readonly costs: 'fetch' | 'request' | 'nothing';
  /** Whether it may be transient, so that a retry makes sense. */
  readonly mayPass: boolean | 'by status';
  /** Whether its host works, for a session that gives up hosts: it `answered`, it `failed`, or `unknown`. */
  readonly host: 'answered' | 'failed' | 'unknown' | 'by status';
  /** The effect of a single such request on its host's pace. Default: none. For responses, the status decides. */
  readonly pace?: 'fine' | 'error' | 'unreachable';
  /** Why the body was cut. Default: because it was too long. */
  readonly cut?: 'disconnect' | 'time';
  /** Whether it counts towards holding back a barren host. */
  readonly barren?: true;
  /** Whether its `retryAfterMs` says how long to leave the host alone; otherwise it repeats the host's known pace. */
  readonly tellsWait?: true;
  /** Description for people. */
  readonly means: string;
}

/**
 * Every outcome of a fetch or a step. Code that distinguishes outcomes takes the distinction from here; the order is
 * that of the API.
 */
const OUTCOMES = {
  page: {
    gives: 'page',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'the page was fetched',
  },
  reused: {
    gives: 'page',
    by: 'session',
    costs: 'nothing',
    mayPass: false,
    host: 'unknown',
    means: 'the page was taken from the collection of the topic, without a fetch',
  },
  known: {
    gives: 'failure',
    by: 'session',
    costs: 'request',
    mayPass: false,
    host: 'unknown',
    means: 'the topic has the page, or knows that there is none, and the session skips it',
  },
  dns: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'failed',
    pace: 'unreachable',
    means: 'the name of the host was not resolved',
  },
  connect: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'failed',
    pace: 'unreachable',
    means: 'no connection to the host',
  },
  tls: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'failed',
    pace: 'unreachable',
    means: 'no secure connection: certificate or protocol are not valid',
  },
  timeout: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'failed',
    pace: 'error',
    cut: 'time',
    means: 'the answer took too long',
  },
  reset: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'failed',
    pace: 'error',
    cut: 'disconnect',
    means: 'the connection ended before an answer came',
  },
  truncated: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'failed',
    pace: 'error',
    cut: 'disconnect',
    means: 'the connection ended before the body did',
  },
  'http-error': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: 'by status',
    host: 'by status',
    means: 'the status of the answer is not one of success',
  },
  forbidden: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    barren: true,
    means: 'the server refuses the page: status 401, 402, 403 or 451',
  },
  throttled: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'failed',
    barren: true,
    means: 'the server asks for fewer requests: status 429',
  },
  challenge: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: 'by status',
    host: 'by status',
    barren: true,
    means: 'a challenge or captcha in place of the page',
  },
  'too-large': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    pace: 'fine',
    means: 'header or answer are larger than any that is read',
  },
  'redirect-limit': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'too many redirects, or a circle of them',
  },
  'not-html': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'content of a type that the session does not take for a page',
  },
  'no-text': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'a PDF without any text, as of pages that were scanned',
  },
  decode: {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    pace: 'fine',
    means: 'the answer could not be read',
  },
  'robots-denied': {
    gives: 'failure',
    by: 'robots',
    costs: 'request',
    mayPass: false,
    host: 'unknown',
    means: 'robots.txt forbids it',
  },
  'robots-unreachable': {
    gives: 'failure',
    by: 'robots',
    costs: 'request',
    mayPass: true,
    host: 'failed',
    tellsWait: true,
    means: 'robots.txt could not be fetched, which forbids everything for now',
  },
  'blocked-address': {
    gives: 'failure',
    by: 'guard',
    costs: 'request',
    mayPass: false,
    host: 'unknown',
    means: 'an address or a port that this service may not ask',
  },
  'invalid-url': {
    gives: 'failure',
    by: 'guard',
    costs: 'request',
    mayPass: false,
    host: 'unknown',
    means: 'no HTTP or HTTPS URL',
  },
  proxy: {
    gives: 'failure',
    by: 'proxy',
    costs: 'request',
    mayPass: true,
    host: 'unknown',
    means: "the session's own proxy could not be reached, or refused to pass the request on",
  },
  'render-failed': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: true,
    host: 'unknown',
    means: 'the browser could not render the page',
  },
  'render-killed': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'unknown',
    means: 'the page crashed, or took so much of the browser that it had to be killed',
  },
  'fetcher-died': {
    gives: 'failure',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'unknown',
    means: 'fetchers of the fleet ended again and again while they fetched it',
  },
  deferred: {
    gives: 'failure',
    by: 'turn',
    costs: 'request',
    mayPass: true,
    host: 'unknown',
    tellsWait: true,
    means: "the host's turn was too far away; the fetch was put off",
  },
  overloaded: {
    gives: 'failure',
    by: 'machine',
    costs: 'nothing',
    mayPass: true,
    host: 'unknown',
    tellsWait: true,
    means: 'this machine was too busy to fetch or render it in time; the fetch was put off',
  },
  'not-archived': {
    gives: 'failure',
    by: 'machine',
    costs: 'fetch',
    mayPass: true,
    host: 'unknown',
    means: 'the archive had no room for it; it is fetched again when there is room',
  },
  aborted: {
    gives: 'failure',
    by: 'caller',
    costs: 'request',
    mayPass: true,
    host: 'unknown',
    cut: 'time',
    means: 'the fetch was stopped',
  },
  duplicate: {
    gives: 'refused',
    by: 'session',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'a redirect led to a URL that the session tried before',
  },
  'out-of-scope': {
    gives: 'refused',
    by: 'session',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: "a redirect led out of the session's scope",
  },
  'domain-cap': {
    gives: 'refused',
    by: 'session',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'a redirect led into a domain that has as many pages as it may have',
  },
  login: {
    gives: 'sham',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    barren: true,
    means: 'a redirect led to a login page',
  },
  'soft-404': {
    gives: 'sham',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    barren: true,
    means: 'the same page for different URLs of the host, or one that says that there is none',
  },
  'same-list': {
    gives: 'sham',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    barren: true,
    means: 'the same list as under another query of the same path',
  },
  sitemap: {
    gives: 'sitemap',
    by: 'web',
    costs: 'nothing',
    mayPass: false,
    host: 'answered',
    means: 'a sitemap or feed was read',
  },
  'sitemap-failed': {
    gives: 'no sitemap',
    by: 'web',
    costs: 'nothing',
    mayPass: false,
    host: 'unknown',
    means: 'a sitemap or feed could not be fetched or read',
  },
  search: {
    gives: 'hits',
    by: 'engine',
    costs: 'nothing',
    mayPass: false,
    host: 'unknown',
    means: 'a search engine answered with a page of results',
  },
  'search-failed': {
    gives: 'no hits',
    by: 'engine',
    costs: 'nothing',
    mayPass: false,
    host: 'unknown',
    means: 'a search engine could not be asked, or its answer not read',
  },
  'not-modified': {
    gives: 'copy',
    by: 'web',
    costs: 'fetch',
    mayPass: false,
    host: 'answered',
    means: 'the copy of an earlier session is still good',
  },
} as const satisfies Readonly<Record<string, Meaning>>;

export type Outcome = keyof typeof OUTCOMES;

type OutcomeWith<M> = { [K in Outcome]: (typeof OUTCOMES)[K] extends M ? K : never }[Outcome];

/** The outcomes with all of these meanings, in the order of the table. */
export function outcomesWith<const M extends Partial<Meaning>>(meaning: M): readonly OutcomeWith<Readonly<M>>[] {
  const wanted = Object.entries(meaning);
  const kinds = Object.keys(OUTCOMES) as Outcome[];
  return kinds.filter((kind): kind is OutcomeWith<Readonly<M>> => {
    const row: Readonly<Record<string, unknown>> = OUTCOMES[kind];
    return wanted.every(([name, value]) => row[name] === value);
  });
}

/** Outcomes of search steps. */
export const SEARCH_ENDS = ['search', 'search-failed'] as const satisfies readonly Outcome[];

/** The meaning of one outcome. */
export const meaningOf = (kind: Outcome): Meaning => OUTCOMES[kind];

/** The outcomes of failed fetches. */
export const FAILURE_KINDS = outcomesWith({ gives: 'failure' });
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Outcomes of steps whose redirect led where this session may not go, or has been. */
export type RefusedRedirect = OutcomeWith<{ readonly gives: 'refused' }>;

export const isRefused = (kind: Outcome): kind is RefusedRedirect => meaningOf(kind).gives === 'refused';

/** Outcomes of steps with a response in place of a page, recognised by what the session has seen of the host. */
export type ShamPage = OutcomeWith<{ readonly gives: 'sham' }>;

export const isSham = (kind: Outcome): kind is ShamPage => meaningOf(kind).gives === 'sham';

/** Whether an outcome counts towards holding its host back, for a session that does so. */
export const isBarren = (kind: Outcome): boolean => meaningOf(kind).barren === true;

/** Outcomes of fetches. */
export type FetchEnd = Exclude<
  Outcome,
  RefusedRedirect | ShamPage | 'reused' | 'sitemap-failed' | 'search' | 'search-failed'
>;

/** Outcomes of steps, as in the log and the API. */
export type StepOutcome = Exclude<Outcome, 'not-modified'>;
export const STEP_OUTCOMES = (Object.keys(OUTCOMES) as Outcome[]).filter(
  (kind): kind is StepOutcome => kind !== 'not-modified',
);
