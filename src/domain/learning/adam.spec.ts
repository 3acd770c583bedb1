import { Adam } from './adam.js';

describe('Adam', () => {
  it('moves each parameter by the learning rate on its first step, against the sign of the gradient', () => {
    const parameters = Float64Array.of(1, 1, 1);
    new Adam(3, { by: 'value', limit: 1 }).update(parameters, Float64Array.of(0.5, -1e-3, 0), 0.1);
    expect(parameters[0]).toBeCloseTo(0.9, 4);
    expect(parameters[1]).toBeCloseTo(1.1, 3);
    expect(parameters[2]).toBe(1);
  });

  it.each([
    ['value', [1, -1, 0.25]],
    ['norm', [0.6, -0.8, 0]],
  ] as const)('clips by %s', (by, expected) => {
    const gradient = by === 'value' ? Float64Array.of(4, -3, 0.25) : Float64Array.of(3, -4, 0);
    new Adam(3, { by, limit: 1 }).update(new Float64Array(3), gradient, 0.1);
    expected.forEach((value, i) => expect(gradient[i]).toBeCloseTo(value, 12));
  });

  it('finds the lowest point of a bowl', () => {
    const parameters = Float64Array.of(3, -2);
    const adam = new Adam(2, { by: 'norm', limit: 1 });
    for (let i = 0; i < 2_000; i++)
      adam.update(parameters, Float64Array.of(2 * (parameters[0] - 1), 20 * (parameters[1] + 0.5)), 0.01);
    expect(parameters[0]).toBeCloseTo(1, 2);
    expect(parameters[1]).toBeCloseTo(-0.5, 2);
  });

  it('continues identically after save and restore', () => {
    const [a, b] = [new Adam(2, { by: 'value', limit: 1 }), new Adam(2, { by: 'value', limit: 1 })];
    const p = Float32Array.of(1, 2);
    for (let i = 0; i < 5; i++) a.update(p, Float32Array.of(i, -i), 0.1);
    const q = p.slice();
    b.restore(structuredClone(a.save()));
    a.update(p, Float32Array.of(0.3, 0.7), 0.1);
    b.update(q, Float32Array.of(0.3, 0.7), 0.1);
    expect(q).toEqual(p);
  });
});
