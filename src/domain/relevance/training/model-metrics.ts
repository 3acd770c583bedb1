import {
  accuracyOf,
  averagePrecision,
  balancedBrier,
  calibrationBins,
  confusionAt,
  f1Of,
  macroF1Of,
  precisionOf,
  recallOf,
  type CalibrationBin,
  type Confusion,
} from '../../learning/calibration-measures.js';
import { fitScaling, probabilityOf, type ScalingMethod } from '../../learning/calibration-isotonic.js';
import type { Folds } from '../../learning/cross-validation.js';
import { classCounts, type ModelReport } from './model-report.js';
import type { RelevanceModel } from '../relevance-model.js';
import type { TrainingSet } from './training-set.js';

/** Reasons to read metrics with care. */
export const METRICS_WARNINGS = [
  /** Fewer than 20 relevant or irrelevant examples: each figure can be off by ten points and more. */
  'few-examples',
  /** The relevant examples come from fewer than 5 sites: the model may have learnt the sites. */
  'few-sites',
  /**
   * Sites stand in training and test folds alike, since there are too few to keep them apart: the figures are too good.
   */
  'not-grouped-by-site',
  /**
   * No irrelevant examples were given: the model was measured against general text, which is easier than the pages a
   * crawl meets.
   */
  'background-as-negatives',
  /** On held-out examples precision or recall stayed below what the goal asks for. */
  'goal-missed',
  /** Too few examples to measure anything; the figures are null. */
  'not-measured',
] as const;
export type MetricsWarning = (typeof METRICS_WARNINGS)[number];

/** The results of cross-validation. Figures are null if there was nothing to measure with. */
export interface ModelMetrics {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  /** Mean of the F1 of both classes. */
  readonly fMacro: number | null;
  readonly averagePrecision: number | null;
  readonly accuracy: number | null;
  /** Mean squared error of the probabilities, with equal weight of both classes. */
  readonly brier: number | null;
  /** Average precision on excerpts of 2 to 10 words, which resemble anchors. */
  readonly textAveragePrecision: number | null;
  readonly threshold: number;
  readonly confusion: Confusion | null;
  readonly folds: number;
  readonly groupedBySite: boolean;
  readonly positives: number;
  readonly negatives: number;
  /** Number of general documents used as negatives. */
  readonly background: number;
  /** Number of relevant examples of other topics used as negatives. */
  readonly otherTopics: number;
  /** Number of registrable domains among the relevant examples. */
  readonly positiveSites: number;
  readonly warnings: readonly MetricsWarning[];
  readonly report: ModelReport;
}

/** Held-out margins with the truth: `fold[i]` is the fold in which `margins[i]` was held out. */
interface HeldOut {
  readonly margins: ArrayLike<number>;
  readonly labels: ArrayLike<number>;
  readonly fold: ArrayLike<number>;
  readonly folds: number;
}

interface HeldOutFigures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly fMacro: number;
  readonly averagePrecision: number;
  readonly accuracy: number;
  readonly brier: number;
  readonly confusion: Confusion;
  readonly calibrationCurve: readonly CalibrationBin[];
  /** The judgements behind the figures, fold by fold. */
  readonly judgements: readonly Judgement[];
}

/** A learner's judgement of an unseen example. */
export interface Judgement {
  /** Index of the example in its training set. */
  readonly index: number;
  readonly probability: number;
  readonly relevant: boolean;
}

/** Picks the threshold for examples given by their indexes; `probabilities[k]` belongs to `indexes[k]`. */
export type ThresholdChoice = (probabilities: readonly number[], indexes: readonly number[]) => number;

/** Adjusts an example's learned probability by other evidence. */
export type Adjustment = (probability: number, threshold: number, index: number) => number;

/**
 * Measures decisions and probabilities on unseen data: each fold's scaling and threshold are fitted to the margins of
 * the other folds.
 *
 * @param counted the examples behind the figures; the others only fit the scaling
 * @param adjusted adjusts probabilities after scaling; it must not have learned from the examples
 */
export function measureHeldOut(
  held: HeldOut,
  counted: (index: number) => boolean,
  choose: ThresholdChoice,
  method: ScalingMethod = 'platt',
  adjusted: Adjustment = (probability) => probability,
): HeldOutFigures {
  const probabilities: number[] = [];
  const decisions: number[] = [];
  const labels: number[] = [];
  const judgements: Judgement[] = [];
  for (let f = 0; f < held.folds; f++) {
    const others = indexes(held, (i) => held.fold[i] !== f);
    const margins = others.map((i) => held.margins[i]);
    const scaling = fitScaling(
      method,
      margins,
      others.map((i) => held.labels[i]),
    );
    const threshold = choose(
      margins.map((m) => probabilityOf(scaling, m)),
      others,
    );
    for (const i of indexes(held, (j) => held.fold[j] === f && counted(j))) {
      const p = adjusted(probabilityOf(scaling, held.margins[i]), threshold, i);
      probabilities.push(p);
      decisions.push(p >= threshold ? 1 : 0);
      labels.push(held.labels[i]);
      judgements.push({ index: i, probability: p, relevant: p >= threshold });
    }
  }
  const confusion = confusionAt(decisions, labels, 1);
  return {
    ...figuresOf(probabilities, labels, confusion),
    calibrationCurve: calibrationBins(probabilities, labels),
    judgements,
  };
}

function figuresOf(
  probabilities: readonly number[],
  labels: readonly number[],
  confusion: Confusion,
): Omit<HeldOutFigures, 'calibrationCurve' | 'judgements'> {
  return {
    precision: precisionOf(confusion),
    recall: recallOf(confusion),
    f1: f1Of(confusion),
    fMacro: macroF1Of(confusion),
    accuracy: accuracyOf(confusion),
    averagePrecision: averagePrecision(probabilities, labels),
    brier: balancedBrier(probabilities, labels),
    confusion,
  };
}

/** With fewer examples the metrics have a warning. */
const FEW_EXAMPLES = 20;
const FEW_SITES = 5;

/** The metrics of a model made without examples: only counts and warnings. */
export function unmeasured(set: TrainingSet, threshold: number, report: Partial<ModelReport> = {}): ModelMetrics {
  return {
    precision: null,
    recall: null,
    f1: null,
    fMacro: null,
    averagePrecision: null,
    accuracy: null,
    brier: null,
    textAveragePrecision: null,
    threshold,
    confusion: null,
    folds: 0,
    groupedBySite: false,
    ...countsOf(set),
    warnings: ['not-measured'],
    report: {
      goal: { measure: 'f1' },
      calibration: 'platt',
      textModel: 'own',
      calibrationCurve: null,
      classes: classCounts(set),
      learningCurve: null,
      tellingWords: null,
      ...report,
    },
  };
}

type Counts = Pick<ModelMetrics, 'positives' | 'negatives' | 'background' | 'otherTopics' | 'positiveSites'>;
export const countsOf = ({ positives, negatives, background, others, positiveSites }: TrainingSet): Counts => ({
  positives,
  negatives,
  background,
  otherTopics: others,
  positiveSites,
});

/** Reasons why the metrics may mislead, in a fixed order. */
export function warningsOf(set: TrainingSet, folds: Pick<Folds, 'grouped'>): MetricsWarning[] {
  const warnings: MetricsWarning[] = [];
  const against = set.negatives === 0 ? set.background + set.others : set.negatives;
  if (Math.min(set.positives, against) < FEW_EXAMPLES) warnings.push('few-examples');
  if (set.positiveSites < FEW_SITES) warnings.push('few-sites');
  if (!folds.grouped) warnings.push('not-grouped-by-site');
  if (set.negatives === 0) warnings.push('background-as-negatives');
  return warnings;
}

function indexes(held: HeldOut, keep: (index: number) => boolean): number[] {
  const kept: number[] = [];
  for (let i = 0; i < held.margins.length; i++) if (keep(i)) kept.push(i);
  return kept;
}

/**
 * The metrics of a model that learned nothing from the examples, and so can be measured on all of them.
 *
 * Titles represent the short texts.
 */
export function measureFixed(
  set: TrainingSet,
  model: Omit<RelevanceModel, 'kind' | 'save'>,
  report: Partial<ModelReport> = {},
): ModelMetrics {
  const plain = unmeasured(set, model.threshold, report);
  const counted = set.documents.map((_, i) => i).filter((i) => set.isBackground[i] === 0 || set.negatives === 0);
  const labels = counted.map((i) => set.labels[i]);
  if (set.positives === 0 || set.positives === labels.length) return plain;
  const probabilities = counted.map((i) => model.score(set.documents[i]));
  const confusion = confusionAt(probabilities, labels, model.threshold);
  const titles = counted.filter((i) => set.documents[i].title !== '');
  const titleScores = titles.map((i) => model.scoreText(set.documents[i].title));
  return {
    ...plain,
    ...figuresOf(probabilities, labels, confusion),
    textAveragePrecision:
      titles.length === 0
        ? null
        : averagePrecision(
            titleScores,
            titles.map((i) => set.labels[i]),
          ),
    warnings: warningsOf(set, { grouped: true }),
    report: { ...plain.report, calibrationCurve: calibrationBins(probabilities, labels) },
  };
}
