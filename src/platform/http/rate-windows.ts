import { LRUCache } from 'lru-cache';

/** Most recent callers whose calls are counted. */
export const MAX_CALLERS = 10_000;

/** The callback of `@fastify/rate-limit`. */
export type Counted = (error: null, window: { current: number; ttl: number }) => void;

/**
 * Counts each caller's calls at this process in time windows of a monotonic clock. The library's own counter uses wall
 * time: after the clock was set back by an hour, it would lock out for an hour callers who have used up their minute.
 */
export class RateWindows {
  private readonly calls = new LRUCache<string, number>({ max: MAX_CALLERS, ttlAutopurge: false });

  /** @param windowMs length of a window, from the caller's first call on */
  incr(caller: string, counted: Counted, windowMs: number): void {
    const calls = (this.calls.get(caller) ?? 0) + 1;
    this.calls.set(caller, calls, { ttl: windowMs, noUpdateTTL: calls > 1 });
    counted(null, { current: calls, ttl: Math.ceil(this.calls.getRemainingTTL(caller)) });
  }
}
