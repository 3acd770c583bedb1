/**
 * Checks at most once per interval for each key, and always once more after the last call: a command that arrives just
 * after a check must not wait until the next renewal, which may be far away, and a session that waits for its host
 * commits nothing that would cause a check.
 */
export class CheckPacer {
  /** Recently checked keys, with the pending check of later calls. */
  private readonly resting = new Map<string, (() => void) | null>();

  /** @param rest runs its argument after the interval */
  constructor(private readonly rest: (work: () => void) => void) {}

  /** @param check called now, or after the interval of the previous check */
  call(key: string, check: () => void): void {
    if (this.resting.has(key)) {
      this.resting.set(key, check);
      return;
    }
    check();
    this.resting.set(key, null);
    this.rest(() => {
      const owed = this.resting.get(key);
      this.resting.delete(key);
      if (owed) this.call(key, owed);
    });
  }
}
