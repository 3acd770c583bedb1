/**
 * Batches frequent work: after a pause due work runs at once, otherwise together with everything that becomes due
 * within the interval.
 */
export class Rhythm {
  private timer: NodeJS.Timeout | null = null;
  private isDue = false;

  constructor(
    private readonly intervalMs: number,
    private readonly beat: () => void,
  ) {}

  /** Marks work as due. */
  due(): void {
    if (this.timer === null) this.now();
    else this.isDue = true;
  }

  /** Does due work without waiting. */
  now(): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isDue) this.now();
    }, this.intervalMs);
    this.beat();
  }

  /** Cancels due work. */
  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.isDue = false;
  }
}
