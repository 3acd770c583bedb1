/**
 * Looks at most once per interval for each key, and always once more after the last call: a command that arrives just
 * after a look must not wait until the next renewal, which may be far away, and a session that waits for its host
 * commits nothing that would cause a look.
 */
export class LookPacer {
  /** Recently looked-at keys, with the pending look of later calls. */
  private readonly resting = new Map<string, (() => void) | null>();

  /** @param rest runs its argument after the interval */
  constructor(private readonly rest: (work: () => void) => void) {}

  /** @param look called now, or after the interval of the previous look */
  call(key: string, look: () => void): void {
    if (this.resting.has(key)) {
      this.resting.set(key, look);
      return;
    }
    look();
    this.resting.set(key, null);
    this.rest(() => {
      const owed = this.resting.get(key);
      this.resting.delete(key);
      if (owed) this.call(key, owed);
    });
  }
}
