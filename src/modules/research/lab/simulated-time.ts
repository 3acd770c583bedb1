import type { Clock, Sleep } from '../../../engine/index.js';

/** Start of a simulation's time, epoch ms. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/**
 * The clock of a discrete-event simulation: it stops while any work is being done, and jumps to the next sleeper once
 * all participants sleep.
 *
 * Participants are the crawl loop, from the start, and all work passed to `around`. Sleepers wake one after another, by
 * time and then by the order in which they fell asleep, so that a simulation depends only on its own work.
 */
export class SimulatedTime implements Clock {
  private time = 0;
  private awake = 1;
  private nextOrder = 0;
  private readonly sleepers = new Set<Sleeper>();
  private isChecking = false;

  now(): number {
    return EPOCH_MS + this.time;
  }

  monotonic(): number {
    return this.time;
  }

  readonly sleep: Sleep = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.sleepers.delete(sleeper);
        this.awake++;
        resolve();
      };
      const sleeper: Sleeper = { at: this.time + Math.max(0, ms), order: this.nextOrder++, wake };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', wake);
      this.rest();
    });

  /** Participates until the work is done. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    this.awake++;
    try {
      return await work();
    } finally {
      this.rest();
    }
  }

  private rest(): void {
    this.awake--;
    if (this.awake > 0 || this.isChecking) return;
    this.isChecking = true;
    // The work that has just ended may be about to wake another participant, which comes first.
    setImmediate(() => {
      this.isChecking = false;
      if (this.awake > 0) return;
      const next = this.next();
      if (next === null) return;
      this.time = Math.max(this.time, next.at);
      next.wake();
    });
  }

  private next(): Sleeper | null {
    let next: Sleeper | null = null;
    for (const sleeper of this.sleepers)
      if (next === null || sleeper.at < next.at || (sleeper.at === next.at && sleeper.order < next.order))
        next = sleeper;
    return next;
  }
}
