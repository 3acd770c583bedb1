import { sigmoid } from '../../learning/calibration.js';
import { createRng } from '../../base/rng.js';
import { fitLogistic } from './fit-logistic.js';

describe('logistic regression', () => {
  const rng = createRng(3);
  const count = 4_000;
  const columns = 5;
  const truth = [2, -1, 0, 0.5, 0];
  const values = Float32Array.from({ length: count * columns }, () => rng.next() * 4 - 2);
  const marginOf = (i: number): number => truth.reduce((sum, weight, k) => sum + weight * values[i * columns + k], 0);
  const labels = Array.from({ length: count }, (_, i) => (rng.next() < sigmoid(marginOf(i)) ? 1 : 0));
  const everyone = labels.map((_, i) => i);

  it('recovers the weights that drew the labels', () => {
    const { weights, bias } = fitLogistic({ values, columns }, labels, everyone, 1e-6);
    weights.forEach((weight, k) => expect(Math.abs(weight - truth[k])).toBeLessThan(0.2));
    expect(Math.abs(bias)).toBeLessThan(0.15);
  });

  it('ends where the gradient is nought', () => {
    const penalty = 0.1;
    const { weights, bias } = fitLogistic({ values, columns }, labels, everyone, penalty);
    const positives = labels.filter((label) => label === 1).length;
    const gradient = new Float64Array(columns);
    for (const i of everyone) {
      const z = bias + weights.reduce((sum, weight, k) => sum + weight * values[i * columns + k], 0);
      const error = (sigmoid(z) - labels[i]) / (2 * (labels[i] === 1 ? positives : count - positives));
      for (let k = 0; k < columns; k++) gradient[k] += error * values[i * columns + k];
    }
    weights.forEach((weight, k) => expect(Math.abs(gradient[k] + penalty * weight)).toBeLessThan(2e-4));
  });

  it('learns from the named rows alone, and shrinks with the penalty', () => {
    const half = everyone.filter((i) => i % 2 === 0);
    const poisoned = labels.map((label, i) => (i % 2 === 0 ? label : 1 - label));
    const plain = fitLogistic({ values, columns }, labels, half, 0.01);
    expect(fitLogistic({ values, columns }, poisoned, half, 0.01)).toEqual(plain);
    expect(Math.abs(fitLogistic({ values, columns }, labels, half, 1).weights[0])).toBeLessThan(
      Math.abs(plain.weights[0]) / 2,
    );
  });

  it('has a finite answer where classes do not overlap, and where there is one class', () => {
    const rows = { values: Float32Array.of(-1, 1), columns: 1 };
    expect(fitLogistic(rows, [0, 1], [0, 1], 0.01).weights[0]).toBeGreaterThan(0);
    expect(Number.isFinite(fitLogistic(rows, [1, 1], [0, 1], 0.01).bias)).toBe(true);
  });
});
