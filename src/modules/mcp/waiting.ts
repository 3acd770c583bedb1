import { setTimeout as sleep } from 'node:timers/promises';

/** A call over HTTP is not to last longer: clients give up after a minute. Seconds. */
export const MAX_WAIT_S = 20;
const LOOK_MS = 1_000;

/**
 * Reads something again and again until it is as wanted or the time is over.
 *
 * @throws when the signal aborts
 */
export async function waited<T>(
  read: () => Promise<T>,
  isEnough: (value: T) => boolean,
  seconds: number,
  signal: AbortSignal,
): Promise<T> {
  const until = performance.now() + seconds * 1_000;
  for (;;) {
    const value = await read();
    const left = until - performance.now();
    if (isEnough(value) || left <= 0) return value;
    await sleep(Math.min(LOOK_MS, left), undefined, { signal });
  }
}
