import { trainLinearSvm, type SparseRows } from './linear-svm.js';
import { createRng } from '../base/rng.js';

function rowsOf(dense: readonly (readonly number[])[]): SparseRows {
  const starts = [0];
  const features: number[] = [];
  const values: number[] = [];
  for (const row of dense) {
    row.forEach((value, feature) => {
      if (value === 0) return;
      features.push(feature);
      values.push(value);
    });
    starts.push(features.length);
  }
  return { starts: Int32Array.from(starts), features: Int32Array.from(features), values: Float32Array.from(values) };
}
const options = { dimension: 2, costPositive: 10, costNegative: 10 };

describe('linear SVM', () => {
  it('finds the widest margin', () => {
    // The separating line x + y = 2 with a penalised bias: w = (w, w), b; the optimum of |w|²·2 + b² under both margins
    // is w = 2/3, b = −1/3.
    const { weights, bias } = trainLinearSvm(
      rowsOf([
        [1, 1],
        [0, 0],
        [2, 2],
        [-1, -1],
      ]),
      [1, 0, 1, 0],
      { ...options, rng: createRng(1) },
    );
    const margin = (x: number, y: number): number => weights[0] * x + weights[1] * y + bias;
    expect(margin(1, 1)).toBeCloseTo(1, 1);
    expect(margin(0, 0)).toBeCloseTo(-1, 1);
    expect(margin(2, 2)).toBeGreaterThan(1);
  });

  it('lets the cheaper class be wrong where the classes overlap', () => {
    const rows = rowsOf([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    const lean = (costPositive: number, costNegative: number): number => {
      const { weights, bias } = trainLinearSvm(rows, [1, 0, 0], {
        dimension: 2,
        costPositive,
        costNegative,
        rng: createRng(2),
      });
      return weights[0] + bias;
    };
    expect(lean(10, 0.1)).toBeGreaterThan(0);
    expect(lean(0.1, 10)).toBeLessThan(0);
  });

  it('gives the same weights for the same seed', () => {
    const rng = createRng(5);
    const dense = Array.from({ length: 200 }, () => [rng.next(), rng.next()]);
    const labels = dense.map(([x, y]) => (x + 0.3 * rng.next() > y ? 1 : 0));
    const one = trainLinearSvm(rowsOf(dense), labels, { ...options, rng: createRng(9) });
    expect(trainLinearSvm(rowsOf(dense), labels, { ...options, rng: createRng(9) })).toEqual(one);
    const right = dense.filter(
      ([x, y], i) => (one.weights[0] * x + one.weights[1] * y + one.bias > 0 ? 1 : 0) === labels[i],
    ).length;
    expect(right).toBeGreaterThan(170);
  });

  it('takes rows without features', () => {
    const { weights, bias } = trainLinearSvm(
      rowsOf([
        [0, 0],
        [0, 0],
      ]),
      [1, 0],
      { ...options, rng: createRng(1) },
    );
    expect([...weights, bias].every(Number.isFinite)).toBe(true);
  });
});
