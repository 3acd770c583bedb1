import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import { LEARNED_STATE_LIMITS, type LearnedHistory } from './learned-state.js';

/** The newest events of a policy with their steps. For reports only; it affects no decision. */
export class EventLog {
  private events: { readonly step: number; readonly text: string }[] = [];
  private count = 0;

  add(step: number, text: string): void {
    this.count++;
    this.events.push({ step, text });
    if (this.events.length > LEARNED_STATE_LIMITS.events) this.events.shift();
  }

  get history(): LearnedHistory {
    return { events: this.events.map((event) => ({ ...event, node: null })), inAll: this.count };
  }

  save(): Snapshot {
    return {
      count: this.count,
      steps: this.events.map(({ step }) => step),
      texts: this.events.map(({ text }) => text),
    };
  }

  /** @param from null in snapshots of releases that stored none */
  restore(from: SnapshotReader | null): void {
    const texts = from?.strings('texts') ?? [];
    const steps = from?.numbers('steps', { length: texts.length }) ?? [];
    this.count = from?.integer('count') ?? 0;
    this.events = texts.map((text, i) => ({ step: steps[i], text }));
  }
}
