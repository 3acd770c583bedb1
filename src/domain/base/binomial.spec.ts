import { lowerBound, upperBound } from './binomial.js';

describe('bounds of a chance', () => {
  it.each([
    // 1 - 0.05^(1/n), the closed form without hits; the others from R's qbeta(0.95, k + 1, n - k).
    [0, 100, 0.95, 0.029513],
    [0, 10, 0.95, 0.258866],
    [1, 10, 0.95, 0.394163],
    [5, 100, 0.95, 0.102253],
    [10, 20, 0.975, 0.728041],
  ])('%i of %i at confidence %d: at most %d', (hits, trials, confidence, bound) => {
    expect(upperBound(hits, trials, confidence)).toBeCloseTo(bound, 5);
  });

  it('mirrors the lower bound, and knows nothing without trials', () => {
    expect(lowerBound(10, 20, 0.975)).toBeCloseTo(1 - 0.728041, 5);
    expect([lowerBound(0, 50, 0.95), upperBound(50, 50, 0.95)]).toEqual([0, 1]);
    expect([lowerBound(0, 0, 0.95), upperBound(0, 0, 0.95)]).toEqual([0, 1]);
  });

  it('holds for a million trials', () => {
    expect(upperBound(100_000, 1_000_000, 0.95)).toBeCloseTo(0.1 + 1.645 * Math.sqrt(0.09 / 1e6), 5);
    expect(upperBound(0, 1_000_000, 0.95)).toBeCloseTo(-Math.log(0.05) / 1e6, 9);
  });
});
