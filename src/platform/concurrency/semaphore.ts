import { DomainError } from '../errors/index.js';

/**
 * A fair counting semaphore with a bounded queue, for costly work. Calls beyond the queue's bound are refused at once
 * instead of waiting without limit.
 */
export class Semaphore {
  private readonly waiting = new Set<() => void>();
  private readonly atOnce: () => number;
  private readonly refusal: () => Error;
  private underWay = 0;

  /**
   * @param atOnce most pieces of work at once, at least one; a function is called each time
   * @param maxWaiting most calls that may wait
   * @param refused the work in words for the error, e.g. `models are being loaded`; or a function that returns the
   * error
   */
  constructor(
    atOnce: number | (() => number),
    private readonly maxWaiting: number,
    refused: string | (() => Error),
  ) {
    this.atOnce = typeof atOnce === 'number' ? () => atOnce : atOnce;
    this.refusal =
      typeof refused === 'string'
        ? () => new DomainError('UNAVAILABLE', `too many ${refused}: try again shortly`)
        : refused;
  }

  /** Pieces of work in progress. */
  get busy(): number {
    return this.underWay;
  }

  /**
   * Does work once a permit is free.
   *
   * @param signal ends the waiting
   * @throws DomainError UNAVAILABLE, or the given error, if too many calls already wait; the signal's reason
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.underWay < this.atOnce()) this.underWay++;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.waiting.size >= this.maxWaiting) throw this.refusal();
    return new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        this.waiting.delete(start);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.waiting.add(start);
    });
  }

  /** Passes the permit on, or several permits if the limit has risen. */
  private leave(): void {
    this.underWay--;
    for (const next of this.waiting) {
      if (this.underWay >= this.atOnce()) return;
      this.underWay++;
      this.waiting.delete(next);
      next();
    }
  }
}
