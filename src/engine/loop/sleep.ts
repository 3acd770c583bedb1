import type { Sleep } from '../ports.js';

/** Sleeps by the timers of this process. */
export const sleepFor: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/** A reason of its own: by default each abort makes a DOMException with its stack. */
const RUNG = 'rung';

/**
 * A wake-up for one sleeper. A ring while nobody sleeps has no effect: the sleeper checks its condition first, without
 * a pause between the check and the sleep.
 */
export class WakeUp {
  private wake: AbortController | null = null;

  constructor(private readonly sleepFor: Sleep) {}

  ring(): void {
    this.wake?.abort(RUNG);
  }

  /** Sleeps until it is rung, at most `maxMs`. */
  async sleep(maxMs: number): Promise<void> {
    const wake = new AbortController();
    this.wake = wake;
    await this.sleepFor(maxMs, wake.signal);
    this.wake = null;
  }
}
