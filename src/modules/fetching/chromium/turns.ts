import { FetchFault } from '../fetch-fault.js';

/** A number of turns, first come, first served. */
export class Turns {
  private readonly waiting = new Set<() => void>();
  private taken = 0;

  /** @param most turns at a time, at least one, asked anew each time: it may change. @param maxWaiting more waiters are refused */
  constructor(
    private readonly most: () => number,
    private readonly maxWaiting: number,
  ) {}

  /**
   * Waits for a turn.
   *
   * @returns gives the turn back; to be called once
   * @throws FetchFault `aborted` when the signal aborts first, or too many wait
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new FetchFault('aborted', 'aborted');
    if (this.taken < this.most()) this.taken++;
    else await this.wait(signal);
    return () => this.leave();
  }

  private wait(signal: AbortSignal): Promise<void> {
    if (this.waiting.size >= this.maxWaiting) throw new FetchFault('aborted', 'too many pages wait to be rendered');
    return new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        this.waiting.delete(start);
        reject(new FetchFault('aborted', 'aborted'));
      };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.add(start);
    });
  }

  private leave(): void {
    this.taken--;
    for (const next of this.waiting) {
      if (this.taken >= this.most()) return;
      this.taken++;
      this.waiting.delete(next);
      next();
    }
  }
}
