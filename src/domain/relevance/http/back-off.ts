/** How long to wait before a classifier is asked again: with full jitter, so that those who failed together do not come back together. */

const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** A probe of a classifier that is down costs it little; nobody should wait much longer than it is up again. */
const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 30_000;
/** Longer ones are for crawlers, not for a service that pages wait for. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * @param attempt attempts made so far, less one
 * @param random in [0, 1)
 * @param retryAfterMs what the classifier asked for; heeded up to a minute
 */
export const retryDelayMs = (attempt: number, random: number, retryAfterMs: number | null): number =>
  atLeast(retryAfterMs, random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt));

/** @param failures probes that have failed in a row, the failure that called for probes included */
export const probeDelayMs = (failures: number, random: number, retryAfterMs: number | null): number =>
  atLeast(retryAfterMs, (0.5 + random / 2) * Math.min(LONGEST_PROBE_MS, FIRST_PROBE_MS * 2 ** (failures - 1)));

const atLeast = (retryAfterMs: number | null, delay: number): number =>
  Math.max(delay, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
