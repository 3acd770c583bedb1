import { withRoom } from '../base/growable.js';
import type { Snapshot } from '../base/snapshot.js';
import type { SnapshotReader } from '../base/snapshot-reader.js';

/** Marks an unknown step of a split. */
const UNKNOWN = -1;

/** The experience samples on one side of a split, when it was made. */
interface SplitSide {
  readonly samples: number;
  readonly meanReward: number;
}

/** A split as it happened. */
interface LoggedSplit {
  /** Null for splits from before the session, or from a release that did not store steps. */
  readonly step: number | null;
  readonly left: SplitSide;
  readonly right: SplitSide;
}

/**
 * The step and the separated samples of each split of a tree, in order. For reports only; it affects no decision. 28
 * bytes per split.
 */
export class SplitLog {
  private count = 0;
  private steps = new Int32Array(0);
  /** Left and right, alternating. */
  private samples = new Uint32Array(0);
  private means = new Float64Array(0);

  add(step: number, left: SplitSide, right: SplitSide): void {
    const at = this.count++;
    this.steps = withRoom(this.steps, this.count);
    this.samples = withRoom(this.samples, 2 * this.count);
    this.means = withRoom(this.means, 2 * this.count);
    this.steps[at] = step;
    this.samples.set([left.samples, right.samples], 2 * at);
    this.means.set([left.meanReward, right.meanReward], 2 * at);
  }

  at(split: number): LoggedSplit {
    const step = this.steps[split];
    const side = (at: number): SplitSide => ({ samples: this.samples[at], meanReward: this.means[at] });
    return { step: step === UNKNOWN ? null : step, left: side(2 * split), right: side(2 * split + 1) };
  }

  save(): Snapshot {
    return {
      steps: this.steps.subarray(0, this.count),
      samples: this.samples.subarray(0, 2 * this.count),
      means: this.means.subarray(0, 2 * this.count),
    };
  }

  /** @param from null if none was stored; then the steps of `count` splits are unknown */
  restore(from: SnapshotReader | null, count: number): void {
    const sides = { length: 2 * count };
    const steps = from?.int32('steps', { length: count }) ?? new Int32Array(count).fill(UNKNOWN);
    const samples = from?.uint32('samples', sides) ?? new Uint32Array(2 * count);
    const means = from?.float64('means', sides) ?? new Float64Array(2 * count);
    this.steps = steps.slice();
    this.samples = samples.slice();
    this.means = means.slice();
    this.count = count;
  }
}
