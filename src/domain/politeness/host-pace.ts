/**
 * The permitted request rate of one host, learned only from its responses. Times are ms of a monotonic clock, durations
 * ms, all passed in.
 */

/**
 * A request's verdict on its host. `fine`: it responded, with any content. `throttled`: 429. `overloaded`: 503.
 * `error`: another 5xx, or a request that took the host's time without a result (time-out, reset, truncated).
 * `unreachable`: nothing reached the host that could burden it (DNS, connect, TLS).
 */
export type HostVerdict = 'fine' | 'throttled' | 'overloaded' | 'error' | 'unreachable';

export interface HostEvidence {
  readonly verdict: HostVerdict;
  readonly startedAt: number;
  /** Time on the network. */
  readonly tookMs: number;
  /**
   * From Retry-After; used with 429 and 503, where it has a meaning for a crawler (RFC 6585 section 4, RFC 9110 section
   * 15.6.4).
   */
  readonly retryAfterMs: number | null;
}

export interface HostPace {
  /** Minimum time between two starts because of the host's responses; 0: the session's delay suffices. */
  readonly delayMs: number;
  /** Smoothed response time, 0 without responses. */
  readonly latencyMs: number;
  /** No request is sent earlier: Retry-After, or an open circuit. */
  readonly notBefore: number;
  /** Consecutive failures; a 429 is none. */
  readonly failures: number;
  /** Consecutive openings of the circuit. */
  readonly openings: number;
  /** Time of the delay's last increase: requests in flight at that time do not increase it again. */
  readonly grownAt: number;
}

export const FRESH_PACE: HostPace = { delayMs: 0, latencyMs: 0, notBefore: 0, failures: 0, openings: 0, grownAt: 0 };

export interface PaceLimits {
  /** Upper bound of the adaptive delay; a session may ask for more. */
  readonly maxDelayMs: number;
  /** Pause after a response as a multiple of the response time: 5, as in Heritrix (`delayFactor`). */
  readonly latencyFactor: number;
  /** Faster responses are no reason to slow down. */
  readonly quickMs: number;
  /** Factor on the delay after a good response. */
  readonly shrink: number;
  /** Minimum delay after an error; the next field is the one after 429 and 503. From there it doubles. */
  readonly errorDelayMs: number;
  readonly throttledDelayMs: number;
  /**
   * Consecutive failures that open the circuit. Equal to the default after which a session gives a host up, so that it
   * need not wait for a dead one.
   */
  readonly failuresToOpen: number;
  /** First duration of an open circuit; the next field is the longest. It doubles in between. */
  readonly firstOpenMs: number;
  readonly longestOpenMs: number;
  /** Longer Retry-Afters are cut to this. */
  readonly longestRetryAfterMs: number;
}

export const DEFAULT_PACE_LIMITS: PaceLimits = {
  maxDelayMs: 60_000,
  latencyFactor: 5,
  quickMs: 200,
  shrink: 0.9,
  errorDelayMs: 100,
  throttledDelayMs: 1_000,
  failuresToOpen: 10,
  firstOpenMs: 60_000,
  longestOpenMs: 3_600_000,
  longestRetryAfterMs: 86_400_000,
};

/** Weight of the newest response in the smoothed latency. */
const LATENCY_WEIGHT = 0.3;
/** Smaller delays count as none. */
const NEGLIGIBLE_MS = 10;

/**
 * The pace after a further request.
 *
 * A good response shrinks the delay by a tenth, down to the minimum for the latency. Latency counts only if the session
 * has a delay at all (`floorMs` > 0): users who set none, for their own server, get none as long as that server
 * responds well. 429, 503, other 5xx, time-outs and resets double the delay. Enough consecutive failures open the
 * circuit; once `notBefore` has passed one request may try (`isProbing`), and its failure opens the circuit for twice
 * as long.
 *
 * @param floorMs delay of the session and Crawl-delay
 */
export function paceAfter(
  pace: HostPace,
  evidence: HostEvidence,
  floorMs: number,
  now: number,
  limits: PaceLimits = DEFAULT_PACE_LIMITS,
): HostPace {
  const at = { floorMs, now, limits };
  switch (evidence.verdict) {
    case 'fine': {
      const latencyMs =
        pace.latencyMs === 0 ? evidence.tookMs : pace.latencyMs + LATENCY_WEIGHT * (evidence.tookMs - pace.latencyMs);
      const byLatency =
        floorMs > 0 && latencyMs > limits.quickMs ? Math.min(limits.latencyFactor * latencyMs, limits.maxDelayMs) : 0;
      const delayMs = Math.max(byLatency, pace.delayMs * limits.shrink);
      return {
        ...pace,
        latencyMs,
        delayMs: delayMs <= Math.max(floorMs, NEGLIGIBLE_MS) ? 0 : delayMs,
        failures: 0,
        openings: 0,
      };
    }
    case 'throttled':
      return { ...slowed(pace, evidence, { ...at, leastMs: limits.throttledDelayMs }), failures: 0, openings: 0 };
    case 'overloaded':
      return failed(slowed(pace, evidence, { ...at, leastMs: limits.throttledDelayMs }), pace, evidence, now, limits);
    case 'error':
      return failed(slowed(pace, evidence, { ...at, leastMs: limits.errorDelayMs }), pace, evidence, now, limits);
    case 'unreachable':
      return failed(pace, pace, evidence, now, limits);
  }
}

interface Slowing {
  readonly floorMs: number;
  readonly now: number;
  readonly limits: PaceLimits;
  /** Minimum delay after such a response. */
  readonly leastMs: number;
}

function slowed(
  pace: HostPace,
  { verdict, startedAt, retryAfterMs }: HostEvidence,
  { floorMs, now, limits, leastMs }: Slowing,
): HostPace {
  const asked =
    verdict === 'error' || retryAfterMs === null ? 0 : now + Math.min(retryAfterMs, limits.longestRetryAfterMs);
  const notBefore = Math.max(pace.notBefore, asked);
  if (startedAt < pace.grownAt) return { ...pace, notBefore };
  const delayMs = Math.min(Math.max(2 * Math.max(pace.delayMs, floorMs), leastMs), limits.maxDelayMs);
  return { ...pace, notBefore, delayMs: Math.max(delayMs, pace.delayMs), grownAt: now };
}

/**
 * @param before the pace when the failed request started: requests in flight when the circuit opened do not open it
 * again
 */
function failed(
  pace: HostPace,
  before: HostPace,
  { startedAt }: HostEvidence,
  now: number,
  limits: PaceLimits,
): HostPace {
  const failures = pace.failures + 1;
  if (failures < limits.failuresToOpen || startedAt < before.notBefore) return { ...pace, failures };
  const openMs = Math.min(limits.firstOpenMs * 2 ** Math.min(pace.openings, 30), limits.longestOpenMs);
  return { ...pace, failures, openings: pace.openings + 1, notBefore: Math.max(pace.notBefore, now + openMs) };
}

/** Earliest time of the next start. @param lastStart `-Infinity` if there was none */
export function turnAt(pace: HostPace, lastStart: number, floorMs: number): number {
  return Math.max(pace.notBefore, lastStart + delayOf(pace, floorMs));
}

/** Time between two starts. */
export function delayOf(pace: HostPace, floorMs: number): number {
  return Math.max(floorMs, pace.delayMs);
}

/** Whether the circuit is open or half-open: one request at a time, to test whether the host has recovered. */
export function isProbing(pace: HostPace, limits: PaceLimits = DEFAULT_PACE_LIMITS): boolean {
  return pace.failures >= limits.failuresToOpen;
}

/** Whether the host's state is not worth remembering. */
export function isUnremarkable(pace: HostPace, now: number): boolean {
  return pace.delayMs === 0 && pace.failures === 0 && pace.openings === 0 && pace.notBefore <= now;
}
