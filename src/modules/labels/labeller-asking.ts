import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedPage, LabelledTopic } from '../../domain/labels/index.js';
import { LONGEST_RETRY_AFTER_MS, retryDelayMs } from '../../domain/relevance/index.js';
import { DomainError } from '../../platform/errors/index.js';
import type { BudgetEnd, LabellerReply } from '../labeller/index.js';

/** Calls for one page, at most. */
const ATTEMPTS = 4;
/** An endpoint that answers so often in a row what is no label does not do as it was asked. */
const MALFORMED_IN_ROW = 5;

/**
 * Why a run ended. `queue`: no page is left to ask about; `calls`, `day`: the calls of the run, or of the project today, are spent; `full`: the topic has as
 * many labels of the labeller as it may have; `malformed`: the answers are no labels; `unavailable`: the endpoint does not answer.
 */
export const LABELLER_ENDS = ['queue', 'calls', 'day', 'full', 'malformed', 'unavailable'] as const;
export type LabellerEnd = (typeof LABELLER_ENDS)[number];

/** What asking needs of the outside. */
export interface LabellerCalls {
  /** Counts a call before it is made. @returns null when it may be made */
  spend(): Promise<BudgetEnd | null>;
  ask(topic: LabelledTopic, page: AskedPage, signal: AbortSignal): Promise<LabellerReply>;
  countMalformed(): Promise<void>;
  random(): number;
}

/** Asks for labels until there is a reason to end. Several pages may be asked about at once. */
export class LabellerAsking {
  #ended: LabellerEnd | null = null;
  #message: string | null = null;
  #malformedInRow = 0;

  constructor(
    private readonly calls: LabellerCalls,
    private readonly topic: LabelledTopic,
    private readonly signal: AbortSignal,
  ) {}

  /** Why no more is asked; null while there is no reason. */
  get ended(): LabellerEnd | null {
    return this.#ended;
  }

  /** What the endpoint did wrong last. */
  get message(): string | null {
    return this.#message;
  }

  /**
   * The label of a page; null when there is none, or asking has ended.
   *
   * @throws DomainError INVALID_STATE when the endpoint refuses what it is asked
   * @throws the signal's reason when that aborts
   */
  async ask(page: AskedPage): Promise<{ readonly relevant: boolean; readonly reason: string } | null> {
    for (let attempt = 0; this.#ended === null; attempt++) {
      this.signal.throwIfAborted();
      const spent = await this.calls.spend();
      if (spent !== null) return this.#end(spent, null);
      const reply = await this.calls.ask(this.topic, page, this.signal);
      this.signal.throwIfAborted();
      if (reply.kind === 'label') {
        this.#malformedInRow = 0;
        return { relevant: reply.relevant, reason: reply.reason };
      }
      if (reply.kind === 'refused')
        throw new DomainError('INVALID_STATE', `the labeller refuses to answer: ${reply.message}`);
      if (reply.kind === 'malformed') {
        await this.calls.countMalformed();
        this.#message = reply.message;
        if (++this.#malformedInRow >= MALFORMED_IN_ROW) this.#end('malformed', reply.message);
        return null;
      }
      const { message, retryAfterMs } = reply;
      if (attempt + 1 >= ATTEMPTS) return this.#end('unavailable', message);
      if (retryAfterMs !== null && retryAfterMs > LONGEST_RETRY_AFTER_MS) {
        const seconds = Math.ceil(retryAfterMs / 1_000);
        return this.#end('unavailable', `${message}; it asks not to be called for ${seconds} s`);
      }
      await sleep(retryDelayMs(attempt, this.calls.random(), retryAfterMs), undefined, { signal: this.signal });
    }
    return null;
  }

  #end(why: LabellerEnd, message: string | null): null {
    this.#ended ??= why;
    this.#message = message ?? this.#message;
    return null;
  }
}
