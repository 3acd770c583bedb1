import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { sigmoid } from './calibration.js';

/** Keeps the first steps finite. */
const EPSILON = 1e-8;

/**
 * Online logistic regression by AdaGrad (Duchi, Hazan and Singer, 2011): each weight has its own learning rate, which
 * falls with its gradients.
 */
export class OnlineLogistic {
  /** Weights of the features, then the bias. */
  private readonly weights: Float64Array;
  private readonly squares: Float64Array;
  private examples = 0;

  /**
   * @param prior initial weights; the initial bias is 0
   * @param rate learning rate of a weight at its first gradient
   */
  constructor(
    prior: readonly number[],
    private readonly rate: number,
  ) {
    this.weights = Float64Array.of(...prior, 0);
    this.squares = new Float64Array(this.weights.length);
  }

  get size(): number {
    return this.weights.length - 1;
  }

  /** Number of examples. */
  get learnt(): number {
    return this.examples;
  }

  weight(feature: number): number {
    return this.weights[feature];
  }

  /** @param at start of the features in `row` */
  probability(row: ArrayLike<number>, at = 0): number {
    let z = this.weights[this.size];
    for (let k = 0; k < this.size; k++) z += this.weights[k] * row[at + k];
    return sigmoid(z);
  }

  /** @param target in [0, 1] */
  learn(row: ArrayLike<number>, target: number): void {
    const error = this.probability(row) - target;
    this.examples++;
    for (let k = 0; k <= this.size; k++) {
      const gradient = error * (k < this.size ? row[k] : 1);
      this.squares[k] += gradient * gradient;
      this.weights[k] -= (this.rate * gradient) / (Math.sqrt(this.squares[k]) + EPSILON);
    }
  }

  /**
   * Warm start with weights learned elsewhere. The learning rates are reset, so that the weights adapt to other
   * examples.
   */
  begin(weights: Float64Array): void {
    this.weights.set(weights);
  }

  save(): Snapshot {
    return { weights: this.weights, squares: this.squares, examples: this.examples };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const need = { length: this.weights.length };
    this.weights.set(from.float64('weights', need));
    this.squares.set(from.float64('squares', need));
    this.examples = from.integer('examples');
  }
}
