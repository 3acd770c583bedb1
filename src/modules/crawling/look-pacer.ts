/**
 * Looks at most once in an interval for each key, and always once more after the last call: a command that arrives just behind a look is not left until the
 * next renewal, which may be far away, and a session that waits for its host commits nothing that would have it looked for.
 */
export class LookPacer {
  /** Keys that were looked at a moment ago, with the look that is owed to those who called since. */
  private readonly resting = new Map<string, (() => void) | null>();

  /** @param rest calls what it is given after the interval */
  constructor(private readonly rest: (work: () => void) => void) {}

  /** @param look is called now, or when the rest after the look before is over */
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
