import { createRng } from '../base/rng.js';

/** Samples of a bootstrap. */
const SAMPLES = 2_000;
/** Of the sampled means, the share below and above the interval: 95% lie in it. */
const TAIL = 0.025;
/** Every bootstrap draws from the same sequence: the same values give the same interval. */
const SEED = 1;

/** A mean with what is known of its spread. */
export interface Measure {
  readonly mean: number;
  /** Of the sample; 0 for a single value. */
  readonly deviation: number;
  /** 95% interval of the mean; null for a single value, which says nothing of it. */
  readonly low: number | null;
  readonly high: number | null;
}

export function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.length < 2 ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * Mean, sample deviation, and the 95% interval of the mean by the percentiles of means of samples drawn with replacement. Given differences of pairs, it is
 * the paired bootstrap. With a handful of values the interval is too narrow: no sample has a value that was not seen.
 */
export function measureOf(values: readonly number[]): Measure {
  const { mean, deviation } = meanAndDeviation(values);
  if (values.length < 2) return { mean, deviation, low: null, high: null };
  const rng = createRng(SEED);
  const means = new Float64Array(SAMPLES);
  for (let sample = 0; sample < SAMPLES; sample++) {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++) sum += values[rng.below(values.length)];
    means[sample] = sum / values.length;
  }
  means.sort();
  return { mean, deviation, low: means[Math.floor(SAMPLES * TAIL)], high: means[Math.ceil(SAMPLES * (1 - TAIL)) - 1] };
}

/** The middle of values of which some never came (null): null when that is most of them. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const sorted = values.map((value) => value ?? Infinity).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return Number.isFinite(median) ? median : null;
}

/** Whether each point is on the Pareto front: no other one is at least as good in both and better in one. */
export function paretoFront(points: readonly (readonly [number, number])[]): boolean[] {
  return points.map(
    ([x, y]) => !points.some(([otherX, otherY]) => otherX >= x && otherY >= y && (otherX > x || otherY > y)),
  );
}

/** Of several curves at the same steps: mean, least and largest value at each. */
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
