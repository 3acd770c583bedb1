import { fitPlatt, plattProbability, type PlattScaling } from './calibration.js';
import { balancedLogLoss } from './calibration-measures.js';

/**
 * Probability as a nondecreasing piecewise linear curve: at margin `margins[k]` it is `probabilities[k]`, constant
 * beyond the ends.
 */
export interface IsotonicCurve {
  readonly margins: Float64Array;
  readonly probabilities: Float64Array;
}

/** Calibration of margins to probabilities: by Platt's curve, or by isotonic regression if `isotonic` is set. */
export interface Scaling {
  readonly platt: PlattScaling;
  readonly isotonic: IsotonicCurve | null;
}

export const SCALING_METHODS = ['platt', 'isotonic'] as const;
export type ScalingMethod = (typeof SCALING_METHODS)[number];

/** Most points of a curve: with more, they differ by less than a decision can. */
const MAX_POINTS = 200;
/**
 * Weight of Platt's probability in an isotonic one: keeps the order of margins where the curve is flat, and moves no
 * probability by more than this.
 */
const PLATT_SHARE = 0.02;

/**
 * Isotonic regression by pooling adjacent violators (Zadrozny and Elkan, "Transforming classifier scores into accurate
 * multiclass probability estimates", 2002, section 3), with equal weight of both classes.
 *
 * Deviations: targets are Platt's (N₊+1)/(N₊+2) and 1/(N₋+2), so that few examples never give certainty; blocks become
 * points joined by lines.
 */
export function fitIsotonic(margins: ArrayLike<number>, labels: ArrayLike<number>): IsotonicCurve {
  const n = margins.length;
  let positives = 0;
  for (let i = 0; i < n; i++) positives += labels[i];
  const negatives = n - positives;
  const targets = [1 / (negatives + 2), (positives + 1) / (positives + 2)];
  const weights = [n / (2 * Math.max(1, negatives)), n / (2 * Math.max(1, positives))];
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => margins[a] - margins[b] || a - b);

  const blocks: { margin: number; target: number; weight: number }[] = [];
  for (let at = 0; at < n;) {
    const margin = margins[order[at]];
    const block = { margin, target: 0, weight: 0 };
    for (; at < n && margins[order[at]] === margin; at++)
      merge(block, { margin, target: targets[labels[order[at]]], weight: weights[labels[order[at]]] });
    blocks.push(block);
    while (blocks.length > 1 && blocks[blocks.length - 2].target >= blocks[blocks.length - 1].target) {
      const last = blocks.pop();
      if (last !== undefined) merge(blocks[blocks.length - 1], last);
    }
  }
  const step = Math.max(1, (blocks.length - 1) / (MAX_POINTS - 1));
  const kept = Array.from({ length: Math.min(blocks.length, MAX_POINTS) }, (_, k) => blocks[Math.round(k * step)]);
  return {
    margins: Float64Array.from(kept, ({ margin }) => margin),
    probabilities: Float64Array.from(kept, ({ target }) => target),
  };
}

function merge(into: { margin: number; target: number; weight: number }, other: typeof into): void {
  const weight = into.weight + other.weight;
  into.margin += ((other.margin - into.margin) * other.weight) / weight;
  into.target += ((other.target - into.target) * other.weight) / weight;
  into.weight = weight;
}

function isotonicProbability({ margins, probabilities }: IsotonicCurve, margin: number): number {
  if (margins.length === 0) return 0.5;
  let low = 0;
  let high = margins.length - 1;
  if (margin <= margins[low]) return probabilities[low];
  if (margin >= margins[high]) return probabilities[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (margins[middle] <= margin) low = middle;
    else high = middle;
  }
  const share = (margin - margins[low]) / (margins[high] - margins[low]);
  // Rounding could exceed the right end by a unit in the last place, and the curve would fall there.
  return Math.min(probabilities[low] + share * (probabilities[high] - probabilities[low]), probabilities[high]);
}

/** Probability that an item with this margin is relevant, in [0, 1]; nondecreasing in the margin. */
export function probabilityOf({ platt, isotonic }: Scaling, margin: number): number {
  const smooth = plattProbability(platt, margin);
  return isotonic === null ? smooth : PLATT_SHARE * smooth + (1 - PLATT_SHARE) * isotonicProbability(isotonic, margin);
}

/**
 * Fits the curve from margins to probabilities.
 *
 * @param labels 1 for a relevant item, 0 for another, in the order of the margins
 */
export function fitScaling(method: ScalingMethod, margins: ArrayLike<number>, labels: ArrayLike<number>): Scaling {
  return { platt: fitPlatt(margins, labels), isotonic: method === 'isotonic' ? fitIsotonic(margins, labels) : null };
}

/** The method with the lower log loss in cross-validation; Platt's if they are equal. */
export function betterScaling(
  margins: ArrayLike<number>,
  labels: ArrayLike<number>,
  fold: ArrayLike<number>,
  folds: number,
): ScalingMethod {
  const losses = SCALING_METHODS.map((method) => {
    const probabilities = new Float64Array(margins.length);
    for (let f = 0; f < folds; f++) {
      const others = Array.from({ length: margins.length }, (_, i) => i).filter((i) => fold[i] !== f);
      const scaling = fitScaling(
        method,
        others.map((i) => margins[i]),
        others.map((i) => labels[i]),
      );
      for (let i = 0; i < margins.length; i++) if (fold[i] === f) probabilities[i] = probabilityOf(scaling, margins[i]);
    }
    return balancedLogLoss(probabilities, labels);
  });
  return losses[1] < losses[0] ? 'isotonic' : 'platt';
}
