/** A power law fitted to whole numbers, P(k) ∝ k^-exponent for k ≥ xMin. */
export interface PowerLaw {
  readonly exponent: number;
  /** Of the exponent, one standard deviation. */
  readonly standardError: number;
  /** Lower bound of the power law: the k with the best fit. */
  readonly xMin: number;
  /** Number of values of at least xMin, used for the fit. */
  readonly tail: number;
  /** Kolmogorov-Smirnov distance between data and fit. */
  readonly distance: number;
}

/** With fewer values the exponent is meaningless. */
const LEAST_TAIL = 50;
/** Values tried for xMin: the smallest ones, then each larger than the previous one by the factor below. */
const FIRST_CANDIDATES = 50;
const CANDIDATE_STEP = 1.05;
const LEAST_EXPONENT = 1.01;
const LARGEST_EXPONENT = 8;
const TERMS = 10;

/** Hurwitz zeta, Σ (x + i)^-s for i ≥ 0, by Euler and Maclaurin. */
export function hurwitzZeta(s: number, x: number): number {
  let sum = 0;
  for (let i = 0; i < TERMS; i++) sum += (x + i) ** -s;
  const a = x + TERMS;
  const end = a ** -s;
  const third = s * (s + 1) * (s + 2);
  return (
    sum +
    end *
      (a / (s - 1) + 1 / 2 + s / (12 * a) - third / (720 * a ** 3) + (third * (s + 3) * (s + 4)) / (30_240 * a ** 5))
  );
}

/**
 * The power law of discrete values by maximum likelihood, with xMin by the smallest Kolmogorov-Smirnov distance:
 * Clauset, Shalizi and Newman, *Power-law distributions in empirical data* (2009), sections 3.1, 3.3 and B.4. Null if
 * no tail has 50 values. Values of 0 do not count. Runs in steps.
 *
 * A distribution truncated at a largest value looks steeper than it is if its exponent is below 2.
 *
 * @param counts number of occurrences of each value
 */
export function* fitPowerLaw(counts: ReadonlyMap<number, number>): Generator<void, PowerLaw | null> {
  const values = [...counts.keys()].filter((value) => value > 0).sort((a, b) => a - b);
  let best: PowerLaw | null = null;
  let tried = 0;
  for (let first = 0; first < values.length - 1; first++) {
    if (first >= FIRST_CANDIDATES && values[first] < tried * CANDIDATE_STEP) continue;
    tried = values[first];
    const tail = values.slice(first);
    const size = tail.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0);
    if (size < LEAST_TAIL) break;
    const logs = tail.reduce((sum, value) => sum + Math.log(value) * (counts.get(value) ?? 0), 0) / size;
    const exponent = mostLikely(logs, tail[0]);
    const distance = distanceTo(tail, counts, size, exponent);
    if (best === null || distance < best.distance)
      best = { exponent, standardError: standardError(exponent, tail[0], size), xMin: tail[0], tail: size, distance };
    yield;
  }
  return best;
}

/** Largest log likelihood per value, -ln ζ(α, xMin) - α · mean ln k, by golden section search: it has one maximum. */
function mostLikely(meanLog: number, xMin: number): number {
  const likelihood = (exponent: number): number => -Math.log(hurwitzZeta(exponent, xMin)) - exponent * meanLog;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [LEAST_EXPONENT, LARGEST_EXPONENT];
  while (high - low > 1e-4) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (likelihood(left) > likelihood(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}

/** From the curvature of the likelihood (their equation 3.6), numerically. */
function standardError(exponent: number, xMin: number, size: number): number {
  const step = 1e-3;
  const log = (at: number): number => Math.log(hurwitzZeta(at, xMin));
  const curvature = (log(exponent + step) - 2 * log(exponent) + log(exponent - step)) / step ** 2;
  return 1 / Math.sqrt(size * curvature);
}

function distanceTo(
  tail: readonly number[],
  counts: ReadonlyMap<number, number>,
  size: number,
  exponent: number,
): number {
  const whole = hurwitzZeta(exponent, tail[0]);
  let above = size;
  let largest = 0;
  for (const value of tail) {
    largest = Math.max(largest, Math.abs(above / size - hurwitzZeta(exponent, value) / whole));
    above -= counts.get(value) ?? 0;
    largest = Math.max(largest, Math.abs(above / size - hurwitzZeta(exponent, value + 1) / whole));
  }
  return largest;
}
