/** Of the normal distribution, for 95%. */
const Z = 1.959964;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 95% interval of a share by Wilson's score; null of nothing. */
export function wilson(hits: number, of: number): Interval | null {
  if (of <= 0) return null;
  const share = hits / of;
  const centre = (share + (Z * Z) / (2 * of)) / (1 + (Z * Z) / of);
  const half = (Z / (1 + (Z * Z) / of)) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
}

/** By the counts of right and wrong decisions, the intervals of the figures that are shares of them. */
export function intervalsOf(
  confusion: Confusion,
): Readonly<Record<'precision' | 'recall' | 'accuracy', Interval | null>> {
  const { truePositives: hits, falsePositives: wrong, trueNegatives: rest, falseNegatives: lost } = confusion;
  return {
    precision: wilson(hits, hits + wrong),
    recall: wilson(hits, hits + lost),
    accuracy: wilson(hits + rest, hits + wrong + rest + lost),
  };
}
