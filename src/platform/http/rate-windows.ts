import { LRUCache } from 'lru-cache';

/** Callers whose calls are counted, the most recent ones. */
export const MAX_CALLERS = 10_000;

/** As `@fastify/rate-limit` wants it. */
export type Counted = (error: null, window: { current: number; ttl: number }) => void;

/**
 * Counts the calls of each caller at this process in windows of time, by a clock that nobody sets: with the library's own, which goes by wall time, a clock that is put back
 * by an hour would shut those out for an hour who have used up their minute.
 */
export class RateWindows {
  readonly #calls = new LRUCache<string, number>({ max: MAX_CALLERS, ttlAutopurge: false });

  /** @param windowMs from the caller's first call on */
  incr(caller: string, counted: Counted, windowMs: number): void {
    const calls = (this.#calls.get(caller) ?? 0) + 1;
    this.#calls.set(caller, calls, { ttl: windowMs, noUpdateTTL: calls > 1 });
    counted(null, { current: calls, ttl: Math.ceil(this.#calls.getRemainingTTL(caller)) });
  }
}
