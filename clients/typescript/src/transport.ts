import { noAnswer } from './errors.js';

/** As the global `fetch` is called here. What ignores `signal` cannot be ended early. */
export type Fetch = (request: Request, init?: { readonly signal: AbortSignal }) => Promise<Response>;

export interface TransportSettings {
  readonly fetch: Fetch;
  /** How long one attempt may take until the headers of its answer are there, ms. */
  readonly timeoutMs: number;
  /** How often a call is tried at most. */
  readonly attempts: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** A service that asks for a longer wait is not waited for: the caller gets its answer. */
const LONGEST_RETRY_AFTER_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
const TEMPORARY = new Set([TOO_MANY_REQUESTS, 502, 503, 504]);
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Repeats calls that failed for a reason that may pass, after the time that the service names, or else after a random time that doubles (full jitter).
 * Calls that could be carried out twice are repeated only where the service says that it did not begin them (429).
 *
 * @returns a `fetch` that throws GleanerError if there is no answer
 */
export function createTransport(settings: TransportSettings): (request: Request) => Promise<Response> {
  return async (request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const isRepeatable = IDEMPOTENT.has(request.method) || request.headers.has('idempotency-key');
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= settings.attempts;
      let response: Response | null = null;
      try {
        response = await timed(settings, isLast ? request : request.clone());
      } catch (error) {
        // Whoever called it off knows why.
        if (request.signal.aborted) throw request.signal.reason;
        if (isLast || !isRepeatable) throw noAnswer(call, error);
      }
      const jitter = settings.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
      let wait = jitter;
      if (response !== null) {
        const mayPass = TEMPORARY.has(response.status) && (isRepeatable || response.status === TOO_MANY_REQUESTS);
        const asked = retryAfterMs(response.headers.get('retry-after'), Date.now());
        if (!mayPass || isLast || (asked ?? 0) > LONGEST_RETRY_AFTER_MS) return response;
        // Those who were sent away together do not come back together.
        wait = (asked ?? 0) + jitter;
        // Not waited for: a body that is read twice ends when both readings do.
        response.body?.cancel().catch(() => undefined);
      }
      await settings.sleep(wait, request.signal);
    }
  };
}

/** One attempt. The body of the answer may take longer, and ends with the signal of the request. */
async function timed({ fetch, timeoutMs }: TransportSettings, request: Request): Promise<Response> {
  const controller = new AbortController();
  const follow = (): void => controller.abort(request.signal.reason);
  if (request.signal.aborted) follow();
  // The signal is the request's own and goes with it, so nothing has to be taken off.
  request.signal.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs);
  try {
    return await fetch(request, { signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Seconds or a date (RFC 9110, 10.2.3). @returns ms from now; null if there is none */
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
