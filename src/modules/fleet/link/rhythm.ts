/**
 * Gathers what is done often: what is due is done at once after a pause, and elsewhere together with all that becomes due before the interval is over. Who is
 * alone waits for nobody.
 */
export class Rhythm {
  private timer: NodeJS.Timeout | null = null;
  private isDue = false;

  constructor(
    private readonly intervalMs: number,
    private readonly beat: () => void,
  ) {}

  /** Something is to be done. */
  due(): void {
    if (this.timer === null) this.now();
    else this.isDue = true;
  }

  /** Does what is due without waiting. */
  now(): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isDue) this.now();
    }, this.intervalMs);
    this.beat();
  }

  /** What is due is left undone. */
  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.isDue = false;
  }
}
