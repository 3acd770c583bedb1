import { createRng } from '../base/rng.js';
import { changeRate, commonRate, DEFAULT_RATE, type LookHistory, REMEMBERED_LOOKS, withLook } from './change-rate.js';

const rng = createRng(7);
/** Looks at a page with this rate of change, at irregular times. */
function looked(rate: number, looks: number, meanHours: number): LookHistory {
  let history: LookHistory = [];
  for (let i = 0; i < looks; i++) {
    const hours = meanHours * (0.2 + 1.6 * rng.next());
    history = withLook(history, hours, rng.next() < -Math.expm1(-rate * hours));
  }
  return history;
}
const medianOf = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('the rate at which a page changes', () => {
  it.each([
    [1 / 500, 24],
    [1 / 100, 24],
    [1 / 24, 24],
    [1 / 10, 6],
  ])('is found for %f changes an hour, with looks every %i hours', (rate, meanHours) => {
    const estimates = Array.from({ length: 200 }, () => changeRate(looked(rate, REMEMBERED_LOOKS, meanHours)));
    expect(medianOf(estimates) / rate).toBeGreaterThan(0.75);
    expect(medianOf(estimates) / rate).toBeLessThan(1.35);
  });

  it('is closer than the share of looks that found a change, which misses changes in between', () => {
    const rate = 1 / 6;
    const history = looked(rate, REMEMBERED_LOOKS, 12);
    const hours = history.reduce((sum, one) => sum + Math.abs(one), 0);
    const naive = history.filter((one) => one > 0).length / hours;
    expect(Math.abs(Math.log(changeRate(history) / rate))).toBeLessThan(Math.abs(Math.log(naive / rate)));
  });

  it('is that of other pages as long as nothing is known, and moves from there', () => {
    expect(changeRate([])).toBeCloseTo(DEFAULT_RATE, 6);
    expect(changeRate([], 0.1)).toBeCloseTo(0.1, 6);
    expect(changeRate([-24], 0.1)).toBeLessThan(0.1);
    expect(changeRate([24], 0.01)).toBeGreaterThan(0.01);
    expect(changeRate(Array.from({ length: 50 }, () => 1))).toBeLessThan(13);
    expect(changeRate(Array.from({ length: 50 }, () => -10_000))).toBeGreaterThan(0);
  });

  it('comes close to the bias-reduced estimator of Cho and Garcia-Molina where looks are regular', () => {
    const [looks, changes] = [40, 12];
    const history = Array.from({ length: looks }, (_, i) => (i < changes ? 24 : -24));
    const paper = -Math.log((looks - changes + 0.5) / (looks + 0.5)) / 24;
    expect(changeRate(history, paper) / paper).toBeGreaterThan(0.95);
    expect(changeRate(history, paper) / paper).toBeLessThan(1.05);
  });

  it('goes by the newest looks, of which some are remembered', () => {
    let history: LookHistory = looked(1, 200, 10);
    expect(history).toHaveLength(REMEMBERED_LOOKS);
    for (let i = 0; i < REMEMBERED_LOOKS; i++) history = withLook(history, 10, false);
    expect(changeRate(history)).toBeLessThan(0.01);
  });

  it('of pages together is between theirs and the default', () => {
    expect(commonRate([])).toBeCloseTo(DEFAULT_RATE, 9);
    expect(commonRate([0.1, 0.1, 0.1])).toBeGreaterThan(DEFAULT_RATE);
    expect(commonRate([0.1, 0.1, 0.1])).toBeLessThan(0.1);
  });
});
