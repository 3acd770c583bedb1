import { thresholdFor, type Goal } from '../../learning/calibration-measures.js';
import type { ThresholdChoice } from './model-metrics.js';
import type { TrainingSet } from './training-set.js';

/**
 * Share of relevant pages among those a crawl meets, for which the threshold is chosen: examples come in any proportion, focused crawls find a tenth to a half.
 */
export const ASSUMED_SHARE = 0.1;
/** Irrelevant examples that may decide the threshold without general text. */
const NEGATIVES_THAT_DECIDE = 10;
/** Held-out relevant examples that may fall below a threshold found against general text alone. */
const REFUSED_SHARE = 0.25;

/**
 * Chooses the threshold that serves the goal best for examples given by their indexes, for the assumed share of relevant pages.
 *
 * Irrelevant examples decide where there are some. Against general text alone any threshold between the classes looks perfect, and pages of a crawl that
 * are not relevant lie in between too; so then it is no lower than what most relevant examples reach, or as many as the goal's recall asks for.
 */
export function thresholdChoice(set: TrainingSet, goal: Goal): ThresholdChoice {
  const trusted = set.negatives >= NEGATIVES_THAT_DECIDE;
  const refused = goal.measure === 'recall' ? Math.min(REFUSED_SHARE, 1 - goal.atLeast) : REFUSED_SHARE;
  return (probabilities, indexes) => {
    const used = indexes.map((_, k) => k).filter((k) => !trusted || set.isBackground[indexes[k]] === 0);
    const labels = used.map((k) => set.labels[indexes[k]]);
    const scores = used.map((k) => probabilities[k]);
    const best = thresholdFor(goal, scores, labels, ASSUMED_SHARE);
    if (trusted) return best;
    const relevant = scores.filter((_, k) => labels[k] === 1).sort((x, y) => x - y);
    return Math.max(best, relevant[Math.floor(relevant.length * refused)] ?? best);
  };
}
