import { Adam, type GradientClip } from './adam.js';
import { Mlp } from './mlp.js';
import type { TransitionBatch } from './replay-buffer.js';
import type { Rng } from '../base/rng.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

interface QNetworkOptions {
  readonly features: number;
  readonly hidden: readonly number[];
  readonly discount: number;
  readonly clip: GradientClip;
}

/**
 * Double DQN over state-action vectors (van Hasselt et al., 2016; TRES 2.4.2): one output, the value of taking the
 * action.
 *
 * Deviations: none. The optimiser's moments survive target updates, as in the reference program.
 */
export class DoubleQNetwork {
  private readonly online: Mlp;
  private readonly target: Mlp;
  private readonly optimiser: Adam;
  private readonly gradient: Float32Array;
  private targets = new Float32Array(0);
  private best = new Float32Array(0);

  constructor(
    private readonly options: QNetworkOptions,
    rng: Rng,
  ) {
    const sizes = [options.features, ...options.hidden, 1];
    this.online = new Mlp(sizes);
    this.target = new Mlp(sizes);
    this.online.randomise(rng);
    this.updateTarget();
    this.gradient = new Float32Array(this.online.parameters.length);
    this.optimiser = new Adam(this.online.parameters.length, options.clip);
  }

  /** The online network's values of `n` rows; a view, valid until the next call. */
  values(rows: Float32Array, n: number): Float64Array {
    return this.online.forward(rows, n);
  }

  /** Copies the online network to the target network. */
  updateTarget(): void {
    this.target.parameters.set(this.online.parameters);
  }

  /**
   * One gradient step on a mini-batch towards its Double DQN targets.
   *
   * @returns the mean squared error before the step
   */
  train(batch: TransitionBatch, learningRate: number): number {
    const targets = this.targetsOf(batch);
    this.gradient.fill(0);
    const error = this.online.gradient(batch.taken, targets, batch.size, this.gradient);
    this.optimiser.update(this.online.parameters, this.gradient, learningRate);
    return error;
  }

  /**
   * Double DQN target of each transition: r + γ·Q⁻(argmax Q).
   *
   * The online network chooses the next link and the target network values it, which curbs over-estimation. Without a
   * next candidate the target is the reward alone, so dead ends stay visible to the learner. The end of the budget
   * truncates an episode without terminating it: targets still bootstrap.
   */
  targetsOf(batch: TransitionBatch): Float32Array {
    const d = this.options.features;
    const { size, nextCounts, next, rewards } = batch;
    if (this.targets.length < size) {
      this.targets = new Float32Array(size);
      this.best = new Float32Array(size * d);
    }
    let rows = 0;
    for (let i = 0; i < size; i++) rows += nextCounts[i];
    const values = this.values(next, rows);
    let row = 0;
    let priced = 0;
    for (let i = 0; i < size; i++) {
      if (nextCounts[i] === 0) continue;
      let best = row;
      for (const end = row + nextCounts[i]; row < end; row++) if (values[row] > values[best]) best = row;
      this.best.set(next.subarray(best * d, (best + 1) * d), priced * d);
      priced++;
    }
    const prices = this.target.forward(this.best, priced);
    priced = 0;
    for (let i = 0; i < size; i++)
      this.targets[i] = rewards[i] + (nextCounts[i] === 0 ? 0 : this.options.discount * prices[priced++]);
    return this.targets;
  }

  save(): Snapshot {
    return { online: this.online.parameters, target: this.target.parameters, optimiser: this.optimiser.save() };
  }

  /** @throws RangeError if the snapshot's network has another size; then nothing is changed */
  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const need = { length: this.online.parameters.length };
    const online = from.float32('online', need);
    const target = from.float32('target', need);
    this.optimiser.restore(from.child('optimiser'));
    this.online.parameters.set(online);
    this.target.parameters.set(target);
  }
}
