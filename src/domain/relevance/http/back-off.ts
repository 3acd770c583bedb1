/**
 * Delays before a classifier is asked again, with full jitter, so that clients that failed together do not return
 * together.
 */

const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** Probing a classifier that is down costs it little, and callers should notice soon when it is up again. */
const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 30_000;
/** Longer ones suit crawlers, not a service that pages wait for. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * @param attempt number of attempts so far, minus one
 * @param random in [0, 1)
 * @param retryAfterMs delay requested by the classifier; honoured up to a minute
 */
export const retryDelayMs = (attempt: number, random: number, retryAfterMs: number | null): number =>
  atLeast(retryAfterMs, random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt));

/** @param failures consecutive failed probes, including the failure that started the probing */
export const probeDelayMs = (failures: number, random: number, retryAfterMs: number | null): number =>
  atLeast(retryAfterMs, (0.5 + random / 2) * Math.min(LONGEST_PROBE_MS, FIRST_PROBE_MS * 2 ** (failures - 1)));

const atLeast = (retryAfterMs: number | null, delay: number): number =>
  Math.max(delay, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
