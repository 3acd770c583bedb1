/**
 * Possible numbers of bins: 2 for the immediate spider, 3 to 5 for the future spider (Rennie and McCallum, section 3).
 */
export const BIN_COUNTS = [2, 3, 4, 5] as const;
export type BinCount = (typeof BIN_COUNTS)[number];

const STEPS = ['immediate', 'two-step', 'three-step', 'four-step'];

/** Names of the bins, most valuable first: the paper's Table 2. */
export function binNames(bins: BinCount): readonly string[] {
  return [...STEPS.slice(0, bins - 1), 'other'];
}

/**
 * The bin of a link by its Q-value: at least 1, at least γ, at least γ², …, and the rest. Edges are powers as in
 * Q-values: repeated products are rounded otherwise, and 0.3³ lies below 0.3 · 0.3 · 0.3.
 */
export function binOf(q: number, bins: BinCount, discount: number): number {
  for (let bin = 0; bin < bins - 1; bin++) if (q >= discount ** bin) return bin;
  return bins - 1;
}
