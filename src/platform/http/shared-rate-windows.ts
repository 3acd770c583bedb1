import { LRUCache } from 'lru-cache';
import { type Counted, MAX_CALLERS, RateWindows } from './rate-windows.js';
import type { RateWindow } from './rate-windows.repository.js';

/** Where the calls of all processes are counted. */
export interface CommonCount {
  add(calls: ReadonlyMap<string, number>, windowMs: number): Promise<ReadonlyMap<string, RateWindow>>;
}

export interface SharedRateWindowsOptions {
  /** How long a call waits for the common count, ms, before it is counted here alone. */
  readonly patienceMs?: number;
  /** How long everything is counted here alone after the common count has failed, ms. */
  readonly restMs?: number;
  /** Told when the common count fails. */
  readonly failed?: (error: unknown) => void;
}

/** Calls of one caller that are answered before this process has counted them for all; callers near their limit have none. */
export const AHEAD = 32;
const PATIENCE_MS = 2_000;
const REST_MS = 5_000;

/** What the common count told last of a caller, and the calls since that it has not counted yet. */
interface Known {
  readonly calls: number;
  ahead: number;
}

/** A call that waits for the common count, with what this process has counted by itself. */
interface Waiting {
  readonly counted: Counted;
  readonly own: { readonly current: number; readonly ttl: number };
}

/**
 * Counts the calls of each caller for all processes.
 *
 * What comes in while one statement is under way goes into the next, so that a process never has more than one at a time, however many calls it gets. Those of
 * callers who have used up their window are answered from memory and cost the database nothing. Those of callers who are far from their limit (half of it) do not
 * wait for the statement that counts them, up to `AHEAD` of them: a caller may get so many calls more at each process. While the common count is away each process counts by itself, as
 * it does all the time for that case.
 */
export class SharedRateWindows {
  readonly #own = new RateWindows();
  /** Callers who have used up their window, until it ends. */
  readonly #over = new LRUCache<string, number>({ max: MAX_CALLERS, ttlAutopurge: false });
  /** Callers of whom the common count has told, until their window ends. */
  readonly #known = new LRUCache<string, Known>({ max: MAX_CALLERS, ttlAutopurge: false });
  #waiting = new Map<string, Waiting[]>();
  #isCounting = false;
  /** As of `performance.now`. */
  #restsUntil = 0;

  constructor(
    private readonly common: CommonCount,
    private readonly options: SharedRateWindowsOptions = {},
  ) {}

  /** As `@fastify/rate-limit` calls it. */
  incr(caller: string, counted: Counted, windowMs: number, most: number): void {
    const current = this.#over.get(caller);
    if (current !== undefined) {
      counted(null, { current, ttl: Math.ceil(this.#over.getRemainingTTL(caller)) });
      return;
    }
    this.#own.incr(
      caller,
      (_, own) => {
        if (performance.now() < this.#restsUntil) return counted(null, own);
        const waiting = { counted: this.#answeredAhead(caller, counted, most) ? () => undefined : counted, own };
        const others = this.#waiting.get(caller);
        if (others) others.push(waiting);
        else this.#waiting.set(caller, [waiting]);
        if (!this.#isCounting) void this.#count(windowMs, most);
      },
      windowMs,
    );
  }

  /** Answers a caller who is far from the limit at once. @returns whether it did */
  #answeredAhead(caller: string, counted: Counted, most: number): boolean {
    const known = this.#known.get(caller);
    if (known === undefined || known.ahead >= AHEAD || known.calls + AHEAD > most / 2) return false;
    known.ahead++;
    counted(null, { current: known.calls + known.ahead, ttl: Math.ceil(this.#known.getRemainingTTL(caller)) });
    return true;
  }

  async #count(windowMs: number, most: number): Promise<void> {
    const { patienceMs = PATIENCE_MS } = this.options;
    this.#isCounting = true;
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        this.#rest([batch, this.#take()], new Error(`no answer within ${patienceMs} ms`));
      }, patienceMs).unref();
      try {
        const calls = new Map([...batch].map(([caller, all]) => [caller, all.length]));
        const windows = await this.common.add(calls, windowMs);
        if (!isLate) for (const [caller, all] of batch) this.#answer(caller, all, windows.get(caller), most);
      } catch (error) {
        if (!isLate) this.#rest([batch, this.#take()], error);
      } finally {
        clearTimeout(timer);
      }
    }
    this.#isCounting = false;
  }

  #take(): Map<string, Waiting[]> {
    const taken = this.#waiting;
    this.#waiting = new Map();
    return taken;
  }

  #answer(caller: string, all: readonly Waiting[], window: RateWindow | undefined, most: number): void {
    if (window === undefined) return this.#alone(all);
    const { calls, ttl } = window;
    if (calls > most) this.#over.set(caller, calls, { ttl });
    this.#known.set(caller, { calls, ahead: this.#waiting.get(caller)?.length ?? 0 }, { ttl });
    // Each gets its own place among them.
    all.forEach(({ counted }, i) => counted(null, { current: calls - all.length + 1 + i, ttl }));
  }

  /** What the common count does not tell is answered by the process's own. */
  #rest(batches: readonly ReadonlyMap<string, readonly Waiting[]>[], error: unknown): void {
    this.#restsUntil = performance.now() + (this.options.restMs ?? REST_MS);
    for (const batch of batches) for (const all of batch.values()) this.#alone(all);
    this.options.failed?.(error);
  }

  #alone(all: readonly Waiting[]): void {
    for (const { counted, own } of all) counted(null, own);
  }
}
