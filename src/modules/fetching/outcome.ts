import type { FailureKind, FetchFailure, NotModified } from '../../engine/ports.js';

/** A response, transfer and content coding undone. Header names are in lower case, the values of repeated ones joined by ', '. */
export interface RawDocument {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** How a fetch went so far: what every outcome repeats. */
export interface FetchTrail {
  readonly finalUrl: string;
  readonly redirects: readonly string[];
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly durationMs: number;
}

/** Failures that may pass by themselves, so that trying again later makes sense. */
const PASSING_KINDS: ReadonlySet<FailureKind> = new Set([
  'dns',
  'connect',
  'timeout',
  'reset',
  'truncated',
  'robots-unreachable',
  'render-failed',
  'deferred',
  'overloaded',
  'aborted',
]);
/** Request Timeout, Too Early, Too Many Requests; of the 5xx all but Not Implemented and Version Not Supported. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
const LASTING_5XX: ReadonlySet<number> = new Set([501, 505]);

export function isRetryableStatus(status: number): boolean {
  return PASSING_STATUSES.has(status) || (status >= 500 && !LASTING_5XX.has(status));
}

/** Web servers' words end up in messages: cut, on one line. */
const MAX_MESSAGE_CHARS = 300;

interface FailureFacts {
  readonly httpStatus?: number;
  readonly bytes?: number;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
}

export function failureOutcome(
  kind: FailureKind,
  message: string,
  trail: FetchTrail,
  facts: FailureFacts = {},
): FetchFailure {
  return {
    kind,
    message: message.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARS),
    retryable: facts.retryable ?? PASSING_KINDS.has(kind),
    finalUrl: trail.finalUrl,
    redirects: trail.redirects,
    httpStatus: facts.httpStatus ?? null,
    fetchedAt: trail.fetchedAt,
    durationMs: trail.durationMs,
    bytes: facts.bytes ?? 0,
    ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
  };
}

/** A 304 to a request that named an earlier copy. */
export function notModifiedOutcome({ finalUrl, redirects, fetchedAt, durationMs }: FetchTrail): NotModified {
  return { kind: 'not-modified', httpStatus: 304, finalUrl, redirects, fetchedAt, durationMs, bytes: 0 };
}

/** A day: servers that ask for longer are asked again then. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** When the server answered, epoch ms: by its own clock, to which the times in its other headers belong; `now` where it does not say. */
export function answeredAt({ headers }: Pick<RawDocument, 'headers'>, now: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/** Retry-After in ms from now, from seconds or an HTTP date (RFC 9110 section 10.2.3). */
export function retryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}
