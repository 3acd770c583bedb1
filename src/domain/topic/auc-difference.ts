/** A ranking of labelled documents: its quality, and each document's contribution. */
export interface Ranking {
  /** As `averagePrecision` of calibration-measures. */
  readonly averagePrecision: number;
  /** Probability that a relevant document has a higher score than an irrelevant one; ties count half. */
  readonly auc: number;
  /**
   * For a relevant document the share of irrelevant ones below it, for an irrelevant one the share of relevant ones
   * above it.
   */
  readonly placements: Float64Array;
}

/**
 * Ranks documents by their scores. One sort.
 *
 * @param labels 1 relevant, 0 not; both must occur, or all values are 0
 */
export function rankingOf(scores: Float64Array, labels: ArrayLike<number>): Ranking {
  const n = scores.length;
  const order = Int32Array.from({ length: n }, (_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
  let positives = 0;
  for (let i = 0; i < n; i++) positives += labels[i];
  const negatives = n - positives;
  const placements = new Float64Array(n);
  if (positives === 0 || negatives === 0) return { averagePrecision: 0, auc: 0, placements };
  let above = 0;
  let sum = 0;
  let auc = 0;
  for (let i = 0; i < n;) {
    const start = i;
    const score = scores[order[i]];
    let tied = 0;
    for (; i < n && scores[order[i]] === score; i++) tied += labels[order[i]];
    const othersTied = i - start - tied;
    const othersBelow = negatives - (start - above) - othersTied;
    for (let k = start; k < i; k++) {
      const at = order[k];
      placements[at] = labels[at] === 1 ? (othersBelow + othersTied / 2) / negatives : (above + tied / 2) / positives;
      if (labels[at] === 1) auc += placements[at] / positives;
    }
    above += tied;
    sum += tied * (above / i);
  }
  return { averagePrecision: sum / positives, auc, placements };
}

/**
 * The difference of two rankings' AUC on the same documents, first minus second, in standard errors; 0 if they do not
 * differ.
 *
 * DeLong, DeLong and Clarke-Pearson, "Comparing the areas under two or more correlated receiver operating
 * characteristic curves" (1988).
 */
export function aucDifferenceZ(first: Ranking, second: Ranking, labels: ArrayLike<number>): number {
  const variance = [0, 1].reduce((total, label) => {
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] !== label) continue;
      const difference = first.placements[i] - second.placements[i];
      count++;
      sum += difference;
      squares += difference * difference;
    }
    return count < 2 ? total : total + Math.max(0, squares - (sum * sum) / count) / (count - 1) / count;
  }, 0);
  const difference = first.auc - second.auc;
  return variance > 0 ? difference / Math.sqrt(variance) : 0;
}
