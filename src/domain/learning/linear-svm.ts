import type { Rng } from '../base/rng.js';
import { shuffle } from './cross-validation.js';

/**
 * Sparse rows: row `r` has the values `values[starts[r] … starts[r + 1])` of the features at the same indices of
 * `features`.
 */
export interface SparseRows {
  readonly starts: Int32Array;
  readonly features: Int32Array;
  readonly values: Float32Array;
}

interface LinearSvmOptions {
  /** Features of a row lie in [0, dimension). */
  readonly dimension: number;
  /** Cost C of an error on a positive example; the next field has that on a negative one. */
  readonly costPositive: number;
  readonly costNegative: number;
  readonly rng: Rng;
}

interface LinearSvm {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** Most passes over the data. Text converges in ten to thirty; overlapping classes need a bound. */
const MAX_EPOCHS = 60;
/** Stops when the projected gradients lie within this width: LIBLINEAR's default for this solver. */
const TOLERANCE = 0.1;

/**
 * Trains a linear support vector machine (hinge loss, L2 penalty) by dual coordinate descent (Hsieh et al., "A dual
 * coordinate descent method for large-scale linear SVM", 2008, algorithm 1, without shrinking).
 *
 * The bias is the weight of a further feature that is always 1, and is penalised with the rest.
 *
 * @param labels 1 for positive rows, 0 for negative ones
 */
export function trainLinearSvm(rows: SparseRows, labels: ArrayLike<number>, options: LinearSvmOptions): LinearSvm {
  const { starts, features, values } = rows;
  const count = starts.length - 1;
  const weights = new Float64Array(options.dimension);
  let bias = 0;
  const alpha = new Float64Array(count);
  const norms = new Float64Array(count);
  for (let r = 0; r < count; r++) {
    let square = 1;
    for (let k = starts[r]; k < starts[r + 1]; k++) square += values[k] * values[k];
    norms[r] = square;
  }
  const order = Int32Array.from({ length: count }, (_, r) => r);
  for (let epoch = 0; epoch < MAX_EPOCHS; epoch++) {
    let largest = -Infinity;
    let smallest = Infinity;
    for (const r of shuffle(order, options.rng)) {
      const sign = labels[r] === 1 ? 1 : -1;
      const cost = labels[r] === 1 ? options.costPositive : options.costNegative;
      let margin = bias;
      for (let k = starts[r]; k < starts[r + 1]; k++) margin += weights[features[k]] * values[k];
      const gradient = sign * margin - 1;
      const projected = alpha[r] === 0 ? Math.min(gradient, 0) : alpha[r] === cost ? Math.max(gradient, 0) : gradient;
      largest = Math.max(largest, projected);
      smallest = Math.min(smallest, projected);
      if (projected === 0) continue;
      const before = alpha[r];
      alpha[r] = Math.min(cost, Math.max(0, before - gradient / norms[r]));
      const change = (alpha[r] - before) * sign;
      if (change === 0) continue;
      bias += change;
      for (let k = starts[r]; k < starts[r + 1]; k++) weights[features[k]] += change * values[k];
    }
    if (largest - smallest < TOLERANCE) break;
  }
  return { weights, bias };
}
