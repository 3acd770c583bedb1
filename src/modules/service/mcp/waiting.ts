import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait in one HTTP call, seconds: clients give up after a minute. */
export const MAX_WAIT_S = 20;
const LOOK_MS = 1_000;

/**
 * Polls until the value is as wanted or the time is over.
 *
 * @throws if the signal aborts
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
