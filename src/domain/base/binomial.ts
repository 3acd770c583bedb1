/** Logarithm of the binomial coefficient: the ways to choose `k` of `n`. */
function logChoose(n: number, k: number): number {
  const few = Math.min(k, n - k);
  let sum = 0;
  for (let i = 1; i <= few; i++) sum += Math.log((n - few + i) / i);
  return sum;
}

/** In a sum with geometrically falling terms, terms below this share of the first change nothing. */
const NEGLIGIBLE = 1e-17;

/**
 * The probability of at most `k` hits in `n` trials of probability `p`, for `k/n <= p < 1`: there the terms fall from
 * `k` down to 0.
 */
function lowerTail(n: number, k: number, p: number, logWays: number): number {
  const odds = (1 - p) / p;
  let term = 1;
  let sum = 1;
  for (let j = k; j > 0 && term > NEGLIGIBLE; j--) {
    term *= (j / (n - j + 1)) * odds;
    sum += term;
  }
  return Math.exp(logWays + k * Math.log(p) + (n - k) * Math.log1p(-p)) * sum;
}

/** Bisections of an interval of length 1, to the precision of a double. */
const HALVINGS = 53;

/**
 * The upper confidence bound of a probability after `hits` in `trials` (Clopper and Pearson, 1934, Biometrika 26,
 * 404-413): the probability at which at most this many hits occur with probability 1 - confidence. It is exact: the
 * true probability lies above the bound with at most that probability.
 *
 * @param confidence of this bound alone, in (0, 1)
 * @returns in [0, 1]; 1 without trials
 */
export function upperBound(hits: number, trials: number, confidence: number): number {
  if (hits >= trials) return 1;
  const ways = logChoose(trials, hits);
  let low = hits / trials;
  let high = 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (lowerTail(trials, hits, middle, ways) < 1 - confidence) high = middle;
    else low = middle;
  }
  return high;
}

/** The lower confidence bound: 0 without trials. */
export const lowerBound = (hits: number, trials: number, confidence: number): number =>
  1 - upperBound(trials - hits, trials, confidence);
