import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseTrouble, databaseTrouble } from './trouble.js';

/** How a piece of work waits for the database. */
export interface Patience {
  /** Longest time from the first failure to the last attempt, ms. */
  readonly patienceMs: number;
  /** Ends the waiting: the failure of that moment is thrown. */
  readonly signal?: AbortSignal;
  /** Told of each failed attempt that is followed by another one. @param waitedMs since the first one failed */
  readonly onWait?: (trouble: DatabaseTrouble, waitedMs: number) => void;
  /** Told once the work has succeeded after it had to wait. @param waitedMs since the first attempt failed */
  readonly onBack?: (waitedMs: number) => void;
}

const FIRST_DELAY_MS = 100;
/** A server that is back is noticed within so long; more often would not help one that is busy. */
const LONGEST_DELAY_MS = 5_000;

/** The database was away for longer than anybody wanted to wait; `cause` is its last answer. */
export class DatabaseAwayError extends Error {
  constructor(waitedMs: number, cause: unknown) {
    super(
      `the database did not answer for ${Math.round(waitedMs / 1_000)} s: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.name = 'DatabaseAwayError';
  }
}

/**
 * Does work on the database, and does it again while it fails for a reason that passes by itself. The pauses grow from 100 ms to 5 s by doubling; each is cut
 * at random to between half and all of that.
 *
 * The work has to be such that doing it twice does no harm: a connection can be lost after its effect.
 *
 * @param work told the number of earlier attempts
 * @throws DatabaseAwayError when patience is over; any other failure of the work at once
 */
export async function retrying<T>(
  work: (attempt: number) => Promise<T>,
  { patienceMs, signal, onWait, onBack }: Patience,
): Promise<T> {
  let failedAt: number | null = null;
  for (let attempt = 0; ; attempt++) {
    try {
      const result = await work(attempt);
      if (failedAt !== null) onBack?.(performance.now() - failedAt);
      return result;
    } catch (error) {
      const trouble = databaseTrouble(error);
      if (trouble === null || signal?.aborted) throw error;
      failedAt ??= performance.now();
      const waitedMs = performance.now() - failedAt;
      if (waitedMs >= patienceMs) throw new DatabaseAwayError(waitedMs, error);
      onWait?.(trouble, waitedMs);
      const delayMs =
        Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
      await sleep(Math.min(delayMs, patienceMs - waitedMs), undefined, signal ? { signal } : {}).catch(() => {
        throw error;
      });
    }
  }
}
