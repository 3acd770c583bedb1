/** Measures of how well scores separate two classes. Labels are 1 (relevant) and 0. */

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

/** 0 if the denominator is 0: without findings the precision is 0. */
const ratio = (above: number, below: number): number => (below === 0 ? 0 : above / below);

export const precisionOf = (c: Confusion): number => ratio(c.truePositives, c.truePositives + c.falsePositives);
export const recallOf = (c: Confusion): number => ratio(c.truePositives, c.truePositives + c.falseNegatives);
export const f1Of = (c: Confusion): number =>
  ratio(2 * c.truePositives, 2 * c.truePositives + c.falsePositives + c.falseNegatives);
export const accuracyOf = (c: Confusion): number =>
  ratio(c.truePositives + c.trueNegatives, c.truePositives + c.trueNegatives + c.falsePositives + c.falseNegatives);

/** Indexes by descending score. */
function ranking(scores: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
}

/**
 * Area under the precision-recall curve as a sum over recall steps; equal scores form one step, so their order does not
 * matter. 0 without positives.
 */
export function averagePrecision(scores: ArrayLike<number>, labels: ArrayLike<number>): number {
  const order = ranking(scores);
  let found = 0;
  let sum = 0;
  for (let i = 0; i < order.length;) {
    let tied = 0;
    const score = scores[order[i]];
    for (; i < order.length && scores[order[i]] === score; i++) tied += labels[order[i]];
    found += tied;
    sum += tied * (found / i);
  }
  return ratio(sum, found);
}

/**
 * The criterion for choosing a threshold: the best F1, or a bound on precision or recall with the other as high as
 * possible.
 */
export type Goal =
  | { readonly measure: 'f1' }
  /** The highest recall with at least this precision. */
  | { readonly measure: 'precision'; readonly atLeast: number }
  /** The highest precision with at least this recall. */
  | { readonly measure: 'recall'; readonly atLeast: number };

/** The threshold with the best F1: see `thresholdFor`. */
export const bestF1Threshold = (scores: ArrayLike<number>, labels: ArrayLike<number>, share?: number): number =>
  thresholdFor({ measure: 'f1' }, scores, labels, share);

/**
 * The best threshold for a goal. It lies halfway between the lowest accepted and the highest refused score, so that
 * neither is at the edge; among equally good ones the highest. If no threshold reaches the bound, the one that comes
 * nearest to it.
 *
 * @param share assumed share of relevant documents, for F1 and precision. Default: that of the labels. A threshold that
 * is best for a share of one half accepts far too much at a share of one tenth.
 */
export function thresholdFor(goal: Goal, scores: ArrayLike<number>, labels: ArrayLike<number>, share?: number): number {
  const order = ranking(scores);
  let positives = 0;
  for (const i of order) positives += labels[i];
  const negatives = order.length - positives;
  const weight = share === undefined || negatives === 0 ? 1 : (positives * (1 / share - 1)) / negatives;
  let best = { rank: [-1, -1] as Rank, threshold: 0.5 };
  let found = 0;
  for (let i = 0; i < order.length;) {
    const score = scores[order[i]];
    for (; i < order.length && scores[order[i]] === score; i++) found += labels[order[i]];
    const rank = rankFor(goal, found, found + weight * (i - found), positives);
    const isBetter = rank[0] > best.rank[0] || (rank[0] === best.rank[0] && rank[1] > best.rank[1]);
    if (isBetter) best = { rank, threshold: i < order.length ? between(scores[order[i]], score) : score };
  }
  return best.threshold;
}

/** How well a threshold serves its goal; the second number decides between equal first ones. */
type Rank = readonly [number, number];

/**
 * @param found accepted relevant documents
 * @param accepted all accepted documents, irrelevant ones by their weight
 * @param positives all relevant documents
 */
function rankFor(goal: Goal, found: number, accepted: number, positives: number): Rank {
  if (goal.measure === 'f1') return [ratio(2 * found, accepted + positives), 0];
  const precision = ratio(found, accepted);
  const recall = ratio(found, positives);
  return goal.measure === 'precision'
    ? [Math.min(precision, goal.atLeast), recall]
    : [Math.min(recall, goal.atLeast), precision];
}

/** Halfway between two scores, or the higher one if no number lies between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle > low ? middle : high;
}

/**
 * Mean squared distance of probabilities from the truth, with equal weight of both classes: 0 is perfect, 0.25 is the
 * result of a constant 0.5.
 */
export function balancedBrier(probabilities: ArrayLike<number>, labels: ArrayLike<number>): number {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = 0; i < probabilities.length; i++) {
    sums[labels[i]] += (probabilities[i] - labels[i]) ** 2;
    counts[labels[i]]++;
  }
  return (ratio(sums[0], counts[0]) + ratio(sums[1], counts[1])) / 2;
}

/** Mean of the F1 of the relevant and the irrelevant class. */
export function macroF1Of(c: Confusion): number {
  const turned = {
    truePositives: c.trueNegatives,
    falsePositives: c.falseNegatives,
    falseNegatives: c.falsePositives,
    trueNegatives: c.truePositives,
  };
  return (f1Of(c) + f1Of(turned)) / 2;
}

/** Probabilities are clamped to this distance from certainty, so that one error does not dominate. */
const NEAREST_TO_CERTAIN = 1e-6;

/**
 * Mean of −ln(probability of the truth), with equal weight of both classes: 0 is perfect, ln 2 is the result of a
 * constant 0.5.
 */
export function balancedLogLoss(probabilities: ArrayLike<number>, labels: ArrayLike<number>): number {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = 0; i < probabilities.length; i++) {
    sums[labels[i]] -= Math.log(
      Math.max(NEAREST_TO_CERTAIN, labels[i] === 1 ? probabilities[i] : 1 - probabilities[i]),
    );
    counts[labels[i]]++;
  }
  return (ratio(sums[0], counts[0]) + ratio(sums[1], counts[1])) / 2;
}

/** One tenth of a model's range of probabilities. */
export interface CalibrationBin {
  /** The bin holds probabilities in [from, from + 0.1). */
  readonly from: number;
  readonly count: number;
  /** Mean probability given; null for an empty bin. */
  readonly meanProbability: number | null;
  /** Share of relevant documents in the bin, with the class weights of the probabilities; null for an empty bin. */
  readonly shareRelevant: number | null;
}

const BINS = 10;

/** Ten bins from 0 to 1: with good calibration, share and mean probability are similar in each. */
export function calibrationBins(probabilities: ArrayLike<number>, labels: ArrayLike<number>): CalibrationBin[] {
  const totals = [0, 0];
  const counts = Array.from({ length: BINS }, () => [0, 0]);
  const sums = new Float64Array(BINS);
  for (let i = 0; i < probabilities.length; i++) {
    const bin = Math.min(BINS - 1, Math.floor(probabilities[i] * BINS));
    totals[labels[i]]++;
    counts[bin][labels[i]]++;
    sums[bin] += probabilities[i];
  }
  return counts.map(([irrelevant, relevant], bin) => {
    const count = irrelevant + relevant;
    const [off, on] = [ratio(irrelevant, totals[0]), ratio(relevant, totals[1])];
    return {
      from: bin / BINS,
      count,
      meanProbability: count === 0 ? null : sums[bin] / count,
      shareRelevant: count === 0 ? null : on / (on + off),
    };
  });
}
