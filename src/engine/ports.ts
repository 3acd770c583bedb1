/** The engine's ports: what it needs from outside, as interfaces over plain data. */

/** How pages are fetched in one session. Plain data: it travels with each request, to another process or machine. */
export interface FetchSettings {
  readonly userAgent: string;
  readonly obeyRobots: boolean;
  readonly render: 'never' | 'always';
  /** Least time between the starts of two fetches from one host, ms. A longer robots.txt Crawl-delay wins. */
  readonly hostDelayMs: number;
  readonly timeoutMs: number;
  /** Decoded bytes of a body, at most; more is cut and the page is marked truncated. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export interface FetchRequest {
  readonly url: string;
  readonly settings: FetchSettings;
}

/** One kind per way a fetch can fail. */
export const FAILURE_KINDS = [
  'dns', 'connect', 'tls', 'timeout', 'reset', 'http-error', 'too-large', 'redirect-limit', 'not-html', 'decode',
  'robots-denied', 'robots-unreachable', 'blocked-address', 'invalid-url', 'render-failed', 'aborted',
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
}
export interface FetchedPage extends OutcomeBase {
  readonly kind: 'page';
  readonly httpStatus: number;
  readonly contentType: string;
  readonly charset: string;
  readonly html: string;
  readonly truncated: boolean;
  readonly rendered: boolean;
}
export interface FetchFailure extends OutcomeBase {
  readonly kind: FailureKind;
  readonly message: string;
  readonly retryable: boolean;
  /** From Retry-After, ms. */
  readonly retryAfterMs?: number;
}
export type FetchOutcome = FetchedPage | FetchFailure;

/** Ends that come before a request for the page is sent. */
const BEFORE_REQUEST: ReadonlySet<string> = new Set<FailureKind>(['robots-denied', 'robots-unreachable', 'blocked-address', 'invalid-url', 'aborted']);

/** Whether an outcome costs the budget nothing: no request was sent. What a redirect led to has cost the request that answered with it. */
export const isFree = ({ kind, redirects }: { readonly kind: string; readonly redirects: readonly string[] }): boolean =>
  BEFORE_REQUEST.has(kind) && redirects.length === 0;

/**
 * Fetches one URL. Never rejects for a fact of the web: failures are values. Waits for the host's turn before the request goes out.
 * When `signal` aborts, the answer is a failure of kind `aborted`, soon.
 */
export interface Fetcher {
  fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome>;
  close(): Promise<void>;
}

export interface Clock {
  /** Epoch ms. */
  now(): number;
}
