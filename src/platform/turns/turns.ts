import { DomainError } from '../errors/index.js';

/** A number of turns at costly work, first come, first served. So many may wait for theirs; more are refused at once rather than kept waiting without end. */
export class Turns {
  readonly #waiting = new Set<() => void>();
  #free: number;

  /**
   * @param atOnce pieces of work at once
   * @param maxWaiting calls that may wait
   * @param work what it is, for those who are refused, e.g. `models are being loaded`
   */
  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
    private readonly work: string,
  ) {
    this.#free = atOnce;
  }

  /** Pieces of work under way. */
  get busy(): number {
    return this.atOnce - this.#free;
  }

  /**
   * Does work when its turn has come.
   *
   * @param signal ends the waiting
   * @throws DomainError UNAVAILABLE when too many wait already; the signal's reason
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.maxWaiting)
      throw new DomainError('UNAVAILABLE', `too many ${this.work}: try again shortly`);
    return new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        this.#waiting.delete(start);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.add(start);
    });
  }

  /** The turn is handed on, or given up. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
