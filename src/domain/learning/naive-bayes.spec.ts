import { MultinomialCounts } from './naive-bayes.js';

describe('multinomial naive Bayes', () => {
  const counts = new MultinomialCounts(2, 3);
  counts.add(0, [0, 1], [3, 1]);
  counts.add(1, [2], [2]);

  it('Laplace: adds alpha to every count', () => {
    const [first, second] = counts.laplace(1);
    expect(first.map((x) => Math.round(Math.exp(x) * 7))).toEqual(Float64Array.of(4, 2, 1));
    expect(second.map((x) => Math.round(Math.exp(x) * 5))).toEqual(Float64Array.of(1, 1, 3));
  });

  it.each([1, 0.5, 100])('both smoothings give distributions (strength %d)', (strength) => {
    for (const logs of [...counts.laplace(strength), ...counts.dirichlet(strength)]) {
      expect(logs.reduce((sum, x) => sum + Math.exp(x), 0)).toBeCloseTo(1, 10);
    }
  });

  it('Dirichlet: a term only the large class showed never speaks for the small one', () => {
    const skewed = new MultinomialCounts(2, 1_000);
    const everything = Array.from({ length: 1_000 }, (_, i) => i);
    skewed.add(
      0,
      everything,
      everything.map(() => 1),
    );
    skewed.add(1, [0], [10]);
    const odds = (logs: Float64Array[]): number => logs[1][500] - logs[0][500];
    expect(odds(skewed.dirichlet(100))).toBeLessThan(0);
    expect(odds(skewed.laplace(1))).toBeGreaterThan(odds(skewed.dirichlet(100)));
  });
});
