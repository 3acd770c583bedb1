import { DomainError } from '../errors/index.js';

/** A number of turns at costly work, first come, first served. So many may wait for theirs; more are refused at once rather than kept waiting without end. */
export class Turns {
  readonly #waiting = new Set<() => void>();
  readonly #atOnce: () => number;
  readonly #refusal: () => Error;
  #busy = 0;

  /**
   * @param atOnce pieces of work at once, at least one; a function is asked anew each time
   * @param maxWaiting calls that may wait
   * @param refused what the work is, for those who are refused, e.g. `models are being loaded`; or the error they get
   */
  constructor(
    atOnce: number | (() => number),
    private readonly maxWaiting: number,
    refused: string | (() => Error),
  ) {
    this.#atOnce = typeof atOnce === 'number' ? () => atOnce : atOnce;
    this.#refusal =
      typeof refused === 'string'
        ? () => new DomainError('UNAVAILABLE', `too many ${refused}: try again shortly`)
        : refused;
  }

  /** Pieces of work under way. */
  get busy(): number {
    return this.#busy;
  }

  /**
   * Does work when its turn has come.
   *
   * @param signal ends the waiting
   * @throws DomainError UNAVAILABLE, or the error of one's own, when too many wait already; the signal's reason
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#busy < this.#atOnce()) this.#busy++;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.maxWaiting) throw this.#refusal();
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

  /** The turn is handed on; more than one when there may be more at once than before. */
  #leave(): void {
    this.#busy--;
    for (const next of this.#waiting) {
      if (this.#busy >= this.#atOnce()) return;
      this.#busy++;
      this.#waiting.delete(next);
      next();
    }
  }
}
