import fc from 'fast-check';
import { sigmoid } from './calibration.js';
import { betterScaling, fitIsotonic, fitScaling, probabilityOf } from './calibration-isotonic.js';
import {
  balancedLogLoss,
  calibrationBins,
  confusionAt,
  macroF1Of,
  precisionOf,
  recallOf,
  thresholdFor,
} from './calibration-measures.js';
import { createRng } from '../base/rng.js';

const finite = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
const example = fc.tuple(finite, fc.constantFrom(0, 1));

const ROUNDED_PAST_THE_END: [number, number][] = [
  [1.6672084509197493e-307, 0],
  [-1e-323, 0],
  [0, 0],
  [-1.468151411997163e-307, 0],
  [0, 0],
  [0, 0],
  [0, 0],
  [1e-323, 0],
  [-5e-324, 1],
  [5e-324, 1],
  [-5e-324, 0],
];

describe('isotonic calibration', () => {
  it('pools what is out of order', () => {
    const { margins, probabilities } = fitIsotonic([1, 2, 3, 4], [0, 1, 0, 1]);
    expect([...margins]).toEqual([1, 2.5, 4]);
    expect([...probabilities].map((p) => Math.round(p * 1_000) / 1_000)).toEqual([0.25, 0.5, 0.75]);
  });

  it('gives probabilities that never fall as the margin grows, and keeps margins apart', () => {
    fc.assert(
      fc.property(fc.array(example, { minLength: 1, maxLength: 60 }), finite, finite, (examples, x, y) => {
        const scaling = fitScaling(
          'isotonic',
          examples.map(([m]) => m),
          examples.map(([, label]) => label),
        );
        const [low, high] = [Math.min(x, y), Math.max(x, y)].map((m) => probabilityOf(scaling, m));
        return low >= 0 && high <= 1 && low <= high;
      }),
      // Margins so close that a line between two points rounds past its end.
      { examples: [[ROUNDED_PAST_THE_END, 0, -1e-323]] },
    );
  });

  it('is chosen where the truth is no logistic curve, Platt where it is', () => {
    const rng = createRng(5);
    const margins = Array.from({ length: 3_000 }, () => rng.next() * 8 - 4);
    const fold = margins.map((_, i) => i % 5);
    const labelsBy = (share: (m: number) => number): number[] => margins.map((m) => (rng.next() < share(m) ? 1 : 0));
    expect(
      betterScaling(
        margins,
        labelsBy((m) => (m < -2 ? 0.02 : m < 2 ? 0.5 : 0.98)),
        fold,
        5,
      ),
    ).toBe('isotonic');
    expect(
      betterScaling(
        margins,
        labelsBy((m) => sigmoid(2 * m)),
        fold,
        5,
      ),
    ).toBe('platt');
  });
});

describe('thresholds by goal', () => {
  it('keep the bound and give up as little as possible of the other measure', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ noNaN: true, min: 0, max: 1 }), fc.constantFrom(0, 1)), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.constantFrom<'precision' | 'recall'>('precision', 'recall'),
        fc.double({ noNaN: true, min: 0.1, max: 1 }),
        (examples, measure, atLeast) => {
          const scores = examples.map(([score]) => score);
          const labels = examples.map(([, label]) => label);
          const at = (threshold: number): [number, number] => {
            const confusion = confusionAt(scores, labels, threshold);
            const [precision, recall] = [precisionOf(confusion), recallOf(confusion)];
            return measure === 'precision' ? [precision, recall] : [recall, precision];
          };
          const [bounded, other] = at(thresholdFor({ measure, atLeast }, scores, labels));
          return scores.every((score) => {
            const [b, o] = at(score);
            return b < atLeast ? Math.min(bounded, atLeast) >= b : bounded >= atLeast && other >= o;
          });
        },
      ),
    );
  });

  it('ask more of precision where fewer are assumed relevant', () => {
    const scores = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
    const labels = [1, 1, 0, 1, 0, 0];
    expect(thresholdFor({ measure: 'precision', atLeast: 0.7 }, scores, labels)).toBeCloseTo(0.55, 10);
    expect(thresholdFor({ measure: 'precision', atLeast: 0.7 }, scores, labels, 0.1)).toBeCloseTo(0.75, 10);
    expect(thresholdFor({ measure: 'recall', atLeast: 0.9 }, scores, labels)).toBeCloseTo(0.55, 10);
  });
});

describe('measures of probabilities', () => {
  it('F-macro is the mean over both classes', () => {
    // Relevant: P 1/2, R 1; irrelevant: P 1, R 2/3.
    expect(macroF1Of({ truePositives: 1, falsePositives: 1, falseNegatives: 0, trueNegatives: 2 })).toBeCloseTo(
      (2 / 3 + 0.8) / 2,
      10,
    );
  });

  it('log loss weighs both classes alike', () => {
    expect(balancedLogLoss([0.5, 0.5, 0.5], [1, 0, 0])).toBeCloseTo(Math.log(2), 10);
    expect(balancedLogLoss([1, 1, 1, 1], [0, 1, 1, 1])).toBeCloseTo(-Math.log(1e-6) / 2, 10);
  });

  it('bins say mean probability, share of relevant ones and count', () => {
    const bins = calibrationBins([0.05, 0.91, 0.95, 1, 0.97], [0, 1, 1, 1, 0]);
    expect(bins).toHaveLength(10);
    expect(bins[0]).toEqual({ from: 0, count: 1, meanProbability: 0.05, shareRelevant: 0 });
    expect(bins[4]).toEqual({ from: 0.4, count: 0, meanProbability: null, shareRelevant: null });
    // All three relevant ones and half of the irrelevant ones.
    expect(bins[9]).toMatchObject({ count: 4, shareRelevant: 1 / 1.5 });
  });
});
