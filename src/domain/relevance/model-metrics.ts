import {
  accuracyOf,
  averagePrecision,
  balancedBrier,
  confusionAt,
  f1Of,
  precisionOf,
  recallOf,
  type Confusion,
} from '../learning/calibration-measures.js';
import { fitPlatt, plattProbability } from '../learning/calibration.js';

/** Why metrics are to be read with care. */
export type MetricsWarning =
  /** Fewer than 20 relevant or irrelevant examples: each figure can be off by ten points and more. */
  | 'few-examples'
  /** The relevant examples come from fewer than 5 sites: the model may have learnt the sites. */
  | 'few-sites'
  /** Sites stand in training and test folds alike, since there are too few to keep them apart: the figures are too good. */
  | 'not-grouped-by-site'
  /** No irrelevant examples were given: the model was measured against general text, which is easier than the pages a crawl meets. */
  | 'background-as-negatives'
  /** Too few examples to measure anything; the figures are null. */
  | 'not-measured';

/** What cross-validation says of a model. Figures are null when there was nothing to measure with. */
export interface ModelMetrics {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly averagePrecision: number | null;
  readonly accuracy: number | null;
  /** Mean squared error of the probabilities, each class weighing one half. */
  readonly brier: number | null;
  /** Average precision on cuttings of 2 to 10 words, which are what anchors are like. */
  readonly textAveragePrecision: number | null;
  readonly threshold: number;
  readonly confusion: Confusion | null;
  readonly folds: number;
  readonly groupedBySite: boolean;
  readonly positives: number;
  readonly negatives: number;
  /** General documents learnt from as negatives. */
  readonly background: number;
  /** Registrable domains among the relevant examples. */
  readonly positiveSites: number;
  readonly warnings: readonly MetricsWarning[];
}

/** Held-out margins with the truth: `fold[i]` is the fold in which `margins[i]` was held out. */
export interface HeldOut {
  readonly margins: ArrayLike<number>;
  readonly labels: ArrayLike<number>;
  readonly fold: ArrayLike<number>;
  readonly folds: number;
}

export interface HeldOutFigures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly averagePrecision: number;
  readonly accuracy: number;
  readonly brier: number;
  readonly confusion: Confusion;
}

/** Picks the threshold for examples given by their indexes, `probabilities[k]` being that of `indexes[k]`. */
export type ThresholdChoice = (probabilities: readonly number[], indexes: readonly number[]) => number;

/**
 * Measures decisions and probabilities that never saw what they are measured on: each fold's scaling and threshold are fitted on the margins of the
 * other folds.
 *
 * @param counted which examples the figures are about; the rest only fits the scaling
 */
export function measureHeldOut(held: HeldOut, counted: (index: number) => boolean, choose: ThresholdChoice): HeldOutFigures {
  const probabilities: number[] = [];
  const decisions: number[] = [];
  const labels: number[] = [];
  for (let f = 0; f < held.folds; f++) {
    const others = indexes(held, (i) => held.fold[i] !== f);
    const margins = others.map((i) => held.margins[i]);
    const scaling = fitPlatt(margins, others.map((i) => held.labels[i]));
    const threshold = choose(margins.map((m) => plattProbability(scaling, m)), others);
    for (const i of indexes(held, (j) => held.fold[j] === f && counted(j))) {
      const p = plattProbability(scaling, held.margins[i]);
      probabilities.push(p);
      decisions.push(p >= threshold ? 1 : 0);
      labels.push(held.labels[i]);
    }
  }
  const confusion = confusionAt(decisions, labels, 1);
  return {
    precision: precisionOf(confusion),
    recall: recallOf(confusion),
    f1: f1Of(confusion),
    accuracy: accuracyOf(confusion),
    averagePrecision: averagePrecision(probabilities, labels),
    brier: balancedBrier(probabilities, labels),
    confusion,
  };
}

function indexes(held: HeldOut, keep: (index: number) => boolean): number[] {
  const kept: number[] = [];
  for (let i = 0; i < held.margins.length; i++) if (keep(i)) kept.push(i);
  return kept;
}
