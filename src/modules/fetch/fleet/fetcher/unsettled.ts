import type { JsMsg } from '@nats-io/jetstream';

/** A NATS message that is acknowledged once. */
export type Settleable = Pick<JsMsg, 'seq' | 'ack'>;

/** The messages of an answer, or one message with several answers, and the number of their unstored steps. */
interface Kept<Message> {
  readonly messages: readonly Message[];
  left: number;
}

/** Received answers that NATS keeps until all their steps are stored. */
export class Unsettled<Message extends Settleable = JsMsg> {
  private readonly bySequence = new Map<number, Kept<Message>>();
  private readonly byStep = new Map<number, Kept<Message>[]>();

  /** Sequences in the stream. */
  get sequences(): number[] {
    return [...this.bySequence.keys()];
  }

  /** Whether it contains a message. */
  has(sequence: number): boolean {
    return this.bySequence.has(sequence);
  }

  /** Keeps messages until the steps are stored. Messages without any step are acknowledged at once. */
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

  /** Records that steps are stored. */
  stored(steps: Iterable<number>): void {
    for (const step of steps) {
      for (const kept of this.byStep.get(step) ?? []) if (--kept.left === 0) this.settle(kept);
      this.byStep.delete(step);
    }
  }

  private settle(kept: Kept<Message>): void {
    for (const message of kept.messages) {
      message.ack();
      // A recreated stream counts from the first again: another message may have the number by now.
      if (this.bySequence.get(message.seq) === kept) this.bySequence.delete(message.seq);
    }
  }
}
