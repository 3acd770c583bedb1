/**
 * Lets one loop sleep until it is called or a time has passed. A call while nobody sleeps is kept; several count as
 * one.
 */
export class WakeUp {
  private rung = false;
  private resolve: (() => void) | null = null;

  ring(): void {
    if (this.resolve) this.resolve();
    else this.rung = true;
  }

  async wait(maxMs: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMs);
        this.resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rung = false;
    this.resolve = null;
  }
}
