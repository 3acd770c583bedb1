import { createRng } from '../base/rng.js';
import { dot, logistic, logisticRegression, ridgeRegression, type WeightedRows } from './linear-models.js';

const TRUTH = Float64Array.of(-1, 2, 0, -0.5);

/** Rows whose outcomes follow `TRUTH`. */
function rowsWith(count: number, outcome: (z: number, chance: () => number) => number): WeightedRows {
  const rng = createRng(1);
  const width = TRUTH.length;
  const x = Float32Array.from({ length: count * width }, (_, i) => (i % width === 0 ? 1 : 4 * rng.next() - 2));
  const y = Float32Array.from({ length: count }, (_, row) => outcome(dot(TRUTH, x, row * width), () => rng.next()));
  return { x, y, weights: new Float64Array(count).fill(1), width };
}
const labelled = (count: number): WeightedRows => rowsWith(count, (z, chance) => (chance() < logistic(z) ? 1 : 0));

describe('logistic regression', () => {
  it('finds the weights that outcomes were drawn with', () => {
    const fitted = logisticRegression(labelled(5_000), { strength: 1 });
    TRUTH.forEach((weight, i) => expect(Math.abs(fitted[i] - weight)).toBeLessThan(0.2));
  });

  it('has a slope of 0 where it ends', () => {
    const rows = labelled(300);
    const penalty = { strength: 3, towards: Float64Array.of(0, 1, 1, 1), first: true };
    const fitted = logisticRegression(rows, penalty);
    for (let i = 0; i < rows.width; i++) {
      let slope = penalty.strength * (fitted[i] - penalty.towards[i]);
      for (let row = 0; row < rows.y.length; row++)
        slope += (logistic(dot(fitted, rows.x, row * rows.width)) - rows.y[row]) * rows.x[row * rows.width + i];
      expect(Math.abs(slope)).toBeLessThan(1e-4);
    }
  });

  it('stays at what it is drawn towards where little is known, and leaves it where much is', () => {
    const towards = Float64Array.of(-3, 1, 1, 1);
    const distance = (count: number): number => {
      const fitted = logisticRegression(labelled(count), { strength: 20, towards, first: true });
      return Math.hypot(...fitted.map((weight, i) => weight - TRUTH[i]));
    };
    const before = Math.hypot(...towards.map((weight, i) => weight - TRUTH[i]));
    expect(distance(2)).toBeGreaterThan(0.9 * before);
    expect(distance(5_000)).toBeLessThan(0.2 * before);
  });

  it('ends when the outcomes are separable', () => {
    const rows = rowsWith(50, (z) => (z > 0 ? 1 : 0));
    const fitted = logisticRegression(rows, { strength: 0.01 });
    expect(fitted.every(Number.isFinite)).toBe(true);
    for (let row = 0; row < rows.y.length; row++)
      expect(dot(fitted, rows.x, row * rows.width) > 0).toBe(rows.y[row] === 1);
  });
});

it('ridge regression finds the weights of a sum, less where they are drawn to 0', () => {
  const rows = rowsWith(200, (z) => z);
  const free = ridgeRegression(rows, { strength: 1e-6 });
  TRUTH.forEach((weight, i) => expect(free[i]).toBeCloseTo(weight, 3));
  expect(Math.abs(ridgeRegression(rows, { strength: 1_000 })[1])).toBeLessThan(1);
});
