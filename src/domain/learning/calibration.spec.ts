import fc from 'fast-check';
import {
  accuracyOf,
  averagePrecision,
  balancedBrier,
  bestF1Threshold,
  confusionAt,
  f1Of,
  precisionOf,
  recallOf,
} from './calibration-measures.js';
import { fitPlatt, plattProbability, sigmoid } from './calibration.js';
import { createRng } from '../base/rng.js';

const finite = fc.double({ noNaN: true, min: -1e6, max: 1e6 });

describe('Platt scaling', () => {
  it('recovers the logistic curve that drew the labels', () => {
    const rng = createRng(1);
    const margins = Array.from({ length: 20_000 }, () => rng.next() * 8 - 4);
    const labels = margins.map((m) => (rng.next() < sigmoid(1.5 * m) ? 1 : 0));
    const { a, b } = fitPlatt(margins, labels);
    // Standard errors are about .03 and .02; margins are symmetric about 0, so the class weights change nothing.
    expect(a).toBeCloseTo(-1.5, 0);
    expect(Math.abs(a + 1.5)).toBeLessThan(0.15);
    expect(Math.abs(b)).toBeLessThan(0.1);
  });

  it('stays short of certainty with few examples', () => {
    const scaling = fitPlatt([-1, 1], [0, 1]);
    expect(plattProbability(scaling, 1)).toBeCloseTo(2 / 3, 2);
    expect(plattProbability(scaling, -1)).toBeCloseTo(1 / 3, 2);
  });

  it('does not depend on how many of the larger class there are', () => {
    const fitted = (times: number): ReturnType<typeof fitPlatt> => {
      const negatives = new Array<number[]>(times).fill([-3, -2, -1.5, -1, 0.5]).flat();
      return fitPlatt([2, 1, -0.5, ...negatives], [1, 1, 1, ...negatives.map(() => 0)]);
    };
    expect(plattProbability(fitted(1_000), 0)).toBeCloseTo(plattProbability(fitted(50), 0), 2);
  });

  it('gives probabilities that grow with the margin, whatever it is fitted to', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(finite, fc.constantFrom(0, 1)), { maxLength: 30 }),
        finite,
        finite,
        (examples, x, y) => {
          const scaling = fitPlatt(
            examples.map(([m]) => m),
            examples.map(([, label]) => label),
          );
          const [low, high] = [Math.min(x, y), Math.max(x, y)].map((m) => plattProbability(scaling, m));
          return low >= 0 && high <= 1 && low <= high;
        },
      ),
    );
  });
});

describe('measures', () => {
  it('counts and ratios of a decision', () => {
    const confusion = confusionAt([0.9, 0.8, 0.4, 0.3, 0.2], [1, 0, 1, 0, 0], 0.4);
    expect(confusion).toEqual({ truePositives: 2, falsePositives: 1, falseNegatives: 0, trueNegatives: 2 });
    expect([precisionOf(confusion), recallOf(confusion), f1Of(confusion), accuracyOf(confusion)]).toEqual([
      2 / 3,
      1,
      0.8,
      0.8,
    ]);
    expect(precisionOf(confusionAt([0.1], [1], 0.5))).toBe(0);
  });

  it.each([
    ['perfect', [3, 2, 1], [1, 1, 0], 1],
    ['one error', [3, 2, 1], [1, 0, 1], (1 + 2 / 3) / 2],
    ['all tied', [1, 1, 1, 1], [1, 0, 0, 0], 0.25],
    ['no positives', [1, 2], [0, 0], 0],
    ['nothing', [], [], 0],
  ])('average precision: %s', (_, scores, labels, expected) => {
    expect(averagePrecision(scores, labels)).toBeCloseTo(expected, 10);
  });

  it('finds the threshold no other beats', () => {
    const example = fc.tuple(fc.double({ noNaN: true, min: 0, max: 1 }), fc.constantFrom(0, 1));
    fc.assert(
      fc.property(fc.array(example, { minLength: 1, maxLength: 40 }), (examples) => {
        const scores = examples.map(([score]) => score);
        const labels = examples.map(([, label]) => label);
        const f1 = (threshold: number): number => f1Of(confusionAt(scores, labels, threshold));
        const chosen = f1(bestF1Threshold(scores, labels));
        return scores.every((score) => f1(score) <= chosen + 1e-12);
      }),
    );
  });

  it('asks for more where fewer are assumed relevant', () => {
    const scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
    const labels = [1, 1, 0, 1, 0, 0];
    expect(bestF1Threshold(scores, labels)).toBeCloseTo(0.55, 10);
    expect(bestF1Threshold(scores, labels, 0.05)).toBeCloseTo(0.75, 10);
  });

  it('weighs both classes alike in the Brier score', () => {
    expect(balancedBrier([1, 0, 0, 0], [1, 0, 0, 0])).toBe(0);
    expect(balancedBrier([0, 0, 0, 0], [1, 0, 0, 0])).toBe(0.5);
    expect(balancedBrier([0.5, 0.5], [1, 0])).toBe(0.25);
  });
});
