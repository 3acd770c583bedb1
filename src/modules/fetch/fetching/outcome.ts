import {
  mayPass,
  type FailureKind,
  type FetchFacts,
  type FetchFailure,
  type NotModified,
} from '../../../domain/fetching/index.js';

/**
 * The first form of a page: a response as bytes, with transfer and content coding removed. Only the fetcher sees it,
 * because a browser and an archive need bytes and headers. Header names are in lower case, the values of repeated ones
 * joined by ', '.
 */
export interface RawDocument {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly truncated: boolean;
  /** Values of Set-Cookie headers. */
  readonly setCookies?: readonly string[];
  /** Whether the body broke off before its end, for requests that take such bodies. */
  readonly isBroken?: true;
  /** A remark on a readable but faulty response. */
  readonly remark?: string;
}

/** The progress of a fetch, which every outcome repeats. */
export type FetchTrail = Pick<FetchFacts, 'finalUrl' | 'redirects' | 'fetchedAt' | 'durationMs'>;

/** Servers' texts appear in messages: cut to this length, on one line. */
const MAX_MESSAGE_CHARS = 300;

interface FailureFacts {
  readonly httpStatus?: number;
  readonly bytes?: number;
  readonly retryAfterMs?: number;
}

export function failureOutcome(
  kind: FailureKind,
  message: string,
  trail: FetchTrail,
  facts: FailureFacts = {},
): FetchFailure {
  const httpStatus = facts.httpStatus ?? null;
  return {
    kind,
    message: message.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARS),
    retryable: mayPass(kind, httpStatus),
    finalUrl: trail.finalUrl,
    redirects: trail.redirects,
    httpStatus,
    fetchedAt: trail.fetchedAt,
    durationMs: trail.durationMs,
    bytes: facts.bytes ?? 0,
    ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
  };
}

/** A 304 to a request with an earlier copy's validators. */
export function notModifiedOutcome({ finalUrl, redirects, fetchedAt, durationMs }: FetchTrail): NotModified {
  return { kind: 'not-modified', httpStatus: 304, finalUrl, redirects, fetchedAt, durationMs, bytes: 0 };
}

/** A day: longer requests of servers are cut to it. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * When the server responded, epoch ms: by its own clock, to which the times in its other headers belong; `now` if it
 * does not say.
 */
export function answeredAt({ headers }: Pick<RawDocument, 'headers'>, now: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/** Seconds, also with a sign, a fraction or a unit, and the first of several headers. */
const SECONDS = /^\+?(\d+)(?:\.\d*)?\s*(?:s|,|$)/i;
/**
 * A larger number of seconds, some thirty years, is the time itself, by its own clock; thousandfold in milliseconds.
 */
const LEAST_TIME_SECONDS = 1_000_000_000;

function waitOf(seconds: number, nowMs: number): number {
  if (seconds < LEAST_TIME_SECONDS) return seconds * 1_000;
  return (seconds < LEAST_TIME_SECONDS * 1_000 ? seconds * 1_000 : seconds) - nowMs;
}

/** Retry-After in ms from now, from seconds or an HTTP date (RFC 9110 section 10.2.3). */
export function retryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.replace(/^[\s"']+|[\s"']+$/g, '');
  const seconds = SECONDS.exec(text)?.[1];
  const ms = seconds === undefined ? Date.parse(text) - nowMs : waitOf(Number(seconds), nowMs);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
