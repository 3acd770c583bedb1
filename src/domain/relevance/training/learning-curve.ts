import { averagePrecision, bestF1Threshold, confusionAt, f1Of } from '../../learning/calibration-measures.js';
import { shuffle, type Folds } from '../../learning/cross-validation.js';
import { createRng } from '../../base/rng.js';
import type { Learner } from './learner.js';
import type { LearningPoint } from './model-report.js';
import type { TrainingSet } from './training-set.js';

/**
 * Numbers of examples at which the quality is measured: each some three times the previous one, so that all of them
 * together cost half a training.
 */
const SIZES = [10, 30, 100, 300, 1_000, 3_000, 10_000];
/** Number of folds measured: the mean of two smooths the curve, and limits its cost to about one training. */
const FOLDS_MEASURED = 2;
/** The curve uses its own random sequence, so that requesting it changes no model. */
const SEED = 1;

/**
 * Quality on held-out folds after learning from 10, 30, 100, … of the other folds' examples, in their original
 * proportion; the last point is all of them. General documents and other topics' are always included.
 *
 * @param held held-out margins of all documents, for the last point
 */
export function learningCurve(set: TrainingSet, folds: Folds, held: Float64Array, learner: Learner): LearningPoint[] {
  const rng = createRng(SEED);
  const counted = (i: number): boolean => set.isBackground[i] === 0 || set.negatives === 0;
  const everyone = set.documents.map((_, i) => i);
  const measured = Math.min(FOLDS_MEASURED, folds.count);
  const curves = Array.from({ length: measured }, (_, f) => {
    const test = everyone.filter((i) => folds.fold[i] === f && counted(i));
    const rest = everyone.filter((i) => folds.fold[i] !== f);
    const examples = shuffle(
      rest.filter((i) => set.isBackground[i] === 0),
      rng,
    );
    const general = rest.filter((i) => set.isBackground[i] === 1);
    const sizes = SIZES.filter((size) => size < examples.length);
    const points = sizes.map((size) => {
      const fitted = learner.fit([...sampleOf(set, examples, size), ...general].sort((a, b) => a - b));
      return pointOf(set, test, (i) => fitted.margin(i), size);
    });
    return [...points, pointOf(set, test, (i) => held[i], examples.length)];
  });
  const length = Math.min(...curves.map((curve) => curve.length));
  const mean = (place: (curve: readonly LearningPoint[]) => number): number =>
    curves.reduce((sum, curve) => sum + place(curve), 0) / measured;
  return Array.from({ length }, (_, at) => {
    const of = (curve: readonly LearningPoint[]): LearningPoint => curve[at === length - 1 ? curve.length - 1 : at];
    return {
      examples: Math.round(mean((curve) => of(curve).examples)),
      averagePrecision: mean((curve) => of(curve).averagePrecision),
      bestF1: mean((curve) => of(curve).bestF1),
    };
  });
}

/** Examples of both classes in their proportion, at least one of each existing class. */
function sampleOf(set: TrainingSet, examples: readonly number[], size: number): number[] {
  const relevant = examples.filter((i) => set.labels[i] === 1);
  const irrelevant = examples.filter((i) => set.labels[i] === 0);
  const wanted = Math.round((size * relevant.length) / examples.length);
  const taken = Math.max(1, irrelevant.length === 0 ? size : Math.min(size - 1, wanted));
  return [...relevant.slice(0, taken), ...irrelevant.slice(0, size - taken)];
}

function pointOf(
  set: TrainingSet,
  test: readonly number[],
  marginOf: (i: number) => number,
  examples: number,
): LearningPoint {
  const scores = test.map((i) => {
    const margin = marginOf(i);
    return Number.isNaN(margin) ? -Number.MAX_VALUE : margin;
  });
  const labels = test.map((i) => set.labels[i]);
  return {
    examples,
    averagePrecision: averagePrecision(scores, labels),
    bestF1: f1Of(confusionAt(scores, labels, bestF1Threshold(scores, labels))),
  };
}
