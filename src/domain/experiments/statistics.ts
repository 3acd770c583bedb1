/** Half-widths of Student's 95% interval in standard errors, for 1, 2 and 3 degrees of freedom. */
const FEW_DEGREES = [12.7062, 4.3027, 3.1824] as const;
/** Coefficients of its expansion by powers of 1 / degrees of freedom; for 4 and more the error is below 0.001. */
const EXPANSION = [1.95996, 2.37227, 2.8225, 2.55585, 1.58954] as const;

/** A mean with its spread. */
export interface Measure {
  readonly mean: number;
  /** Of the sample; 0 for a single value. */
  readonly deviation: number;
  /** 95% interval of the mean; null for a single value. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Mean and sample deviation (divisor n − 1). The mean of no values is NaN; the deviation of fewer than two is 0. */
export function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  // The rounded mean of equal values may differ from them.
  if (values.length > 0 && values.every((value) => value === values[0])) return { mean: values[0], deviation: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.length < 2 ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * Mean, sample deviation, and Student's 95% interval of the mean, which holds for a handful of values; a bootstrap's
 * would be too narrow. Given differences of pairs, it is that of the paired t-test.
 *
 * @param range of possible values; the interval ends there
 */
export function measureOf(
  values: readonly number[],
  [least, largest]: readonly [number, number] = [-Infinity, Infinity],
): Measure {
  const { mean, deviation } = meanAndDeviation(values);
  if (values.length < 2) return { mean, deviation, low: null, high: null };
  const half = (errorsOf(values.length - 1) * deviation) / Math.sqrt(values.length);
  return { mean, deviation, low: Math.max(least, mean - half), high: Math.min(largest, mean + half) };
}

/** @param degrees of freedom, at least 1 @returns the half-width of the 95% interval, in standard errors */
const errorsOf = (degrees: number): number =>
  FEW_DEGREES[degrees - 1] ?? EXPANSION.reduce((sum, coefficient, power) => sum + coefficient / degrees ** power, 0);

/** The median of values some of which are missing (null): null if at least half of them are. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const sorted = values.map((value) => value ?? Infinity).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return Number.isFinite(median) ? median : null;
}

/**
 * Whether each point is on the Pareto front: no other point is at least as good in both dimensions and better in one.
 */
export function paretoFront(points: readonly (readonly [number, number])[]): boolean[] {
  return points.map(
    ([x, y]) => !points.some(([otherX, otherY]) => otherX >= x && otherY >= y && (otherX > x || otherY > y)),
  );
}

/** Mean, least and largest value of several curves at each of their steps. */
export interface Band {
  readonly mean: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** @param curves at least one, all of one length */
export function bandOf(curves: readonly (readonly number[])[]): Band {
  const at = <T>(work: (values: number[]) => T): T[] => curves[0].map((_, i) => work(curves.map((curve) => curve[i])));
  return {
    mean: at((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    low: at((values) => Math.min(...values)),
    high: at((values) => Math.max(...values)),
  };
}
