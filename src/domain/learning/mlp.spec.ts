import { Mlp } from './mlp.js';
import { createRng } from '../base/rng.js';

const uniform = (n: number, seed: number): Float64Array => {
  const rng = createRng(seed);
  return Float64Array.from({ length: n }, () => rng.next() * 2 - 1);
};

describe('Mlp', () => {
  it('has the gradient that differences of its error show', () => {
    const rows = 13;
    const mlp = new Mlp([9, 30, 15, 1], 'float64');
    mlp.randomise(createRng(1));
    const x = uniform(rows * 9, 2);
    const targets = uniform(rows, 3);
    const gradient = new Float64Array(mlp.parameters.length);
    mlp.gradient(x, targets, rows, gradient);
    const error = (): number => [...mlp.forward(x, rows)].reduce((sum, y, i) => sum + (y - targets[i]) ** 2, 0) / rows;
    // The error of central differences is h² times the third derivative; at 1e-5 that is far below the tolerance, and
    // so is rounding.
    const h = 1e-5;
    let squaredDifference = 0;
    let squaredNorm = 0;
    for (let i = 0; i < gradient.length; i++) {
      const kept = mlp.parameters[i];
      mlp.parameters[i] = kept + h;
      const above = error();
      mlp.parameters[i] = kept - h;
      const below = error();
      mlp.parameters[i] = kept;
      squaredDifference += ((above - below) / (2 * h) - gradient[i]) ** 2;
      squaredNorm += gradient[i] ** 2;
    }
    expect(squaredNorm).toBeGreaterThan(0);
    expect(Math.sqrt(squaredDifference / squaredNorm)).toBeLessThan(1e-6);
  });

  it('computes what its definition says, by hand', () => {
    const mlp = new Mlp([2, 2, 1]);
    // Hidden: [x0 - x1, 2·x0 + 1]; output: 3·h0 + h1 - 0.5.
    mlp.parameters.set([1, -1, 2, 0, 0, 1, 3, 1, -0.5]);
    expect([...mlp.forward(Float32Array.of(2, 1, 1, 3), 2)]).toEqual([
      3 + 5 - 0.5,
      expect.closeTo(3 * -0.2 + 3 - 0.5, 6),
    ]);
  });

  it('gives a row the same value alone, in a batch and in another place', () => {
    const mlp = new Mlp([9, 30, 15, 1]);
    mlp.randomise(createRng(5));
    const x = Float32Array.from(uniform(7 * 9, 6));
    const together = mlp.forward(x, 7).slice();
    for (let row = 0; row < 7; row++) expect(mlp.forward(x.subarray(row * 9), 1)[0]).toBe(together[row]);
  });

  it('answers nothing for no rows', () => {
    expect(new Mlp([3, 1]).forward(new Float32Array(0), 0)).toHaveLength(0);
  });
});
