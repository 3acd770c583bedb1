import { createRng } from '../base/rng.js';
import { OnlineLogistic } from './online-logistic.js';

describe('online logistic regression', () => {
  it('answers by its prior before it has learnt', () => {
    const model = new OnlineLogistic([2, -2], 0.5);
    expect(model.probability([0, 0])).toBe(0.5);
    expect(model.probability([1, 0])).toBeCloseTo(0.8808, 4);
    expect(model.probability([9, 9, 0, 1], 2)).toBeCloseTo(0.1192, 4);
    expect([model.size, model.learnt]).toEqual([2, 0]);
  });

  it('moves the first time by its rate, against the gradient', () => {
    const model = new OnlineLogistic([0, 0], 0.5);
    model.learn([1, 0], 1);
    expect(model.weight(0)).toBeCloseTo(0.5, 6);
    expect(model.weight(1)).toBe(0);
    expect(model.learnt).toBe(1);
  });

  it('learns which feature decides, against its prior', () => {
    const model = new OnlineLogistic([-1, 1], 0.5);
    const rng = createRng(4);
    for (let i = 0; i < 2_000; i++) {
      const row = [rng.next(), rng.next()];
      model.learn(row, row[0] > 0.5 ? 1 : 0);
    }
    expect(model.weight(0)).toBeGreaterThan(3);
    expect(Math.abs(model.weight(1))).toBeLessThan(1.5);
    expect(model.probability([0.9, 0.5])).toBeGreaterThan(0.7);
    expect(model.probability([0.1, 0.5])).toBeLessThan(0.3);
  });

  it('goes on alike after a restore', () => {
    const [model, other] = [new OnlineLogistic([1], 0.5), new OnlineLogistic([0], 0.5)];
    model.learn([0.4], 1);
    other.restore(model.save());
    for (const one of [model, other]) one.learn([0.7], 0);
    expect(other.probability([1])).toBe(model.probability([1]));
    expect(() => other.restore({ ...model.save(), weights: new Float64Array(5) })).toThrow('weights');
  });
});
