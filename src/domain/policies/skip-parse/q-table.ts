import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { type Action, ACTIONS, type ActionValues, STATES } from './states.js';

/** Tabular Q-learning (Watkins 1989) over the 16 states. */
export class QTable implements ActionValues {
  private readonly values = new Float64Array(STATES * ACTIONS.length);
  private updates = 0;

  /**
   * @param rate α
   * @param discount γ
   */
  constructor(
    private readonly rate: number,
    private readonly discount: number,
  ) {}

  /** Number of updates so far. */
  get learnt(): number {
    return this.updates;
  }

  value(state: number, action: Action): number {
    return this.values[state * ACTIONS.length + action];
  }

  /**
   * Q(s, a) += α · (r + γ · max Q(s', ·) − Q(s, a))
   *
   * @param next null if the action led nowhere
   */
  update(state: number, action: Action, reward: number, next: number | null): void {
    const future = next === null ? 0 : Math.max(...ACTIONS.map((a) => this.value(next, a)));
    const at = state * ACTIONS.length + action;
    this.values[at] += this.rate * (reward + this.discount * future - this.values[at]);
    this.updates++;
  }

  /** Warm start with the values of another table. */
  inherit(from: SnapshotReader): void {
    this.values.set(from.float64('values', { length: this.values.length }));
  }

  save(): Snapshot {
    return { values: this.values, updates: this.updates };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.values.set(from.float64('values', { length: this.values.length }));
    this.updates = from.integer('updates');
  }
}
