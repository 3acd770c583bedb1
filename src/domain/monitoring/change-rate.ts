/** Shortest time between two looks that is told apart, in hours: a minute. */
const LEAST_HOURS = 1 / 60;
/** Looks that are remembered of a page. Older ones say little of how often it changes now. */
export const REMEMBERED_LOOKS = 50;
/** Changes an hour of a page of which nothing is known: one a week. Cho and Garcia-Molina (2000) saw most pages change between once a day and once in four months. */
export const DEFAULT_RATE = 1 / 168;
/** Slowest and fastest rate that is estimated: one change in ten years, one in five minutes. */
const LEAST_RATE = 1 / 87_600;
const MOST_RATE = 12;
/**
 * How far the rates of pages are thought to be from each other: the standard deviation of their logarithms. Two thirds are within a factor of 2.7. With a larger one
 * rates are learnt faster where they differ much, and errors of estimates cost more where they do not (`bench/monitoring.mjs`).
 */
const SPREAD = 1;
/** Halvings of the range of rates, on a logarithmic scale: the rate is found to seven digits. */
const HALVINGS = 44;

/**
 * The looks at a page, the oldest first: for each look after the first one the hours since the look before it, below zero where the page had not changed in
 * between. How often it changed between two looks is not known.
 */
export type LookHistory = readonly number[];

/** The history with one look more; the oldest are forgotten. */
export function withLook(history: LookHistory, hours: number, changed: boolean): number[] {
  const length = Math.max(hours, LEAST_HOURS);
  return [...history, changed ? length : -length].slice(-REMEMBERED_LOOKS);
}

/**
 * Changes an hour of a page that changes as a Poisson process: the most probable rate after looks at irregular times, each of which tells only whether the page
 * has changed since the look before.
 *
 * The likelihood is that of Cho and Garcia-Molina, "Estimating frequency of change" (ACM TOIT 3(3), 2003), section 5: the rate at which the expected number of
 * looks that find a change is that which was seen. It has no maximum where all looks have found one, and is zero where none has. Therefore it is weighed with a
 * log-normal distribution around the rate of other pages.
 *
 * @param priorRate changes an hour to begin with
 */
export function changeRate(history: LookHistory, priorRate: number = DEFAULT_RATE): number {
  const changed = history.filter((hours) => hours > 0);
  const quiet = history.reduce((sum, hours) => (hours < 0 ? sum - hours : sum), 0);
  const prior = Math.min(Math.max(priorRate, LEAST_RATE), MOST_RATE);
  // The derivative of the logarithm of the posterior density by that of the rate; it falls.
  const slope = (rate: number): number =>
    -Math.log(rate / prior) / SPREAD ** 2 -
    rate * quiet +
    changed.reduce((sum, hours) => sum + (rate * hours) / Math.expm1(rate * hours), 0);
  let [low, high] = [Math.log(LEAST_RATE), Math.log(MOST_RATE)];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (slope(Math.exp(middle)) > 0) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/**
 * The longest time, in hours, after which a look would tell how fast a page changes that had changed at each of its newest looks: half of the shortest one that
 * was tried. Zero where there is nothing to find out. Looks that always find a change do not tell a page that changes once between them from one that changes all
 * the time, and a look at the latter is worth little.
 */
export function probeHours(history: LookHistory): number {
  const newest = history.slice(-2);
  if (newest.length < 2 || newest.some((hours) => hours < 0)) return 0;
  return Math.min(...history.map(Math.abs)) / 2;
}

/** The rate to assume of a page without a history: the geometric mean of the rates of others, in which the default counts as one page. */
export function commonRate(rates: readonly number[]): number {
  const sum = rates.reduce((logs, rate) => logs + Math.log(rate), Math.log(DEFAULT_RATE));
  return Math.exp(sum / (rates.length + 1));
}
