/** The event loop is held up for so long at a time, at most: timers, commands and renewals of leases wait for it. */
const SLICE_MS = 50;

/** Lets the event loop go round during long work. */
export class Pace {
  private until = performance.now() + SLICE_MS;

  /** @param signal ends the work */
  constructor(private readonly signal: AbortSignal) {}

  /** Whether it is time to rest. */
  get isDue(): boolean {
    return performance.now() >= this.until;
  }

  /** Lets everything else that is ready run. @throws the signal's reason when it is aborted */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
    this.until = performance.now() + SLICE_MS;
  }
}
