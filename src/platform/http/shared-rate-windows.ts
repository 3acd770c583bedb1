import { LRUCache } from 'lru-cache';
import type { RateWindow } from './rate-windows.repository.js';

/** Most recent callers whose calls are counted. */
const MAX_CALLERS = 10_000;

/** The callback of `@fastify/rate-limit`. */
type Counted = (error: null, window: { current: number; ttl: number }) => void;

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

/** Counts the calls at all processes. */
export interface CommonCount {
  add(calls: ReadonlyMap<string, number>, windowMs: number): Promise<ReadonlyMap<string, RateWindow>>;
}

export interface SharedRateWindowsOptions {
  /** Longest time that a call waits for the common count, ms, before it is counted only here. */
  readonly patienceMs?: number;
  /** Time for which everything is counted only here after the common count has failed, ms. */
  readonly restMs?: number;
  /** Called when the common count fails. */
  readonly failed?: (error: unknown) => void;
}

/** Most calls of one caller that are answered before the common count has them; callers near their limit have none. */
export const AHEAD = 32;
const PATIENCE_MS = 2_000;
const REST_MS = 5_000;

/** The common count's last result for a caller, and the calls since then that it does not include. */
interface Known {
  readonly calls: number;
  ahead: number;
}

/** A call waiting for the common count, with this process's own count. */
interface Waiting {
  readonly counted: Counted;
  readonly own: { readonly current: number; readonly ttl: number };
}

/**
 * Counts each caller's calls for all processes.
 *
 * Calls during one statement are batched into the next, so that a process has at most one at a time. Callers who have
 * used up their window are answered from memory, without the database. Callers below half of their limit do not wait
 * for the statement that counts them, for up to `AHEAD` calls: so a caller can exceed the limit by that many at each
 * process. While the common count is unavailable each process uses its own counts, which it keeps all the time for that
 * case.
 */
export class SharedRateWindows {
  private readonly own = new RateWindows();
  /** Callers who have used up their window, until it ends. */
  private readonly over = new LRUCache<string, number>({ max: MAX_CALLERS, ttlAutopurge: false });
  /** Callers with a result from the common count, until their window ends. */
  private readonly known = new LRUCache<string, Known>({ max: MAX_CALLERS, ttlAutopurge: false });
  private waiting = new Map<string, Waiting[]>();
  private isCounting = false;
  /** On the clock of `performance.now`. */
  private restsUntil = 0;

  constructor(
    private readonly common: CommonCount,
    private readonly options: SharedRateWindowsOptions = {},
  ) {}

  /** Called by `@fastify/rate-limit`. */
  incr(caller: string, counted: Counted, windowMs: number, most: number): void {
    const current = this.over.get(caller);
    if (current !== undefined) {
      counted(null, { current, ttl: Math.ceil(this.over.getRemainingTTL(caller)) });
      return;
    }
    this.own.incr(
      caller,
      (_, own) => {
        if (performance.now() < this.restsUntil) return counted(null, own);
        const waiting = { counted: this.answeredAhead(caller, counted, most) ? () => undefined : counted, own };
        const others = this.waiting.get(caller);
        if (others) others.push(waiting);
        else this.waiting.set(caller, [waiting]);
        if (!this.isCounting) void this.count(windowMs, most);
      },
      windowMs,
    );
  }

  /** Answers a caller below half of the limit at once. @returns whether it did */
  private answeredAhead(caller: string, counted: Counted, most: number): boolean {
    const known = this.known.get(caller);
    if (known === undefined || known.ahead >= AHEAD || known.calls + AHEAD > most / 2) return false;
    known.ahead++;
    counted(null, { current: known.calls + known.ahead, ttl: Math.ceil(this.known.getRemainingTTL(caller)) });
    return true;
  }

  private async count(windowMs: number, most: number): Promise<void> {
    const { patienceMs = PATIENCE_MS } = this.options;
    this.isCounting = true;
    while (this.waiting.size > 0) {
      const batch = this.waiting;
      this.waiting = new Map();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        this.rest([batch, this.take()], new Error(`no answer within ${patienceMs} ms`));
      }, patienceMs).unref();
      try {
        const calls = new Map([...batch].map(([caller, all]) => [caller, all.length]));
        const windows = await this.common.add(calls, windowMs);
        if (!isLate) for (const [caller, all] of batch) this.answer(caller, all, windows.get(caller), most);
      } catch (error) {
        if (!isLate) this.rest([batch, this.take()], error);
      } finally {
        clearTimeout(timer);
      }
    }
    this.isCounting = false;
  }

  private take(): Map<string, Waiting[]> {
    const taken = this.waiting;
    this.waiting = new Map();
    return taken;
  }

  private answer(caller: string, all: readonly Waiting[], window: RateWindow | undefined, most: number): void {
    if (window === undefined) return this.alone(all);
    const { calls, ttl } = window;
    if (calls > most) this.over.set(caller, calls, { ttl });
    this.known.set(caller, { calls, ahead: this.waiting.get(caller)?.length ?? 0 }, { ttl });
    // Each call gets its own place in the count.
    all.forEach(({ counted }, i) => counted(null, { current: calls - all.length + 1 + i, ttl }));
  }

  /** Calls without a result from the common count are answered from this process's own. */
  private rest(batches: readonly ReadonlyMap<string, readonly Waiting[]>[], error: unknown): void {
    this.restsUntil = performance.now() + (this.options.restMs ?? REST_MS);
    for (const batch of batches) for (const all of batch.values()) this.alone(all);
    this.options.failed?.(error);
  }

  private alone(all: readonly Waiting[]): void {
    for (const { counted, own } of all) counted(null, own);
  }
}
