import type { Rng } from '../../base/rng.js';

/** Purposes of draws: keys that separate draws for different purposes. */
export const Draw = {
  Place: 1,
  Order: 2,
  Template: 3,
  Title: 4,
  Text: 5,
  Anchor: 6,
  HostName: 7,
  SecondTopic: 8,
  Churn: 9,
  Edits: 10,
  Pace: 11,
} as const;

/** Draws from a discrete power law, P(k) ∝ k^-exponent between two whole numbers, by its cumulative shares. */
export function powerLawSampler(exponent: number, min: number, max: number): (uniform: number) => number {
  const cumulated = new Float64Array(max - min + 1);
  let sum = 0;
  for (let k = min; k <= max; k++) cumulated[k - min] = sum += k ** -exponent;
  return (uniform) => {
    const wanted = uniform * sum;
    let low = 0;
    let high = cumulated.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulated[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return min + low;
  };
}

/** Index of the share that contains a number in [0, 1). The sum of the shares is 1. */
export function indexByShares(shares: ArrayLike<number>, uniform: number): number {
  let left = uniform;
  for (let index = 0; index < shares.length - 1; index++) {
    left -= shares[index];
    if (left < 0) return index;
  }
  return shares.length - 1;
}

/** A rank in [0, size) with probability about proportional to 1 / (rank + 1): Zipf's law with exponent 1. */
export const zipfRank = (size: number, uniform: number): number =>
  Math.min(size - 1, Math.floor((size + 1) ** uniform) - 1);

/** Shuffles in place (Fisher and Yates). */
export function shuffle(values: Uint32Array, rng: Rng): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}

/** Waiting time of a Poisson process with this rate, in the unit of 1 / rate. */
export const exponential = (rate: number, uniform: number): number => -Math.log(1 - uniform) / rate;
