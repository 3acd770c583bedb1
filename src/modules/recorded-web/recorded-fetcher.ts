import { canonicalUrl } from '../../domain/url/index.js';
import type { Clock, FetchOutcome, FetchRequest, Fetcher } from '../../engine/ports.js';
import { documentOutcome, failureOutcome, type FetchTrail } from '../fetching/index.js';
import type { RecordedWeb } from './recorded-web.js';

/**
 * A `Fetcher` that answers from a recorded web at once, without HTTP.
 *
 * Gives the same outcomes as the live fetcher: redirects followed up to the limit, charsets decoded by the same code, the size limit, other
 * content refused as `not-html`. A URL that was not recorded is an `http-error` with status 404. Host delays, robots.txt and rendering do not apply:
 * serve the web by `serveRecordedWeb` to have them.
 */
export function createRecordedFetcher(web: RecordedWeb, clock: Clock = { now: Date.now }): Fetcher {
  return {
    fetch: (request, signal) => Promise.resolve(answer(web, request, signal, clock.now())),
    close: () => Promise.resolve(),
  };
}

function answer(web: RecordedWeb, { url, settings }: FetchRequest, signal: AbortSignal, fetchedAt: number): FetchOutcome {
  const redirects: string[] = [];
  const trailAt = (finalUrl: string): FetchTrail => ({ finalUrl, redirects, fetchedAt, durationMs: 0 });
  if (signal.aborted) return failureOutcome('aborted', 'aborted', trailAt(url));
  let current = canonicalUrl(url);
  if (current === null) return failureOutcome('invalid-url', 'not an http or https URL', trailAt(url));
  for (;;) {
    const response = web.lookup(current);
    if (response === null) return failureOutcome('http-error', 'not in the recorded web', trailAt(current), { httpStatus: 404, retryable: false });
    const location = response.headers.get('location');
    if (location === undefined || response.status < 300 || response.status >= 400) {
      const cut = response.body.length > settings.maxBytes;
      const body = cut ? response.body.subarray(0, settings.maxBytes) : response.body;
      return documentOutcome({ status: response.status, headers: response.headers, body, truncated: response.truncated || cut }, trailAt(current));
    }
    if (response.redirectsTo === null) {
      return failureOutcome('invalid-url', 'redirect to something that is no URL', trailAt(current), { httpStatus: response.status });
    }
    if (redirects.length >= settings.maxRedirects) {
      return failureOutcome('redirect-limit', `more than ${settings.maxRedirects} redirects`, trailAt(current), { httpStatus: response.status });
    }
    redirects.push(current);
    current = response.redirectsTo;
  }
}
