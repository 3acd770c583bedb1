import { sigmoid } from '../../learning/calibration.js';
import { thresholdFor, type Goal } from '../../learning/calibration-measures.js';
import type { ThresholdChoice } from './model-metrics.js';
import { ENOUGH_NEGATIVES, NEGATIVES_THAT_DECIDE, type TrainingSet } from './training-set.js';

/**
 * Share of relevant pages among those a crawl meets, for which the threshold is chosen: examples come in any proportion, focused crawls find a tenth to a half.
 */
export const ASSUMED_SHARE = 0.1;
/** Held-out relevant examples that may fall below a threshold that is higher than the best one found. */
const REFUSED_SHARE = 0.25;
/**
 * How far a threshold found against few irrelevant examples lies at least on the way from the mean of these to that of the relevant ones, in log-odds. Pages of a
 * crawl that are not relevant look more like the topic than examples do: with the threshold that is best for 60 of these, half of what crawls took for relevant
 * was not (bench/quality/judge.mjs).
 */
const WAY_TO_RELEVANT = 0.8;
/** Probabilities nearer to certainty than this count as this near. */
const NEAREST_TO_CERTAIN = 1e-6;

/**
 * Chooses the threshold that serves the goal best for examples given by their indexes, for the assumed share of relevant pages.
 *
 * Irrelevant examples decide where there are some. Against general text alone any threshold between the classes looks perfect, and pages of a crawl that
 * are not relevant lie in between too; so then it is no lower than what most relevant examples reach, or as many as the goal's recall asks for. The same
 * holds while there are few irrelevant examples, but then most of the way between the means of the classes is enough.
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
