import { canonicalUrl } from '../../../domain/url/index.js';
import { parseRobots } from '../../../domain/politeness/index.js';
import { systemClock, type Clock, type FetchOutcome, type FetchRequest, type Fetcher } from '../../../engine/ports.js';
import {
  decodeRobots,
  documentOutcome,
  FetchFault,
  faultOf,
  failureOutcome,
  isOtherMediaType,
  redirectTarget,
  unlessChallenge,
  type FetchTrail,
} from '../../fetch/fetching/plain.js';
import type { RecordedResponse, RecordedWeb } from './recorded-web.js';

/**
 * A `Fetcher` that serves a recorded web without HTTP or delay.
 *
 * Gives the same outcomes as the live fetcher: follows redirects up to the limit, uses the same code for charsets,
 * texts, PDFs and sitemaps, applies the size limit, and refuses other content as `not-html`. Pages recorded as rendered
 * are returned so. An unrecorded URL is an `http-error` with status 404. Failures are never worth a retry, because a
 * recording always gives the same result. Host delays, robots.txt and rendering do not apply: use `serveRecordedWeb`
 * for these.
 */
export function createRecordedFetcher(web: RecordedWeb, clock: Pick<Clock, 'now'> = systemClock): Fetcher {
  return {
    fetch: async (request, signal) => {
      const outcome = await answer(web, request, signal, clock.now());
      return 'retryable' in outcome ? { ...outcome, retryable: false } : outcome;
    },
    close: () => Promise.resolve(),
  };
}

async function answer(
  web: RecordedWeb,
  request: FetchRequest,
  signal: AbortSignal,
  fetchedAt: number,
): Promise<FetchOutcome> {
  const { url, settings } = request;
  const redirects: string[] = [];
  const trailAt = (finalUrl: string): FetchTrail => ({ finalUrl, redirects, fetchedAt, durationMs: 0 });
  if (signal.aborted) return failureOutcome('aborted', 'aborted', trailAt(url));
  let current = canonicalUrl(url);
  if (current === null) return failureOutcome('invalid-url', 'not an http or https URL', trailAt(url));
  for (;;) {
    const response = web.lookup(current, request.validators);
    if (response === null)
      return failureOutcome('http-error', 'not in the recorded web', trailAt(current), { httpStatus: 404 });
    if (redirectTarget(response) === null) return read(web, response, request, trailAt(current), signal);
    if (response.redirectsTo === null) {
      return failureOutcome('invalid-url', 'redirect to something that is no URL', trailAt(current), {
        httpStatus: response.status,
      });
    }
    if (response.redirectsTo === current || redirects.includes(response.redirectsTo)) {
      return failureOutcome('redirect-limit', 'redirect loop', trailAt(current), { httpStatus: response.status });
    }
    if (redirects.length >= settings.maxRedirects) {
      return failureOutcome('redirect-limit', `more than ${settings.maxRedirects} redirects`, trailAt(current), {
        httpStatus: response.status,
      });
    }
    redirects.push(current);
    current = response.redirectsTo;
  }
}

async function read(
  web: RecordedWeb,
  response: RecordedResponse,
  request: FetchRequest,
  trail: FetchTrail,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const maxBytes = request.as === 'sitemap' ? response.body.length : request.settings.maxBytes;
  const cut = response.body.length > maxBytes;
  const body = cut ? response.body.subarray(0, maxBytes) : response.body;
  const document = { status: response.status, headers: response.headers, body, truncated: response.truncated || cut };
  const coding = response.headers.get('content-encoding');
  const type = response.headers.get('content-type') ?? '';
  try {
    if (coding !== undefined && !isOtherMediaType(type, request.settings.contentTypes, trail.finalUrl))
      throw new FetchFault('decode', `the body is not ${coding}`);
    const outcome = await documentOutcome(document, trail, request, signal);
    if (outcome.kind !== 'page') return outcome;
    const { rendered } = response;
    const page = unlessChallenge({ ...outcome, rendered }, document.headers);
    if (page.kind !== 'page' || !request.settings.sitemaps) return page;
    return { ...page, sitemaps: sitemapsOf(web, trail.finalUrl) };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return failureOutcome(fault.kind, fault.message, trail, { httpStatus: response.status });
  }
}

/** As in the live fetcher: sitemaps in the recorded robots.txt, else a recorded `/sitemap.xml`. */
function sitemapsOf(web: RecordedWeb, url: string): string[] {
  const robots = web.lookup(new URL('/robots.txt', url).href);
  const named =
    robots?.status === 200
      ? parseRobots(decodeRobots(robots.body)).sitemaps.flatMap((raw) => canonicalUrl(raw, url) ?? [])
      : [];
  const usual = canonicalUrl('/sitemap.xml', url);
  return named.length > 0 || usual === null || !web.has(usual) ? named : [usual];
}
