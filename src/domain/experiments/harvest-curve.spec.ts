import { CurveRecorder, curveSteps, scoreCurve, stepsTo, thinned, upTo, valuesAt } from './harvest-curve.js';

describe('harvest curve', () => {
  const recorder = new CurveRecorder();
  for (const [relevant, domain] of [
    [true, 'a'],
    [false, 'b'],
    [true, 'a'],
    [true, 'c'],
  ] as const)
    recorder.add(relevant, domain);
  const curve = recorder.curve();

  it('counts relevant pages and the domains they are of', () => {
    expect([...curve.relevant]).toEqual([1, 1, 2, 3]);
    expect([...curve.domains]).toEqual([1, 1, 1, 2]);
  });

  it('scores against the budget, and holds the last value when the crawl ended early', () => {
    expect(scoreCurve(curve, 4)).toEqual({
      fetched: 4,
      relevant: 3,
      domains: 2,
      harvestRate: 0.75,
      area: (1 + 1 / 2 + 2 / 3 + 3 / 4) / 4,
    });
    expect(scoreCurve(curve, 6).area).toBeCloseTo((1 + 1 / 2 + 2 / 3 + 3 / 4 + 3 / 5 + 3 / 6) / 6);
    expect(scoreCurve({ relevant: new Uint32Array(), domains: new Uint32Array() }, 5)).toMatchObject({
      relevant: 0,
      area: 0,
    });
  });

  it('is a shorter run up to a step, and tells when something was found', () => {
    expect(scoreCurve(upTo(curve, 3), 3)).toMatchObject({ fetched: 3, relevant: 2, domains: 1 });
    expect([1, 2, 3, 4].map((wanted) => stepsTo(curve, wanted))).toEqual([1, 3, 4, null]);
  });

  it('is kept at evenly spaced steps, and holds its last value', () => {
    expect(curveSteps(10, 4)).toEqual([3, 5, 8, 10]);
    expect(curveSteps(3, 100)).toEqual([1, 2, 3]);
    expect(valuesAt(curve.relevant, [1, 3, 4, 9])).toEqual([1, 2, 3, 3]);
    expect(valuesAt(new Uint32Array(), [1, 2])).toEqual([0, 0]);
  });

  it('thins a curve and keeps its end', () => {
    expect(thinned(Uint32Array.of(1, 2, 3, 4, 5), 2)).toEqual([
      { step: 3, value: 3 },
      { step: 5, value: 5 },
    ]);
  });
});
