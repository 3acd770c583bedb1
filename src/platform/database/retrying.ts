import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseTrouble, databaseTrouble } from './trouble.js';

/** The patience of a piece of work with the database. */
interface Patience {
  /** Longest time from the first failure to the last attempt, ms. */
  readonly patienceMs: number;
  /** Ends the waiting: the last failure is thrown. */
  readonly signal?: AbortSignal;
  /** Called after each failed attempt that is followed by another one. @param waitedMs time since the first failure */
  readonly onWait?: (trouble: DatabaseTrouble, waitedMs: number) => void;
  /** Called once the work has succeeded after a wait. @param waitedMs time since the first failure */
  readonly onBack?: (waitedMs: number) => void;
}

const FIRST_DELAY_MS = 100;
/** Largest pause: a recovered server is noticed within this time; more frequent attempts would burden a busy one. */
const LONGEST_DELAY_MS = 5_000;

/** The database was unavailable for longer than the patience; `cause` is its last error. */
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
 * Runs work on the database, and repeats it while it fails for a transient reason. The pauses double from 100 ms to 5
 * s; each is shortened at random to between half and all of its length.
 *
 * The work must be idempotent: a connection can be lost after the effect.
 *
 * @param work gets the number of earlier attempts
 * @throws DatabaseAwayError when the patience ends; other failures of the work at once
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
