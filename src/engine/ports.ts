/** The engine's ports: what it needs from outside, as interfaces over plain data. */
import type { FetchOutcome, Validators } from '../domain/fetching/index.js';
import type { SearchAnswer, SearchRequest } from '../domain/search/index.js';
import {
  renderingSchema,
  type ContentKind,
  type CookieMode,
  type RenderingConfig,
  type RenderMode,
} from '../domain/session/reading-config.js';

export type { SearchAnswer, SearchHit, SearchRequest } from '../domain/search/index.js';
export type { ContentKind, CookieMode, RenderingConfig, RenderMode };
export type {
  Exchange,
  FetchedPage,
  FetchedSitemap,
  FetchFailure,
  FetchOutcome,
  NotModified,
  SitemapLink,
  Validators,
} from '../domain/fetching/index.js';

/** Settings of fetches that need nothing special, to be spread into others: HTML and text, no browser, no archive. */
export const PLAIN_FETCH = {
  render: 'never',
  rendering: renderingSchema.parse({}),
  contentTypes: ['html', 'text'],
  sitemaps: false,
  archive: false,
} as const;

/** What is sent to one host alone: secrets of a user. */
export interface HostAccess {
  readonly host: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** `name=value` each. */
  readonly cookies?: readonly string[];
}

/** What fetches of a session have that those of others have not. Nothing of it is logged, archived or told. */
export interface SessionAccess {
  /** Names the session, for what a fetcher keeps for it. */
  readonly session: string;
  readonly hosts?: readonly HostAccess[];
  /** URLs of proxies, taken in turn: http, https or socks5, with user and password. */
  readonly proxies?: readonly string[];
}

/** How pages are fetched in one session. Plain data: it travels with each request, to another process or machine. */
export interface FetchSettings {
  readonly userAgent: string;
  /** How long cookies are kept: for a fetch with its redirects and scripts, unless told; for the session; or not at all. */
  readonly cookies?: CookieMode;
  /** Sent as Accept-Language, and what scripts see; none unless told. */
  readonly acceptLanguage?: string;
  readonly access?: SessionAccess;
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

export interface FetchRequest {
  readonly url: string;
  readonly settings: FetchSettings;
  /** `sitemap`: the answer is read as a sitemap, sitemap index, RSS or Atom feed, and the outcome is a `FetchedSitemap` or a failure. A page unless told. */
  readonly as?: 'page' | 'sitemap';
  /** Of a sitemap: a page whose robots.txt names it, whose host it may list as well (sitemaps.org, "Sitemaps & Cross Submits"). */
  readonly namedBy?: string;
  /** Longest wait for the host's turn, ms; when it would take longer the outcome is `deferred`, at once. Default: unlimited. */
  readonly patienceMs?: number;
  /** Which step of its session asks, and which attempt of its choice this is: for fetchers that many may hear of. */
  readonly step?: { readonly no: number; readonly attempt: number };
  /** Sent with the request; the outcome may then be `not-modified`. */
  readonly validators?: Validators;
}

/**
 * Fetches one URL. Never rejects for a fact of the web: failures are values. Waits for the host's turn before the request goes out.
 * When `signal` aborts, the answer is a failure of kind `aborted`, soon.
 */
export interface Fetcher {
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>;
  close(): Promise<void>;
}

/**
 * Finds pages by words. Never rejects for a fact of the world: an engine that is away or answers nonsense is a failure as a value. Takes bounded time, and
 * ends soon when `signal` aborts.
 */
export interface SearchEngine {
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
}

/** Where the exchanges of a session are kept as they come in. Calls may overlap; the archive orders them. */
export interface FetchArchive {
  /**
   * Resolves when the outcome's exchanges are written, so that a slow disk slows the crawl down. Does nothing for outcomes without any.
   *
   * @returns false when there is no room for them: nothing of them is kept
   */
  append(outcome: FetchOutcome): Promise<boolean>;
  /** Ends the file under way; call it when the run ends, whatever the end. */
  close(): Promise<void>;
}

export interface Clock {
  /** Epoch ms, for facts: it jumps when somebody sets it. */
  now(): number;
  /** Ms since some moment, for all waiting, budgets and intervals: it goes on evenly, whatever is set. */
  monotonic(): number;
}

/** Waits so long, ms, or until the signal aborts. Never rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** The clocks of this process. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
