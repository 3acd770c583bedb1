/** How fast one host may be asked: learnt from its answers, and from nothing else. Times are ms of a clock that never jumps, durations ms, all passed in. */

/**
 * What a request tells of its host. `fine`: it answered, whatever it answered. `throttled`: 429. `overloaded`: 503. `error`: another 5xx, or a request
 * that took the host's time and came to nothing (timeout, reset, truncated). `unreachable`: nothing that could be a burden arrived there (DNS, connect, TLS).
 */
export type HostVerdict = 'fine' | 'throttled' | 'overloaded' | 'error' | 'unreachable';

export interface HostEvidence {
  readonly verdict: HostVerdict;
  readonly startedAt: number;
  /** Time on the network. */
  readonly tookMs: number;
  /** From Retry-After; heeded with 429 and 503, where it has a meaning for a crawler (RFC 6585 section 4, RFC 9110 section 15.6.4). */
  readonly retryAfterMs: number | null;
}

export interface HostPace {
  /** Least time between two starts that the host's answers call for; 0: what the session asks for will do. */
  readonly delayMs: number;
  /** Smoothed time of its answers, 0 while there was none. */
  readonly latencyMs: number;
  /** Nothing is sent earlier: Retry-After, or an open circuit. */
  readonly notBefore: number;
  /** Failures in a row; a 429 is none. */
  readonly failures: number;
  /** Times in a row the circuit was opened. */
  readonly openings: number;
  /** When the delay last grew: what was under way by then does not let it grow again. */
  readonly grownAt: number;
}

export const FRESH_PACE: HostPace = { delayMs: 0, latencyMs: 0, notBefore: 0, failures: 0, openings: 0, grownAt: 0 };

export interface PaceLimits {
  /** The adaptive delay never exceeds this; a session may ask for more. */
  readonly maxDelayMs: number;
  /** A host is left alone so many times as long as its answers take: 5, as Heritrix does (`delayFactor`). */
  readonly latencyFactor: number;
  /** Answers that come quicker are no reason to slow down. */
  readonly quickMs: number;
  /** The delay after a good answer as a share of the one before. */
  readonly shrink: number;
  /** Least delay after an error, and after 429 and 503; from there it doubles. */
  readonly errorDelayMs: number;
  readonly throttledDelayMs: number;
  /** So many failures in a row open the circuit. As many as make a session give a host up by default, so that it need not wait for a dead one. */
  readonly failuresToOpen: number;
  /** How long it stays open: at first, and at most; it doubles in between. */
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

/** Weight of the newest answer in the smoothed latency. */
const LATENCY_WEIGHT = 0.3;
/** A delay below this is none. */
const NEGLIGIBLE_MS = 10;

/**
 * The pace after one more request.
 *
 * A good answer lets the delay shrink by a tenth, down to what the latency calls for. Latency counts only where the session has a delay at all
 * (`floorMs` > 0): who asks for none, on a server of his own, gets none as long as that server answers. 429, 503, other 5xx, timeouts and resets double the
 * delay. Enough failures in a row open the circuit; once `notBefore` has passed one request may try (`isProbing`), and its failure opens the circuit for
 * twice as long.
 *
 * @param floorMs what session and Crawl-delay ask for
 */
export function paceAfter(
  pace: HostPace,
  evidence: HostEvidence,
  floorMs: number,
  now: number,
  limits: PaceLimits = DEFAULT_PACE_LIMITS,
): HostPace {
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
      return { ...slowed(pace, evidence, floorMs, now, limits.throttledDelayMs, limits), failures: 0, openings: 0 };
    case 'overloaded':
      return failed(slowed(pace, evidence, floorMs, now, limits.throttledDelayMs, limits), pace, evidence, now, limits);
    case 'error':
      return failed(slowed(pace, evidence, floorMs, now, limits.errorDelayMs, limits), pace, evidence, now, limits);
    case 'unreachable':
      return failed(pace, pace, evidence, now, limits);
  }
}

function slowed(
  pace: HostPace,
  evidence: HostEvidence,
  floorMs: number,
  now: number,
  leastMs: number,
  limits: PaceLimits,
): HostPace {
  const { verdict, startedAt, retryAfterMs } = evidence;
  const asked =
    verdict === 'error' || retryAfterMs === null ? 0 : now + Math.min(retryAfterMs, limits.longestRetryAfterMs);
  const notBefore = Math.max(pace.notBefore, asked);
  if (startedAt < pace.grownAt) return { ...pace, notBefore };
  const delayMs = Math.min(Math.max(2 * Math.max(pace.delayMs, floorMs), leastMs), limits.maxDelayMs);
  return { ...pace, notBefore, delayMs: Math.max(delayMs, pace.delayMs), grownAt: now };
}

/** @param before the pace as it was when the request failed: requests that were under way when the circuit was opened do not open it once more */
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

/** Earliest time of the next start. @param lastStart `-Infinity` when there was none */
export function turnAt(pace: HostPace, lastStart: number, floorMs: number): number {
  return Math.max(pace.notBefore, lastStart + delayOf(pace, floorMs));
}

/** Time between two starts. */
export function delayOf(pace: HostPace, floorMs: number): number {
  return Math.max(floorMs, pace.delayMs);
}

/** Whether the circuit is open or half-open: one request at a time, to see whether the host is back. */
export function isProbing(pace: HostPace, limits: PaceLimits = DEFAULT_PACE_LIMITS): boolean {
  return pace.failures >= limits.failuresToOpen;
}

/** Whether nothing is known of the host that would be worth remembering. */
export function isUnremarkable(pace: HostPace, now: number): boolean {
  return pace.delayMs === 0 && pace.failures === 0 && pace.openings === 0 && pace.notBefore <= now;
}
