/** Wakes the one who sleeps. A ring while nobody sleeps is forgotten: whoever goes to sleep looks first, without a pause between look and sleep. */
export class Bell {
  private wake: (() => void) | null = null;

  ring(): void {
    this.wake?.();
  }

  /** Until it is rung, or for so long, ms. */
  async sleep(maxMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}
