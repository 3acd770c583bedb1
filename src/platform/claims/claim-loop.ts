import { WakeUp } from '../turns/index.js';

export interface ClaimLoopOptions<W> {
  /** Pieces of work at once. */
  readonly capacity: number;
  /** Nobody rings for all that there is to claim, and rings may be lost: so often it is looked for, ms. */
  readonly pollMs: number;
  /** Takes the next piece of work; null when there is none now. One call at a time. */
  readonly claim: () => Promise<W | null>;
  /** Does it. What was claimed is always handed over, after the end was asked for too. */
  readonly run: (work: W) => Promise<void>;
  /** Told of a claim that failed. The next look follows as if there had been nothing. */
  readonly claimFailed: (error: unknown) => void;
  /** Told of work that failed: it is over, and others go on. */
  readonly runFailed: (error: unknown, work: W) => void;
  /** Ends the claiming. */
  readonly signal: AbortSignal;
}

/**
 * Claims work as long as there is any and room for it, and does so many pieces at once. Looks again when it is rung, when a piece has ended, and from time to
 * time.
 *
 * A ring is never lost: one that comes while a claim is under way leads to another one, since that claim may have looked before what it tells of was there.
 */
export class ClaimLoop<W> {
  private readonly wake = new WakeUp();
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly options: ClaimLoopOptions<W>) {}

  /** There may be something to claim. */
  ring(): void {
    this.wake.ring();
  }

  /** Goes on until the signal aborts; resolves once all work that was claimed has ended. Never rejects. */
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
