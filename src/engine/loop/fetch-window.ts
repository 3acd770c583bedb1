export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Concurrent fetches, and their results in order of completion. */
export class FetchWindow<T> {
  private readonly completed: T[] = [];
  private underWay = 0;
  private failure: Error | null = null;

  /** @param changed called whenever a fetch has ended */
  constructor(private readonly changed: () => void) {}

  /** Starts a fetch. Null means that it was aborted and counts as not having happened. */
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

  /** Removes and returns the oldest completed result. */
  take(): T | undefined {
    return this.completed.shift();
  }

  /** Whether a completed result is waiting. */
  get hasCompleted(): boolean {
    return this.completed.length > 0;
  }

  /** Whether no fetch is in flight and no result is waiting. */
  get isEmpty(): boolean {
    return this.underWay === 0 && !this.hasCompleted;
  }

  /** @throws the error of the first failed fetch */
  throwIfFailed(): void {
    if (this.failure !== null) throw this.failure;
  }
}
