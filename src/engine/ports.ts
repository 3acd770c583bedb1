/** The engine's ports: its external needs as interfaces over plain data. */
import type { FetchOutcome, Validators } from '../domain/fetching/index.js';
import type { SearchAnswer, SearchRequest } from '../domain/search/index.js';
import {
  renderingSchema,
  type ContentKind,
  type CookieMode,
  type RenderingConfig,
  type RenderMode,
} from '../domain/session/reading-config.js';

export type { SearchAnswer, SearchRequest } from '../domain/search/index.js';
export type { ContentKind };
export type {
  Exchange,
  FetchedPage,
  FetchedSitemap,
  FetchFailure,
  FetchOutcome,
  SitemapLink,
  Validators,
} from '../domain/fetching/index.js';

/** Default settings of fetches, to be spread into others: HTML and text, no browser, no archive. */
export const PLAIN_FETCH = {
  render: 'never',
  rendering: renderingSchema.parse({}),
  contentTypes: ['html', 'text'],
  sitemaps: false,
  archive: false,
} as const;

/** Secrets of a user, sent to one host only. */
interface HostAccess {
  readonly host: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** `name=value` each. */
  readonly cookies?: readonly string[];
}

/** Access settings of a session's fetches. They are never logged, archived or returned by the API. */
export interface SessionAccess {
  /** Identifies the session to a fetcher that keeps state for it. */
  readonly session: string;
  readonly hosts?: readonly HostAccess[];
  /** Proxy URLs, used in rotation: http, https or socks5, with user and password. */
  readonly proxies?: readonly string[];
}

/** Fetch settings of a session. Plain data: they travel with each request, to another process or machine. */
export interface FetchSettings {
  readonly userAgent: string;
  /** Lifetime of cookies. Default: one fetch with its redirects and scripts. */
  readonly cookies?: CookieMode;
  /** Sent as Accept-Language and visible to scripts. Default: none. */
  readonly acceptLanguage?: string;
  readonly access?: SessionAccess;
  readonly obeyRobots: boolean;
  /** `auto`: the fetcher decides per page whether it needs a browser. */
  readonly render: RenderMode;
  readonly rendering: RenderingConfig;
  /**
   * Minimum time between the starts of two fetches from one host, ms. A longer Crawl-delay in robots.txt takes
   * precedence.
   */
  readonly hostDelayMs: number;
  readonly timeoutMs: number;
  /** Largest decoded body, bytes; a longer body is cut and the page is marked truncated. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** Kinds of content that count as pages besides HTML: plain text and PDF are converted to HTML. */
  readonly contentTypes: readonly ContentKind[];
  /** Whether pages report the sitemaps in their host's robots.txt. */
  readonly sitemaps: boolean;
  /** Whether outcomes carry the raw exchanges. */
  readonly archive: boolean;
}

export interface FetchRequest {
  readonly url: string;
  readonly settings: FetchSettings;
  /**
   * `sitemap`: the response is parsed as a sitemap, sitemap index, RSS or Atom feed, and the outcome is a
   * `FetchedSitemap` or a failure. Default: `page`.
   */
  readonly as?: 'page' | 'sitemap';
  /**
   * For a sitemap: a page whose robots.txt names it; the sitemap may then list URLs of that page's host as well
   * (sitemaps.org, "Sitemaps & Cross Submits").
   */
  readonly namedBy?: string;
  /**
   * Longest wait for the host's turn, ms; if it would take longer, the outcome is `deferred` at once. Default:
   * unlimited.
   */
  readonly patienceMs?: number;
  /** The step of the session and the attempt of its choice: for fetchers that share work among processes. */
  readonly step?: { readonly no: number; readonly attempt: number };
  /** Sent with the request; the outcome may then be `not-modified`. */
  readonly validators?: Validators;
}

/**
 * Fetches one URL. Never rejects for a fact of the web: failures are values. Waits for the host's turn before it sends
 * the request. If `signal` aborts, it soon resolves with a failure of kind `aborted`.
 */
export interface Fetcher {
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>;
  close(): Promise<void>;
}

/**
 * Finds pages by words. Never rejects for a fact of the world: an unreachable engine or an invalid answer is a failure
 * as a value. Takes bounded time, and ends soon if `signal` aborts.
 */
export interface SearchEngine {
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
}

/** Stores a session's exchanges as they come in. Calls may overlap; the archive orders them. */
export interface FetchArchive {
  /**
   * Resolves when the outcome's exchanges are written, so that a slow disk slows the crawl down. Does nothing for
   * outcomes without exchanges.
   *
   * @returns false if there is no room for them: none of them is stored
   */
  append(outcome: FetchOutcome): Promise<boolean>;
  /** Closes the current file; call it whenever the run ends. */
  close(): Promise<void>;
}

export interface Clock {
  /** Epoch ms, for facts: it jumps when the system clock is set. */
  now(): number;
  /** Monotonic ms, for all waiting, budgets and intervals. */
  monotonic(): number;
}

/** Waits this many ms, or until the signal aborts. Never rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** The clocks of this process. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
