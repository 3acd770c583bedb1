import { WakeUp } from '../concurrency/index.js';

export interface ClaimLoopOptions<W> {
  /** Most pieces of work at once. */
  readonly capacity: number;
  /** Polling interval, ms: not every new piece of work rings, and rings may be lost. */
  readonly pollMs: number;
  /** Claims the next piece of work; null if there is none now. Called by one caller at a time. */
  readonly claim: () => Promise<W | null>;
  /** Does the work. Claimed work is always run, even if the signal aborts meanwhile. */
  readonly run: (work: W) => Promise<void>;
  /** Called when a claim fails. The loop continues as if there had been nothing to claim. */
  readonly claimFailed: (error: unknown) => void;
  /** Called when work fails; other work continues. */
  readonly runFailed: (error: unknown, work: W) => void;
  /** Ends the claiming. */
  readonly signal: AbortSignal;
}

/**
 * Claims and runs work while there is any, up to `capacity` pieces at once. Looks again when it is rung, when a piece
 * has ended, and at intervals.
 *
 * A ring is never lost: a ring during a claim leads to another claim, because the current one may have read the queue
 * before the new work was there.
 */
export class ClaimLoop<W> {
  private readonly wake = new WakeUp();
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly options: ClaimLoopOptions<W>) {}

  /** Announces that there may be something to claim. */
  ring(): void {
    this.wake.ring();
  }

  /** Runs until the signal aborts; resolves once all claimed work has ended. Never rejects. */
  async run(): Promise<void> {
    const { signal, pollMs, claimFailed } = this.options;
    const ring = (): void => this.ring();
    signal.addEventListener('abort', ring, { once: true });
    while (!signal.aborted) {
      try {
        await this.claimAll();
      } catch (error) {
        claimFailed(error);
      }
      if (!signal.aborted) await this.wake.wait(pollMs);
    }
    signal.removeEventListener('abort', ring);
    await Promise.all(this.underWay);
  }

  private async claimAll(): Promise<void> {
    const { signal, capacity, claim } = this.options;
    while (!signal.aborted && this.underWay.size < capacity) {
      const work = await claim();
      if (work === null) return;
      this.begin(work);
    }
  }

  private begin(work: W): void {
    const { run, runFailed } = this.options;
    const done = run(work)
      .catch((error: unknown) => runFailed(error, work))
      .finally(() => {
        this.underWay.delete(done);
        this.ring();
      });
    this.underWay.add(done);
  }
}
