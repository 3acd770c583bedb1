import { CurveRecorder } from './harvest-curve.js';
import { type FinishedRun, finishedRun, type RunKey } from './run.js';
import { summarise } from './summary.js';

/** A run that finds a page of a new domain at each 1. */
function run(key: RunKey, found: string, targets = 4, best = 4): FinishedRun {
  const recorder = new CurveRecorder();
  for (const [i, each] of Array.from(found).entries()) recorder.add(each === '1', `d${i}`);
  return finishedRun(key, recorder.curve(), { targets, best, end: 'BUDGET', wallMs: 7 });
}
const key = (policy: number, randomSeed: number, budget = 4): RunKey => ({ policy, budget, randomSeed });

describe('a finished run', () => {
  it('has its score, shares and steps', () => {
    expect(run(key(0, 1), '0111', 8, 4)).toEqual({
      ...key(0, 1),
      fetched: 4,
      relevant: 3,
      domains: 3,
      harvestRate: 0.75,
      area: (0 + 1 / 2 + 2 / 3 + 3 / 4) / 4,
      recall: 3 / 8,
      oracleShare: 0.75,
      firstRelevant: 2,
      // 10% and 25% of 8 targets are 1 and 2 pages; 4 are never found.
      stepsTo: [2, 3, null, null],
      end: 'BUDGET',
      wallMs: 7,
      relevantCurve: [0, 1, 2, 3],
      domainCurve: [0, 1, 2, 3],
    });
  });

  it('says nothing of shares where there is nothing to find', () => {
    expect(run(key(0, 1), '00', 0, 0)).toMatchObject({
      recall: null,
      oracleShare: null,
      firstRelevant: null,
      stepsTo: [null, null, null, null],
      relevantCurve: [0, 0, 0, 0],
    });
  });
});

describe('the summary of an experiment', () => {
  const runs = [
    run(key(0, 1), '1000'),
    run(key(0, 2), '1100'),
    run(key(1, 1), '0111'),
    run(key(1, 2), '1111'),
    run(key(1, 3), '0000'),
    run(key(0, 1, 2), '01'),
  ];
  const [two, four] = summarise(['a', 'b', 'never'], runs, [{ ...run(key(-1, 0), '1111'), name: 'oracle' }]);

  it('is by budget, with the policies that have run', () => {
    expect([two.budget, four.budget]).toEqual([2, 4]);
    expect(two.policies.map(({ name, runs: count }) => [name, count])).toEqual([['a', 1]]);
    expect(four.policies.map(({ name, runs: count }) => [name, count])).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
    expect(two.references).toEqual([]);
    expect(four.references).toMatchObject([{ name: 'oracle', relevant: 4, relevantCurve: [1, 2, 3, 4] }]);
    expect(four.steps).toEqual([1, 2, 3, 4]);
  });

  it('has means, medians and bands', () => {
    const [a, b] = four.policies;
    // Two runs tell little: the interval reaches from nothing to the budget.
    expect(a.relevant).toMatchObject({ mean: 1.5, low: 0, high: 4 });
    expect(a.recall?.mean).toBe(1.5 / 4);
    expect(b.relevant.mean).toBe(7 / 3);
    expect(b.stepsTo).toEqual([
      { share: 0.1, reached: 2, median: 2 },
      { share: 0.25, reached: 2, median: 2 },
      { share: 0.5, reached: 2, median: 3 },
      { share: 0.75, reached: 2, median: 4 },
    ]);
    expect(a.relevantCurve).toEqual({ mean: [1, 1.5, 1.5, 1.5], low: [1, 1, 1, 1], high: [1, 2, 2, 2] });
  });

  it('compares with the first policy under the same seeds, and knows the front', () => {
    const [a, b] = four.policies;
    expect(a.against).toBeNull();
    expect(b.against).toMatchObject({ pairs: 2, relevant: { mean: 2, deviation: 0, low: 2, high: 2 } });
    expect([a.onFront, b.onFront]).toEqual([false, true]);
  });
});
