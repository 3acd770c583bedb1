import { bandOf, meanAndDeviation, measureOf, medianOf, paretoFront } from './statistics.js';

describe('statistics of runs', () => {
  it('has mean and sample deviation', () => {
    expect(meanAndDeviation([2, 4, 6])).toEqual({ mean: 4, deviation: 2 });
    expect(meanAndDeviation([5])).toEqual({ mean: 5, deviation: 0 });
  });

  it('has the interval of a mean, the same each time, and none of a single value', () => {
    expect(measureOf([7])).toEqual({ mean: 7, deviation: 0, low: null, high: null });
    expect(measureOf([3, 3, 3])).toEqual({ mean: 3, deviation: 0, low: 3, high: 3 });
    // The mean of a sample of two values is 0, 5 or 10 with the probabilities 1/4, 1/2, 1/4: both ends exceed 2.5%.
    expect(measureOf([0, 10])).toMatchObject({ mean: 5, low: 0, high: 10 });
    const values = Array.from({ length: 100 }, (_, i) => i);
    const { mean, deviation, low, high } = measureOf(values);
    expect(measureOf(values)).toEqual({ mean, deviation, low, high });
    // The normal interval: 1.96 standard errors of the mean to both sides.
    const error = deviation / Math.sqrt(values.length);
    expect(Math.abs((low ?? 0) - (mean - 1.96 * error))).toBeLessThan(0.3 * error);
    expect(Math.abs((high ?? 0) - (mean + 1.96 * error))).toBeLessThan(0.3 * error);
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
