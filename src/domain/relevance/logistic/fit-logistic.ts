import { sigmoid } from '../../learning/calibration.js';

/** Dense rows, concatenated. */
interface DenseRows {
  readonly values: Float32Array;
  readonly columns: number;
}

interface LogisticFit {
  readonly weights: Float64Array;
  readonly bias: number;
}

/**
 * Number of corrections in L-BFGS; 5 to 20 are usual (Nocedal and Wright, "Numerical Optimization", 2006, section 7.2).
 */
const MEMORY = 8;
/** A few hundred standardised features converge after some 50. */
const MAX_STEPS = 100;
const GRADIENT_TOLERANCE = 1e-4;
/** Sufficient decrease (Armijo); the next constant is the shortest step tried. */
const DECREASE = 1e-4;
const MIN_STEP = 1e-8;

/**
 * Logistic regression with an L2 penalty on the weights but not on the bias, by L-BFGS (Liu and Nocedal, 1989), with
 * equal weight of both classes. Deterministic.
 *
 * @param train indexes of the training rows
 * @param penalty λ of λ/2·‖w‖² beside the mean loss
 */
export function fitLogistic(
  { values, columns }: DenseRows,
  labels: ArrayLike<number>,
  train: readonly number[],
  penalty: number,
): LogisticFit {
  let positives = 0;
  for (const i of train) positives += labels[i];
  const share = [1 / (2 * Math.max(1, train.length - positives)), 1 / (2 * Math.max(1, positives))];
  // The bias is the last parameter.
  const size = columns + 1;
  const lossAt = (x: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    let loss = 0;
    for (const i of train) {
      const row = i * columns;
      let z = x[columns];
      for (let k = 0; k < columns; k++) z += x[k] * values[row + k];
      const weight = share[labels[i]];
      const signed = labels[i] === 1 ? z : -z;
      loss += weight * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed);
      const error = weight * (sigmoid(z) - labels[i]);
      for (let k = 0; k < columns; k++) gradient[k] += error * values[row + k];
      gradient[columns] += error;
    }
    for (let k = 0; k < columns; k++) {
      loss += (penalty / 2) * x[k] * x[k];
      gradient[k] += penalty * x[k];
    }
    return loss;
  };

  const x = new Float64Array(size);
  const gradient = new Float64Array(size);
  const next = new Float64Array(size);
  const nextGradient = new Float64Array(size);
  const corrections: Correction[] = [];
  let loss = lossAt(x, gradient);
  for (let step = 0; step < MAX_STEPS && Math.max(...gradient.map(Math.abs)) > GRADIENT_TOLERANCE; step++) {
    const direction = directionOf(gradient, corrections);
    const slope = dot(direction, gradient);
    let length = 1;
    let nextLoss = Infinity;
    for (; length >= MIN_STEP; length /= 2) {
      for (let k = 0; k < size; k++) next[k] = x[k] + length * direction[k];
      nextLoss = lossAt(next, nextGradient);
      if (nextLoss <= loss + DECREASE * length * slope) break;
    }
    if (length < MIN_STEP) break;
    const moved = next.map((value, k) => value - x[k]);
    const turned = nextGradient.map((value, k) => value - gradient[k]);
    const curvature = dot(moved, turned);
    // Without positive curvature the correction would turn descent into ascent.
    if (curvature > 0) corrections.push({ moved, turned, inverse: 1 / curvature });
    if (corrections.length > MEMORY) corrections.shift();
    x.set(next);
    gradient.set(nextGradient);
    loss = nextLoss;
  }
  return { weights: x.slice(0, columns), bias: x[columns] };
}

interface Correction {
  readonly moved: Float64Array;
  readonly turned: Float64Array;
  readonly inverse: number;
}

/** −H·gradient by the two-loop recursion (Nocedal and Wright, algorithm 7.4). */
function directionOf(gradient: Float64Array, corrections: readonly Correction[]): Float64Array {
  const q = gradient.map((value) => -value);
  const shares: number[] = [];
  for (const { moved, turned, inverse } of corrections.toReversed()) {
    const share = inverse * dot(moved, q);
    shares.push(share);
    for (let k = 0; k < q.length; k++) q[k] -= share * turned[k];
  }
  const last = corrections.at(-1);
  if (last !== undefined) {
    const scale = 1 / (last.inverse * dot(last.turned, last.turned));
    for (let k = 0; k < q.length; k++) q[k] *= scale;
  }
  for (const { moved, turned, inverse } of corrections) {
    const share = (shares.pop() ?? 0) - inverse * dot(turned, q);
    for (let k = 0; k < q.length; k++) q[k] += share * moved[k];
  }
  return q;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
