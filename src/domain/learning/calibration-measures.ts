/** How well scores tell two classes apart. Labels are 1 (relevant) and 0. */

export interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** Counts of a decision "relevant at `threshold` and above". */
export function confusionAt(scores: ArrayLike<number>, labels: ArrayLike<number>, threshold: number): Confusion {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < scores.length; i++) counts[(scores[i] >= threshold ? 2 : 0) + labels[i]]++;
  return { trueNegatives: counts[0], falseNegatives: counts[1], falsePositives: counts[2], truePositives: counts[3] };
}

/** 0 where a ratio has nothing below the line: nothing found is no precision. */
const ratio = (above: number, below: number): number => (below === 0 ? 0 : above / below);

export const precisionOf = (c: Confusion): number => ratio(c.truePositives, c.truePositives + c.falsePositives);
export const recallOf = (c: Confusion): number => ratio(c.truePositives, c.truePositives + c.falseNegatives);
export const f1Of = (c: Confusion): number => ratio(2 * c.truePositives, 2 * c.truePositives + c.falsePositives + c.falseNegatives);
export const accuracyOf = (c: Confusion): number =>
  ratio(c.truePositives + c.trueNegatives, c.truePositives + c.trueNegatives + c.falsePositives + c.falseNegatives);

/** Indexes by falling score. */
function ranking(scores: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
}

/** Area under the precision-recall curve as a sum over recall steps; equal scores make one step, so their order does not count. 0 without positives. */
export function averagePrecision(scores: ArrayLike<number>, labels: ArrayLike<number>): number {
  const order = ranking(scores);
  let found = 0;
  let sum = 0;
  for (let i = 0; i < order.length; ) {
    let tied = 0;
    const score = scores[order[i]];
    for (; i < order.length && scores[order[i]] === score; i++) tied += labels[order[i]];
    found += tied;
    sum += tied * (found / i);
  }
  return ratio(sum, found);
}

/**
 * The threshold with the best F1. It lies halfway between the last score accepted and the first refused, so that neither sits on the edge; among
 * equally good ones the highest.
 *
 * @param share the share of relevant documents to assume; that of the labels when left out. A threshold that is best where half is relevant lets far too
 *   much through where a tenth is.
 */
export function bestF1Threshold(scores: ArrayLike<number>, labels: ArrayLike<number>, share?: number): number {
  const order = ranking(scores);
  let positives = 0;
  for (const i of order) positives += labels[i];
  const negatives = order.length - positives;
  const weight = share === undefined || negatives === 0 ? 1 : (positives * (1 / share - 1)) / negatives;
  let best = { f1: -1, threshold: 0.5 };
  let found = 0;
  for (let i = 0; i < order.length; ) {
    const score = scores[order[i]];
    for (; i < order.length && scores[order[i]] === score; i++) found += labels[order[i]];
    const f1 = ratio(2 * found, found + weight * (i - found) + positives);
    if (f1 > best.f1) best = { f1, threshold: i < order.length ? between(scores[order[i]], score) : score };
  }
  return best.threshold;
}

/** Half way between two scores, or the higher one where no number lies between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle > low ? middle : high;
}

/** Mean squared distance of probabilities from the truth, each class weighing one half: 0 is perfect, 0.25 what a constant 0.5 gets. */
export function balancedBrier(probabilities: ArrayLike<number>, labels: ArrayLike<number>): number {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = 0; i < probabilities.length; i++) {
    sums[labels[i]] += (probabilities[i] - labels[i]) ** 2;
    counts[labels[i]]++;
  }
  return (ratio(sums[0], counts[0]) + ratio(sums[1], counts[1])) / 2;
}
