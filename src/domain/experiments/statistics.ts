import { createRng } from '../base/rng.js';

/** Samples of a bootstrap. */
const SAMPLES = 2_000;
/** Share of the sampled means below and above the interval: 95% lie within it. */
const TAIL = 0.025;
/** Every bootstrap uses the same random sequence: equal values give equal intervals. */
const SEED = 1;

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
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.length < 2 ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * Mean, sample deviation, and the percentile bootstrap's 95% interval of the mean. Given differences of pairs, it is
 * the paired bootstrap. With a handful of values the interval is too narrow: samples contain no unseen values.
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

/** The median of values some of which are missing (null): null if most of them are. */
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
