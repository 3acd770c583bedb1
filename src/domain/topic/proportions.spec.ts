import { normalQuantile, shareDifference, wilsonInterval } from './proportions.js';

describe('proportions', () => {
  it("has Wilson's and Newcombe's intervals", () => {
    // Newcombe 1998, table II: 56/70 − 48/80, method 10: 0.0524 to 0.3339.
    const { low, high } = shareDifference([56, 70], [48, 80], 1.96);
    expect([low, high]).toEqual([expect.closeTo(0.0524, 3), expect.closeTo(0.3339, 3)]);
    // Newcombe 1998 (single proportions): 81/263: 0.2553 to 0.3662.
    const one = wilsonInterval(81, 263, 1.96);
    expect([one.low, one.high]).toEqual([expect.closeTo(0.2553, 3), expect.closeTo(0.3662, 3)]);
    expect(wilsonInterval(0, 0, 1.96)).toEqual({ low: 0, high: 1 });
    expect(shareDifference([0, 0], [3, 9], 1.96).low).toBeLessThan(0);
    expect(shareDifference([0, 0], [3, 9], 1.96).high).toBeGreaterThan(0);
  });

  it('has the normal quantile', () => {
    expect(normalQuantile(0.025)).toBeCloseTo(1.96, 2);
    expect(normalQuantile(0.00005)).toBeCloseTo(3.891, 2);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 2);
  });
});
