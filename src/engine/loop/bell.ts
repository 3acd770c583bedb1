import type { Sleep } from '../ports.js';

/** Wakes the one who sleeps. A ring while nobody sleeps is forgotten: whoever goes to sleep looks first, without a pause between look and sleep. */
export class Bell {
  private wake: AbortController | null = null;

  constructor(private readonly sleepFor: Sleep) {}

  ring(): void {
    this.wake?.abort();
  }

  /** Until it is rung, or for so long, ms. */
  async sleep(maxMs: number): Promise<void> {
    const wake = new AbortController();
    this.wake = wake;
    await this.sleepFor(maxMs, wake.signal);
    this.wake = null;
  }
}
