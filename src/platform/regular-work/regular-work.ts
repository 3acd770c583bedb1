import type { Logger } from '@nestjs/common';
import { databaseTrouble } from '../database/index.js';
import { WakeUp } from '../turns/index.js';

export interface RegularWorkOptions {
  /** From the end of a look to the next one, ms, unless `ring` is called. */
  readonly everyMs: number;
  /** Whether the first look follows the start at once. Otherwise it waits its time, as for work that is not urgent. */
  readonly atOnce: boolean;
  /** Told when the work is stopped. A look that ends early then is no failure, however it ends. */
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** What the log is told when a look fails, such as `old entries are still there`. */
  readonly failure: string;
}

/** What a process does again and again, one look after another, until it is stopped. A look that fails is told of; the next one comes in its time. */
export class RegularWork {
  readonly #wake = new WakeUp();
  readonly #stopping = new AbortController();
  #finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: RegularWorkOptions) {}

  /** Called once. */
  start(): void {
    this.#finished = this.#run();
  }

  /** There is something to do: the next look follows at once, or right behind the one under way. */
  ring(): void {
    this.#wake.ring();
  }

  /** Ends with the look under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.ring();
    await this.#finished;
  }

  async #run(): Promise<void> {
    const { everyMs, atOnce } = this.options;
    const { signal } = this.#stopping;
    if (!atOnce) await this.#wake.wait(everyMs);
    while (!signal.aborted) {
      await this.#look(signal);
      if (!signal.aborted) await this.#wake.wait(everyMs);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { look, log, failure } = this.options;
    try {
      await look(signal);
    } catch (error) {
      if (signal.aborted) return;
      const trouble = databaseTrouble(error);
      // That the database is away is said by others at length.
      if (trouble === null) log.error({ err: error }, failure);
      else log.warn(`${failure}: ${trouble.kind}`);
    }
  }
}
