import type { JsMsg } from '@nats-io/jetstream';

/** A message of NATS that is acknowledged once. */
export type Settleable = Pick<JsMsg, 'seq' | 'ack'>;

/** The messages of an answer, or one message of several, and how many of their steps are not stored. */
interface Kept<Message> {
  readonly messages: readonly Message[];
  left: number;
}

/** Answers that are taken and that NATS keeps until all steps that they are for are stored. */
export class Unsettled<Message extends Settleable = JsMsg> {
  private readonly bySequence = new Map<number, Kept<Message>>();
  private readonly byStep = new Map<number, Kept<Message>[]>();

  /** Sequences in the stream. */
  get sequences(): number[] {
    return [...this.bySequence.keys()];
  }

  /** Whether a message is one of them. */
  has(sequence: number): boolean {
    return this.bySequence.has(sequence);
  }

  /** Keeps messages until the steps are stored. Without any step nobody needs them: they are settled at once. */
  keep(messages: readonly Message[], steps: readonly number[]): void {
    const kept = { messages, left: steps.length };
    if (steps.length === 0) return this.settle(kept);
    for (const { seq } of messages) this.bySequence.set(seq, kept);
    for (const step of steps) {
      const others = this.byStep.get(step);
      if (others === undefined) this.byStep.set(step, [kept]);
      else others.push(kept);
    }
  }

  /** Steps are stored. */
  stored(steps: Iterable<number>): void {
    for (const step of steps) {
      for (const kept of this.byStep.get(step) ?? []) if (--kept.left === 0) this.settle(kept);
      this.byStep.delete(step);
    }
  }

  private settle(kept: Kept<Message>): void {
    for (const message of kept.messages) {
      message.ack();
      // A stream that was lost and made anew counts from the first again: another message may have the number by now.
      if (this.bySequence.get(message.seq) === kept) this.bySequence.delete(message.seq);
    }
  }
}
