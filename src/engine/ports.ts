/** The engine's ports: what it needs from outside, as interfaces over plain data. */
import type { RenderReason } from '../domain/page/index.js';
import {
  renderingSchema,
  type ContentKind,
  type RenderingConfig,
  type RenderMode,
} from '../domain/session/reading-config.js';

export type { ContentKind, RenderingConfig, RenderMode };

/** Settings of fetches that need nothing special, to be spread into others: HTML and text, no browser, no archive. */
export const PLAIN_FETCH = {
  render: 'never',
  rendering: renderingSchema.parse({}),
  contentTypes: ['html', 'text'],
  sitemaps: false,
  archive: false,
} as const;

/** How pages are fetched in one session. Plain data: it travels with each request, to another process or machine. */
export interface FetchSettings {
  readonly userAgent: string;
  readonly obeyRobots: boolean;
  /** `auto`: the fetcher decides per page whether it needs a browser. */
  readonly render: RenderMode;
  readonly rendering: RenderingConfig;
  /** Least time between the starts of two fetches from one host, ms. A longer robots.txt Crawl-delay wins. */
  readonly hostDelayMs: number;
  readonly timeoutMs: number;
  /** Decoded bytes of a body, at most; more is cut and the page is marked truncated. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** What counts as a page besides HTML: plain text and PDF come back as HTML made from them. */
  readonly contentTypes: readonly ContentKind[];
  /** Whether pages tell the sitemaps that robots.txt of their host names. */
  readonly sitemaps: boolean;
  /** Whether outcomes carry what went over the wire (`exchanges`). */
  readonly archive: boolean;
}

/** What the server said of an earlier copy: sent back as If-None-Match and If-Modified-Since (RFC 9110 section 13). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchRequest {
  readonly url: string;
  readonly settings: FetchSettings;
  /** `sitemap`: the answer is read as a sitemap, sitemap index, RSS or Atom feed, and the outcome is a `FetchedSitemap` or a failure. A page unless told. */
  readonly as?: 'page' | 'sitemap';
  /** Longest wait for the host's turn, ms; when it would take longer the outcome is `deferred`, at once. Unlimited unless told. */
  readonly patienceMs?: number;
  /** Sent with the request; the outcome may then be `not-modified`. */
  readonly validators?: Validators;
}

/**
 * One kind per way a fetch can fail. `truncated`: the connection ended before the body did. `deferred`: the host's turn is further away than the request's
 * patience; nothing was sent. `overloaded`: this machine was too busy to fetch or render the page in time, which says nothing of the page.
 */
export const FAILURE_KINDS = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'truncated',
  'http-error',
  'too-large',
  'redirect-limit',
  'not-html',
  'decode',
  'robots-denied',
  'robots-unreachable',
  'blocked-address',
  'invalid-url',
  'render-failed',
  'deferred',
  'overloaded',
  'aborted',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

interface OutcomeBase {
  /** Where the last redirect led; the requested URL when there was none. */
  readonly finalUrl: string;
  /** URLs passed through on the way, the requested one first; empty without redirects. */
  readonly redirects: readonly string[];
  readonly httpStatus: number | null;
  /** Epoch ms of the moment the outcome was known. */
  readonly fetchedAt: number;
  readonly durationMs: number;
  /** Decoded body bytes read. */
  readonly bytes: number;
  /** Time until the host may be asked again, ms, as of `fetchedAt`: its delay, Retry-After, or an open circuit. 0 unless told. */
  readonly hostWaitMs?: number;
  /** What went over the wire, in order, redirects included; only where the settings ask for it. */
  readonly exchanges?: readonly Exchange[];
}

/** One request and its response as sent, for an archive. */
export interface Exchange {
  readonly url: string;
  /** Epoch ms of the request. */
  readonly startedAt: number;
  /** Address connected to, null when a proxy hides it. */
  readonly ip: string | null;
  /** Request line and header lines with their CRLFs, up to and with the empty line. */
  readonly requestHead: string;
  /** Status line and header lines with their CRLFs, up to and with the empty line. Transfer coding is undone, content coding is not. */
  readonly responseHead: string;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

export interface FetchedPage extends OutcomeBase {
  readonly kind: 'page';
  readonly httpStatus: number;
  readonly contentType: string;
  readonly charset: string;
  readonly html: string;
  readonly truncated: boolean;
  readonly rendered: boolean;
  /** Why it was rendered, or why not where `auto` decided. */
  readonly renderReason?: RenderReason;
  /** JPEG thumbnail of the rendered page, where the settings ask for it. */
  readonly screenshot?: Uint8Array;
  /** Values of X-Robots-Tag, joined by ', '. */
  readonly robotsTag?: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Sitemaps that robots.txt of the page's host names, where the settings ask for them; `/sitemap.xml` of the host when it names none. */
  readonly sitemaps?: readonly string[];
}

/** One entry of a sitemap or feed. */
export interface SitemapLink {
  readonly url: string;
  /** Title of a feed's entry, '' in sitemaps. */
  readonly title: string;
}
export interface FetchedSitemap extends OutcomeBase {
  readonly kind: 'sitemap';
  readonly httpStatus: number;
  /** Canonical URLs, document order, capped. */
  readonly links: readonly SitemapLink[];
  /** Further sitemaps that an index names. */
  readonly sitemaps: readonly string[];
  readonly truncated: boolean;
}

/** The copy that the request's validators belong to is still good (304). */
export interface NotModified extends OutcomeBase {
  readonly kind: 'not-modified';
  readonly httpStatus: 304;
}

export interface FetchFailure extends OutcomeBase {
  readonly kind: FailureKind;
  readonly message: string;
  readonly retryable: boolean;
  /** From Retry-After, ms. */
  readonly retryAfterMs?: number;
}
export type FetchOutcome = FetchedPage | FetchedSitemap | NotModified | FetchFailure;

/** Ends that come before a request for the page is sent. */
export const BEFORE_REQUEST: readonly FailureKind[] = [
  'robots-denied',
  'robots-unreachable',
  'blocked-address',
  'invalid-url',
  'deferred',
  'aborted',
];

/** Whether an outcome costs the budget nothing: no request was sent, or it came to nothing for our own sake. What a redirect led to has cost its request. */
export const isFree = ({
  kind,
  redirects,
}: {
  readonly kind: string;
  readonly redirects: readonly string[];
}): boolean =>
  kind === 'overloaded' || ((BEFORE_REQUEST as readonly string[]).includes(kind) && redirects.length === 0);

/**
 * Fetches one URL. Never rejects for a fact of the web: failures are values. Waits for the host's turn before the request goes out.
 * When `signal` aborts, the answer is a failure of kind `aborted`, soon.
 */
export interface Fetcher {
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>;
  close(): Promise<void>;
}

/** Where the exchanges of a session are kept as they come in. Calls may overlap; the archive orders them. */
export interface FetchArchive {
  /** Resolves when the outcome's exchanges are written, so that a slow disk slows the crawl down. Does nothing for outcomes without any. */
  append(outcome: FetchOutcome): Promise<void>;
  /** Ends the file under way; call it when the run ends, whatever the end. */
  close(): Promise<void>;
}

export interface Clock {
  /** Epoch ms, for facts: it jumps when somebody sets it. */
  now(): number;
  /** Ms since some moment, for all waiting, budgets and intervals: it goes on evenly, whatever is set. */
  monotonic(): number;
}

/** The clocks of this process. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
