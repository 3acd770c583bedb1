import { sigmoid } from '../../learning/calibration.js';

/** Steps of gradient descent; a handful of standardised features converges after a few hundred. */
const STEPS = 500;
const STEP_SIZE = 0.5;

/**
 * Weights of a logistic regression on standardised features, each of which is positive evidence, hence nonnegative;
 * shrunk towards `prior` by an L2 penalty, so that they stay near it with few examples. Both classes have equal weight.
 *
 * @param penalty strength of the penalty, in examples
 */
export function fitEvidenceWeights(
  rows: readonly Float64Array[],
  labels: ArrayLike<number>,
  prior: Float64Array,
  penalty: number,
): Float64Array {
  const weights = Float64Array.from(prior);
  let bias = 0;
  let positives = 0;
  for (let i = 0; i < rows.length; i++) positives += labels[i];
  const share = [1 / (2 * Math.max(1, rows.length - positives)), 1 / (2 * Math.max(1, positives))];
  const pull = penalty / Math.max(1, rows.length);
  const gradient = new Float64Array(weights.length);
  for (let step = 0; step < STEPS; step++) {
    gradient.fill(0);
    let gradientBias = 0;
    rows.forEach((row, i) => {
      let z = bias;
      for (let k = 0; k < row.length; k++) z += weights[k] * row[k];
      const error = (sigmoid(z) - labels[i]) * share[labels[i]];
      for (let k = 0; k < row.length; k++) gradient[k] += error * row[k];
      gradientBias += error;
    });
    for (let k = 0; k < weights.length; k++) {
      weights[k] = Math.max(0, weights[k] - STEP_SIZE * (gradient[k] + pull * (weights[k] - prior[k])));
    }
    bias -= STEP_SIZE * gradientBias;
  }
  return weights;
}
