import { sigmoid } from '../../learning/calibration.js';
import { thresholdFor, type Goal } from '../../learning/calibration-measures.js';
import type { ThresholdChoice } from './model-metrics.js';
import { ENOUGH_NEGATIVES, NEGATIVES_THAT_DECIDE, type TrainingSet } from './training-set.js';

/**
 * Assumed share of relevant pages in a crawl, for which the threshold is chosen: examples come in any proportion,
 * focused crawls find a tenth to a half.
 */
export const ASSUMED_SHARE = 0.1;
/** Largest share of held-out relevant examples below a threshold that is higher than the best one found. */
const REFUSED_SHARE = 0.25;
/**
 * Minimum position of a threshold found with few irrelevant examples, between the means of irrelevant and relevant ones
 * in log-odds. A crawl's irrelevant pages resemble the topic more than examples do: with the best threshold for 60 of
 * these, half of the pages that crawls called relevant were not (bench/quality/judge.mjs).
 */
const WAY_TO_RELEVANT = 0.8;
/** Probabilities are clamped to this distance from certainty. */
const NEAREST_TO_CERTAIN = 1e-6;

/**
 * Chooses the threshold that serves the goal best for examples given by their indexes, at the assumed share of relevant
 * pages.
 *
 * Irrelevant examples decide if there are any. Against general text alone any threshold between the classes looks
 * perfect, but a crawl's irrelevant pages lie in between too; so then it is at least what most relevant examples reach,
 * or as many as the goal's recall demands. The same holds with few irrelevant examples, but then most of the way
 * between the means of the classes suffices.
 */
export function thresholdChoice(set: TrainingSet, goal: Goal): ThresholdChoice {
  const trusted = set.negatives >= NEGATIVES_THAT_DECIDE;
  return (probabilities, indexes) => {
    const used = indexes.map((_, k) => k).filter((k) => !trusted || set.isBackground[indexes[k]] === 0);
    const labels = used.map((k) => set.labels[indexes[k]]);
    const scores = used.map((k) => probabilities[k]);
    const best = thresholdFor(goal, scores, labels, ASSUMED_SHARE);
    if (set.negatives >= ENOUGH_NEGATIVES) return best;
    const relevant = scores.filter((_, k) => labels[k] === 1).sort((x, y) => x - y);
    const others = scores.filter((_, k) => labels[k] === 0);
    const reaching = (share: number): number => relevant[Math.floor(relevant.length * share)] ?? best;
    const refused = goal.measure === 'recall' ? Math.min(REFUSED_SHARE, 1 - goal.atLeast) : REFUSED_SHARE;
    const most = Math.max(best, reaching(refused));
    if (!trusted || relevant.length === 0 || others.length === 0) return most;
    return Math.min(most, Math.max(best, onTheWay(others, relevant)));
  };
}

function onTheWay(from: readonly number[], to: readonly number[]): number {
  const logOdds = (list: readonly number[]): number =>
    list.reduce((sum, p) => {
      const inside = Math.min(1 - NEAREST_TO_CERTAIN, Math.max(NEAREST_TO_CERTAIN, p));
      return sum + Math.log(inside / (1 - inside));
    }, 0) / list.length;
  const start = logOdds(from);
  return sigmoid(start + WAY_TO_RELEVANT * (logOdds(to) - start));
}
