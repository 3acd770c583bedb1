/** Shortest time between two looks, in hours: a minute. */
const LEAST_HOURS = 1 / 60;
/** Most looks remembered per page. Older ones say little about its current rate. */
export const REMEMBERED_LOOKS = 50;
/**
 * Assumed changes per hour of an unknown page: one a week. Cho and Garcia-Molina (2000) saw most pages change between
 * once a day and once in four months.
 */
export const DEFAULT_RATE = 1 / 168;
/** Slowest and fastest estimated rate: one change in ten years, one in five minutes. */
const LEAST_RATE = 1 / 87_600;
const MOST_RATE = 12;
/**
 * Assumed spread of the rates of pages: the standard deviation of their logarithms. Two thirds are within a factor of
 * 2.7. A larger one learns rates faster if they differ much, and makes errors of estimates more costly if they do not
 * (`bench/monitoring.mjs`).
 */
const SPREAD = 1;
/** Bisections of the range of rates, on a logarithmic scale: the rate is found to seven digits. */
const HALVINGS = 44;

/**
 * The looks at a page, oldest first: for each look after the first, the hours since the previous look, negative if the
 * page had not changed in between. The number of changes between two looks is unknown.
 */
export type LookHistory = readonly number[];

/** The history with a further look; the oldest are dropped. */
export function withLook(history: LookHistory, hours: number, changed: boolean): number[] {
  const length = Math.max(hours, LEAST_HOURS);
  return [...history, changed ? length : -length].slice(-REMEMBERED_LOOKS);
}

/**
 * Changes per hour of a page that changes as a Poisson process: the most probable rate after looks at irregular times,
 * each of which shows only whether the page has changed since the previous look.
 *
 * The likelihood is that of Cho and Garcia-Molina, "Estimating frequency of change" (ACM TOIT 3(3), 2003), section 5:
 * the rate at which the expected number of looks with a change equals the observed one. It has no maximum if all looks
 * found a change, and is zero if none did. Therefore it is combined with a log-normal prior around the rate of other
 * pages.
 *
 * @param priorRate changes per hour in the prior
 */
export function changeRate(history: LookHistory, priorRate: number = DEFAULT_RATE): number {
  const changed = history.filter((hours) => hours > 0);
  const quiet = history.reduce((sum, hours) => (hours < 0 ? sum - hours : sum), 0);
  const prior = Math.min(Math.max(priorRate, LEAST_RATE), MOST_RATE);
  // The derivative of the log posterior density by the rate; it decreases.
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
 * The longest time, in hours, after which a look would show how fast a page changes that had changed at each of its
 * newest looks: half of the shortest interval tried. Zero if there is nothing to find out. Looks that always find a
 * change do not distinguish a page that changes once between them from one that changes all the time, and looks at the
 * latter are worth little.
 */
export function probeHours(history: LookHistory): number {
  const newest = history.slice(-2);
  if (newest.length < 2 || newest.some((hours) => hours < 0)) return 0;
  return Math.min(...history.map(Math.abs)) / 2;
}

/**
 * The assumed rate of a page without a history: the geometric mean of other pages' rates, in which the default counts
 * as one page.
 */
export function commonRate(rates: readonly number[]): number {
  const sum = rates.reduce((logs, rate) => logs + Math.log(rate), Math.log(DEFAULT_RATE));
  return Math.exp(sum / (rates.length + 1));
}
