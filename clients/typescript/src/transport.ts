import { limited } from './body-limits.js';
import { GleanerError, noAnswer } from './errors.js';

/** The used signature of the global `fetch`. An implementation that ignores `signal` cannot be aborted. */
export type Fetch = (request: Request, init?: { readonly signal: AbortSignal }) => Promise<Response>;

export interface TransportSettings {
  readonly fetch: Fetch;
  /** Longest time of one attempt until the headers of its response have arrived, and of a body read whole, ms. */
  readonly timeoutMs: number;
  /** Most attempts per call. */
  readonly attempts: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A `fetch` that rejects with a GleanerError without a response.
 *
 * @param isWhole whether the caller reads the body as a whole: it is then complete when the response is returned.
 * Bodies of refusals always are
 */
export type Transport = (request: Request, isWhole?: boolean) => Promise<Response>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** If a service requests a longer wait, the caller gets its response instead. */
const LONGEST_RETRY_AFTER_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
const TEMPORARY = new Set([TOO_MANY_REQUESTS, 502, 503, 504]);
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Retries calls after transient failures, with the delay that the service names, or else a random delay that doubles
 * (full jitter). Calls that could be carried out twice are repeated only if the service says that it did not begin them
 * (429). A response that is read whole, and breaks off, is a transient failure too.
 */
export function createTransport(settings: TransportSettings): Transport {
  return async (request, isWhole = false) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const isRepeatable = IDEMPOTENT.has(request.method) || request.headers.has('idempotency-key');
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= settings.attempts;
      let response: Response | null = null;
      let isBegun = false;
      try {
        response = await timed(settings, isLast ? request : request.clone());
        isBegun = true;
        if (isWhole || !response.ok) response = await whole(response, settings.timeoutMs, call);
      } catch (error) {
        // The caller aborted it and knows the reason.
        if (request.signal.aborted) throw request.signal.reason;
        if (isLast || !isRepeatable || error instanceof GleanerError)
          throw noAnswer(isBegun ? `${call}: the response broke off` : call, error);
        response = null;
      }
      const jitter = settings.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
      let wait = jitter;
      if (response !== null) {
        const mayPass = TEMPORARY.has(response.status) && (isRepeatable || response.status === TOO_MANY_REQUESTS);
        const asked = retryAfterMs(response.headers.get('retry-after'), Date.now());
        if (!mayPass || isLast || (asked ?? 0) > LONGEST_RETRY_AFTER_MS) return response;
        // Clients that were refused together should not return together.
        wait = (asked ?? 0) + jitter;
        // Not awaited: a body that is read twice ends when both reads do.
        response.body?.cancel().catch(() => undefined);
      }
      await settings.sleep(wait, request.signal);
    }
  };
}

/** One attempt, until its response begins. The body ends with the signal of the request, or by its own limits. */
async function timed({ fetch, timeoutMs }: TransportSettings, request: Request): Promise<Response> {
  const controller = new AbortController();
  const follow = (): void => controller.abort(request.signal.reason);
  if (request.signal.aborted) follow();
  // The signal belongs to the request and is collected with it, so no listener has to be removed.
  request.signal.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs);
  try {
    return await fetch(request, { signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The response with its whole body. @throws GleanerError if it takes too long; the error of a lost connection */
async function whole(response: Response, timeoutMs: number, call: string): Promise<Response> {
  if (response.body === null) return response;
  const { status, statusText, headers, url } = response;
  const bytes = await limited(response, { totalMs: timeoutMs, idleMs: timeoutMs }, call).arrayBuffer();
  return Object.defineProperty(new Response(bytes, { status, statusText, headers }), 'url', { value: url });
}

/** Seconds or a date (RFC 9110, 10.2.3). @returns ms from now; null if absent */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** @throws the reason of the signal when it aborts */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
