import { createRng } from '../base/rng.js';
import { bandOf, meanAndDeviation, measureOf, medianOf, paretoFront } from './statistics.js';

describe('statistics of runs', () => {
  it('has mean and sample deviation', () => {
    expect(meanAndDeviation([2, 4, 6])).toEqual({ mean: 4, deviation: 2 });
    expect(meanAndDeviation([5])).toEqual({ mean: 5, deviation: 0 });
    // Sums of equal fractions are rounded.
    expect(meanAndDeviation([0.95, 0.95, 0.95])).toEqual({ mean: 0.95, deviation: 0 });
  });

  it('has the interval of a mean, the same each time, and none of a single value', () => {
    expect(measureOf([7])).toEqual({ mean: 7, deviation: 0, low: null, high: null });
    expect(measureOf([3, 3, 3])).toEqual({ mean: 3, deviation: 0, low: 3, high: 3 });
    expect(measureOf([0, 10]).low).toBeCloseTo(5 - 12.7062 * 5);
    expect(measureOf([0, 10], [0, 40])).toMatchObject({ mean: 5, low: 0, high: 40 });
    const values = Array.from({ length: 100 }, (_, i) => i);
    const { mean, deviation, low, high } = measureOf(values);
    expect(measureOf(values)).toEqual({ mean, deviation, low, high });
    const error = deviation / Math.sqrt(values.length);
    expect(((low ?? 0) - mean) / error).toBeCloseTo(-1.984, 3);
    expect(((high ?? 0) - mean) / error).toBeCloseTo(1.984, 3);
  });

  it.each([2, 3, 4, 5, 6, 10, 30])('shows a difference of equal policies in 5%% of the cases, with %i runs', (runs) => {
    const rng = createRng(runs);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next());
    let shown = 0;
    for (let trial = 0; trial < 4_000; trial++) {
      const { low, high } = measureOf(Array.from({ length: runs }, normal));
      if ((low ?? 0) > 0 || (high ?? 0) < 0) shown++;
    }
    // Four standard errors to both sides.
    expect(Math.abs(shown / 4_000 - 0.05)).toBeLessThan(0.014);
  });

  it('has the median of what some never reach', () => {
    expect(medianOf([5, 1, 9])).toBe(5);
    expect(medianOf([1, 4])).toBe(2.5);
    expect(medianOf([5, null, 1])).toBe(5);
    expect(medianOf([5, null, null])).toBeNull();
    expect(medianOf([5, null])).toBeNull();
  });

  it('has the points that no other one beats', () => {
    expect(
      paretoFront([
        [10, 1],
        [5, 5],
        [5, 4],
        [1, 6],
        [1, 6],
        [0, 0],
      ]),
    ).toEqual([true, true, false, true, true, false]);
    expect(paretoFront([])).toEqual([]);
  });

  it('has the band of curves', () => {
    expect(
      bandOf([
        [1, 2],
        [3, 2],
        [2, 8],
      ]),
    ).toEqual({ mean: [2, 4], low: [1, 2], high: [3, 8] });
  });
});
