import { setTimeout as sleep } from 'node:timers/promises';
import type { PageToLabel, LabelledTopic } from '../../../domain/labels/index.js';
import { LONGEST_RETRY_AFTER_MS, retryDelayMs } from '../../../domain/relevance/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import type { BudgetEnd, LabellerReply } from '../../topics/labeller/index.js';

/** Most calls for one page. */
const ATTEMPTS = 4;
/** Consecutive invalid answers after which the endpoint counts as incapable. */
const MALFORMED_IN_ROW = 5;

/**
 * Why a run ended. `queue`: no page is left; `calls`, `day`: the budget of the run, or of the project today, is spent;
 * `full`: the topic has reached the limit of labels from the labeller; `malformed`: the answers are no labels;
 * `unavailable`: the endpoint does not answer.
 */
export const LABELLER_ENDS = ['queue', 'calls', 'day', 'full', 'malformed', 'unavailable'] as const;
export type LabellerEnd = (typeof LABELLER_ENDS)[number];

/** External functions needed for asking. */
interface LabellerCalls {
  /** Counts a call before it is made. @returns null if it may be made */
  spend(): Promise<BudgetEnd | null>;
  ask(topic: LabelledTopic, page: PageToLabel, signal: AbortSignal): Promise<LabellerReply>;
  countMalformed(): Promise<void>;
  random(): number;
}

/** Requests labels until there is a reason to end. Several pages may be requested at once. */
export class LabellerAsking {
  private endedBy: LabellerEnd | null = null;
  private lastMessage: string | null = null;
  private malformedInRow = 0;

  constructor(
    private readonly calls: LabellerCalls,
    private readonly topic: LabelledTopic,
    private readonly signal: AbortSignal,
  ) {}

  /** The reason for the end; null while there is none. */
  get ended(): LabellerEnd | null {
    return this.endedBy;
  }

  /** The endpoint's last error. */
  get message(): string | null {
    return this.lastMessage;
  }

  /**
   * The label of a page; null if there is none, or asking has ended.
   *
   * @throws DomainError INVALID_STATE if the endpoint refuses the request
   * @throws the signal's reason when that aborts
   */
  async ask(page: PageToLabel): Promise<{ readonly relevant: boolean; readonly reason: string } | null> {
    for (let attempt = 0; this.endedBy === null; attempt++) {
      this.signal.throwIfAborted();
      const spent = await this.calls.spend();
      if (spent !== null) return this.end(spent, null);
      const reply = await this.calls.ask(this.topic, page, this.signal);
      this.signal.throwIfAborted();
      if (reply.kind === 'label') {
        this.malformedInRow = 0;
        return { relevant: reply.relevant, reason: reply.reason };
      }
      if (reply.kind === 'refused')
        throw new DomainError('INVALID_STATE', `the labeller refuses to answer: ${reply.message}`);
      if (reply.kind === 'malformed') {
        await this.calls.countMalformed();
        this.lastMessage = reply.message;
        if (++this.malformedInRow >= MALFORMED_IN_ROW) this.end('malformed', reply.message);
        return null;
      }
      const { message, retryAfterMs } = reply;
      if (attempt + 1 >= ATTEMPTS) return this.end('unavailable', message);
      if (retryAfterMs !== null && retryAfterMs > LONGEST_RETRY_AFTER_MS) {
        const seconds = Math.ceil(retryAfterMs / 1_000);
        return this.end('unavailable', `${message}; it asks not to be called for ${seconds} s`);
      }
      await sleep(retryDelayMs(attempt, this.calls.random(), retryAfterMs), undefined, { signal: this.signal });
    }
    return null;
  }

  private end(why: LabellerEnd, message: string | null): null {
    this.endedBy ??= why;
    this.lastMessage = message ?? this.lastMessage;
    return null;
  }
}
