import { asError } from './as-error.js';

/** Fetches under way side by side, and what they brought, in order of completion. */
export class FetchWindow<T> {
  private readonly completed: T[] = [];
  private underWay = 0;
  private failure: Error | null = null;

  /** @param changed called whenever one has ended */
  constructor(private readonly changed: () => void) {}

  /** Begins one. Null is what was aborted: it has not happened. */
  start(fetch: () => Promise<T | null>): void {
    this.underWay++;
    fetch()
      .then((completion) => {
        if (completion !== null) this.completed.push(completion);
      })
      .catch((error: unknown) => {
        this.failure ??= asError(error);
      })
      .finally(() => {
        this.underWay--;
        this.changed();
      });
  }

  /** The one that has waited longest since it was completed. */
  take(): T | undefined {
    return this.completed.shift();
  }

  /** Whether any completed one waits to be taken. */
  get hasCompleted(): boolean {
    return this.completed.length > 0;
  }

  /** Whether nothing is under way and nothing waits. */
  get isEmpty(): boolean {
    return this.underWay === 0 && !this.hasCompleted;
  }

  /** @throws what the first one threw that failed */
  throwIfFailed(): void {
    if (this.failure !== null) throw this.failure;
  }
}
