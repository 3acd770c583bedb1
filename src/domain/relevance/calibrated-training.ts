import { averagePrecision } from '../learning/calibration-measures.js';
import { betterScaling, fitScaling, probabilityOf, type Scaling, type ScalingMethod } from '../learning/calibration-isotonic.js';
import { DEFAULT_FOLDS, stratifiedFolds, type Folds } from '../learning/cross-validation.js';
import type { Rng } from '../learning/rng.js';
import { CalibratedModel } from './calibrated-model.js';
import { USUAL_CALIBRATION, type CalibrationConfig } from './calibration-config.js';
import { holdOut, type HeldOutMargins } from './held-out.js';
import type { Learner, Scorer } from './learner.js';
import { learningCurve } from './learning-curve.js';
import type { TrainedModel } from './model-definition.js';
import { countsOf, measureHeldOut, warningsOf, type ModelMetrics } from './model-metrics.js';
import { classCounts, tellingWords, type LearningPoint } from './model-report.js';
import { NaiveBayesScorer } from './naive-bayes/naive-bayes-learner.js';
import { thresholdChoice } from './threshold-choice.js';
import type { TrainingSet } from './training-set.js';

export { ASSUMED_SHARE } from './threshold-choice.js';
export { CalibratedModel, restoreCalibrated, type Calibration } from './calibrated-model.js';

/** What is calibrated: held-out margins, and how to come by the scorer once they are judged. */
export interface Candidate {
  readonly kind: string;
  readonly version: number;
  readonly set: TrainingSet;
  readonly folds: Folds;
  readonly held: HeldOutMargins;
  readonly config: CalibrationConfig;
  /** Fits to everything there is. Called once. */
  scorer(): Scorer;
  /** The scorer for short texts alone, when that one is chosen. */
  textScorer(): Scorer | null;
  /** Called last, and only when wanted. */
  curve(): LearningPoint[] | null;
}

export interface TrainingOptions {
  /** Folds wanted, where the usual number would take too long. */
  readonly folds?: number;
  /** See `TrainingInput.onProgress`. The learning curve, which comes after the model, is not counted. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Trains a learner on all documents and calibrates it on folds it has not seen: probabilities of pages and of short texts, and the threshold for the goal.
 *
 * @param texts a naive Bayes to judge short texts with, where the configuration leaves it to measurement or asks for it
 */
export function trainCalibrated(
  kind: string,
  version: number,
  set: TrainingSet,
  learner: Learner,
  rng: Rng,
  config: CalibrationConfig = USUAL_CALIBRATION,
  texts: Learner | null = null,
  { folds: wanted = DEFAULT_FOLDS, onProgress }: TrainingOptions = {},
): TrainedModel {
  const folds = stratifiedFolds(set.labels, set.sites, rng, wanted);
  const tell = onProgress && ((fits: number) => onProgress(fits / (folds.count + 1)));
  const held = holdOut(set, folds, learner, texts, rng, tell);
  const everyone = set.documents.map((_, i) => i);
  return calibrate({
    kind,
    version,
    set,
    folds,
    held,
    config,
    scorer: () => learner.fit(everyone, tell && ((share) => tell(folds.count + share))).scorer(),
    textScorer: () => texts?.fit(everyone).scorer() ?? null,
    curve: () => learningCurve(set, folds, held.pages, learner),
  });
}

/** Gives held-out margins their meaning, and says how good they are. */
export function calibrate(candidate: Candidate): TrainedModel {
  const { kind, version, set, folds, config } = candidate;
  const everyone = set.documents.map((_, i) => i);
  const margins = filled(candidate.held.pages);
  const texts = textsOf(candidate);
  const method = methodOf(config, margins, set.labels, folds.fold, folds.count);
  const page = fitScaling(method, margins, set.labels);
  const text = fitTexts(config, texts, folds.count);
  const choose = thresholdChoice(set, config.goal);
  const threshold = choose(Array.from(margins, (m) => probabilityOf(page, m)), everyone);
  const scorer = candidate.scorer();
  const textScorer = texts.byNaiveBayes ? candidate.textScorer() : null;
  const model = new CalibratedModel(kind, version, scorer, { page, text, threshold }, textScorer instanceof NaiveBayesScorer ? textScorer : null);

  const held = { margins, labels: set.labels, fold: folds.fold, folds: folds.count };
  const { calibrationCurve, ...figures } = measureHeldOut(held, (i) => set.isBackground[i] === 0 || set.negatives === 0, choose, method);
  const missed = config.goal.measure !== 'f1' && figures[config.goal.measure] < config.goal.atLeast;
  const metrics: ModelMetrics = {
    ...figures,
    textAveragePrecision: averagePrecision(texts.margins, texts.labels),
    threshold,
    folds: folds.count,
    groupedBySite: folds.grouped,
    ...countsOf(set),
    warnings: [...warningsOf(set, folds), ...(missed ? (['goal-missed'] as const) : [])],
    report: {
      goal: config.goal,
      calibration: method,
      textModel: texts.byNaiveBayes ? 'naive-bayes' : 'own',
      calibrationCurve,
      classes: classCounts(set),
      learningCurve: config.learningCurve ? candidate.curve() : null,
      tellingWords: tellingWords(scorer, set),
    },
  };
  return { model, metrics };
}

/** A held-out document without a known word is one the model would call irrelevant: it ranks below all others. */
export function filled(margins: Float64Array): Float64Array {
  const lowest = margins.reduce((least, m) => (m < least ? m : least), Infinity);
  return margins.map((m) => (Number.isNaN(m) ? Math.min(0, lowest) : m));
}

interface Texts {
  readonly margins: readonly number[];
  readonly labels: readonly number[];
  readonly fold: readonly number[];
  readonly byNaiveBayes: boolean;
}

/** The held-out cuttings with the margins of whichever is to judge short texts, without those it has no opinion of. */
function textsOf({ held, config }: Candidate): Texts {
  const { texts, otherTexts, textLabels, textFold } = held;
  const known = (margins: readonly number[], byNaiveBayes: boolean): Texts => {
    const places = margins.map((_, k) => k).filter((k) => !Number.isNaN(margins[k]));
    const of = (list: readonly number[]): number[] => places.map((k) => list[k]);
    return { margins: of(margins), labels: of(textLabels), fold: of(textFold), byNaiveBayes };
  };
  if (otherTexts === null) return known(texts, false);
  if (config.textModel === 'naive-bayes') return known(otherTexts, true);
  // Judged on the same cuttings, those without a known word last, as in a crawl.
  const quality = (margins: readonly number[]): number => averagePrecision(margins.map((m) => (Number.isNaN(m) ? -Infinity : m)), textLabels);
  const byNaiveBayes = quality(otherTexts) > quality(texts);
  return known(byNaiveBayes ? otherTexts : texts, byNaiveBayes);
}

function fitTexts(config: CalibrationConfig, { margins, labels, fold }: Texts, folds: number): Scaling {
  return fitScaling(methodOf(config, margins, labels, fold, folds), margins, labels);
}

type Numbers = ArrayLike<number>;

function methodOf({ calibration }: CalibrationConfig, margins: Numbers, labels: Numbers, fold: Numbers, folds: number): ScalingMethod {
  return calibration === 'auto' ? betterScaling(margins, labels, fold, folds) : calibration;
}
