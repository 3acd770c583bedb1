import { duration } from '../../parts/words.js';

/** Processes say every 15 seconds that they are there. */
const LOST_AFTER_MS = 60_000;

/** Whether a process was killed or hangs: it has not been heard of for a minute. */
export const isLost = (seenAt: string, now: number): boolean => now - Date.parse(seenAt) > LOST_AFTER_MS;

/** The time until a moment. */
export function waitInWords(iso: string | null, now: number): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - now) / 1_000;
  return seconds < 0 ? `ended ${duration(-seconds)} ago` : duration(seconds);
}
