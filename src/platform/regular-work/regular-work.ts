import type { Logger } from '@nestjs/common';
import { logFailure } from '../database/index.js';
import { WakeUp } from '../concurrency/index.js';

export interface RegularWorkOptions {
  /** Time from the end of one run to the start of the next, ms, unless `ring` is called. */
  readonly everyMs: number;
  /** Whether the first run starts at once. Otherwise it waits `everyMs`, for work that is not urgent. */
  readonly atOnce: boolean;
  /** The work. The signal aborts when it is to stop; a run that then ends early does not count as failed. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Log message for a failed run, such as `cannot delete old entries of the audit log`. */
  readonly failure: string;
}

/**
 * Runs work repeatedly, one run after another, until it is stopped. A failed run is logged; the next one follows at its
 * time.
 */
export class RegularWork {
  private readonly wake = new WakeUp();
  private readonly stopping = new AbortController();
  private finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: RegularWorkOptions) {}

  /** Called once. */
  start(): void {
    this.finished = this.repeat();
  }

  /** Announces work: the next run starts at once, or directly after the current one. */
  ring(): void {
    this.wake.ring();
  }

  /** Resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake.ring();
    await this.finished;
  }

  private async repeat(): Promise<void> {
    const { everyMs, atOnce } = this.options;
    const { signal } = this.stopping;
    if (!atOnce) await this.wake.wait(everyMs);
    while (!signal.aborted) {
      await this.runOnce(signal);
      if (!signal.aborted) await this.wake.wait(everyMs);
    }
  }

  private async runOnce(signal: AbortSignal): Promise<void> {
    const { run, log, failure } = this.options;
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) logFailure(log, error, failure);
    }
  }
}
