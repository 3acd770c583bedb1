import { averagePrecision } from '../../learning/calibration-measures.js';
import {
  betterScaling,
  fitScaling,
  probabilityOf,
  type Scaling,
  type ScalingMethod,
} from '../../learning/calibration-isotonic.js';
import { DEFAULT_FOLDS, stratifiedFolds, type Folds } from '../../learning/cross-validation.js';
import type { Rng } from '../../base/rng.js';
import { CalibratedModel } from './calibrated-model.js';
import { type CalibrationConfig, type TextModel } from './calibration-config.js';
import { holdOut, type HeldOutMargins } from './held-out.js';
import type { Learner, Scorer } from './learner.js';
import { learningCurve } from './learning-curve.js';
import type { TrainedModel } from '../model-definition.js';
import { type Adjustment, countsOf, measureHeldOut, warningsOf, type ModelMetrics } from './model-metrics.js';
import { classCounts, tellingWords, type LearningPoint } from './model-report.js';
import { shortTextsOf, type ShortTexts } from '../short-texts/short-texts.js';
import type { TextLearner } from '../short-texts/text-learners.js';
import { thresholdChoice } from './threshold-choice.js';
import type { TrainingSet } from './training-set.js';

/** The input of calibration: held-out margins, and a way to obtain the scorer afterwards. */
interface Candidate {
  readonly kind: string;
  readonly version: number;
  readonly set: TrainingSet;
  readonly folds: Folds;
  readonly held: HeldOutMargins;
  readonly texts: ShortTexts;
  /** The training data, if it is more than the set. */
  readonly learntFrom?: TrainingSet;
  readonly config: CalibrationConfig;
  /** Fits to all data. Called once. */
  scorer(): Scorer;
  /** The scorer for short texts only, if it differs from that of the pages. */
  textScorer(model: TextModel): Scorer | null;
  /** See `measureHeldOut`: not part of the returned model. */
  readonly adjusted?: Adjustment | undefined;
  /** Called last, and only if requested. */
  curve(): LearningPoint[] | null;
}

/** Irrelevant examples that suffice to choose the judge of short texts. */
const ENOUGH_TO_CHOOSE = 10;

interface CalibratedTraining {
  readonly kind: string;
  readonly version: number;
  readonly set: TrainingSet;
  readonly learner: Learner;
  readonly rng: Rng;
  readonly config: CalibrationConfig;
  /** Creates the learners that may judge short texts instead. */
  readonly textLearners: (texts: ShortTexts) => ReadonlyMap<TextModel, TextLearner>;
  /** The set with the labels of an earlier model. */
  readonly learntFrom?: TrainingSet | undefined;
  /** Number of folds, if the usual number would take too long. */
  readonly folds?: number | undefined;
  /** See `TrainingInput.onProgress`. Does not cover the learning curve, which follows the model. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Trains a learner on all documents and calibrates it on unseen folds: probabilities of pages and of short texts, and
 * the threshold for the goal.
 */
export function trainCalibrated(training: CalibratedTraining): TrainedModel {
  const { kind, version, set, learner, rng, config, onProgress, learntFrom } = training;
  const folds = stratifiedFolds(set.labels, set.sites, rng, training.folds ?? DEFAULT_FOLDS);
  const tell = onProgress && ((fits: number) => onProgress(fits / (folds.count + 1)));
  const texts = shortTextsOf(set, rng);
  const judges = training.textLearners(texts);
  const held = holdOut({ set, folds, learner, texts, judges, onProgress: tell });
  const everyone = set.documents.map((_, i) => i);
  return calibrate({
    kind,
    version,
    set,
    folds,
    held,
    texts,
    learntFrom,
    config,
    scorer: () => learner.fit(everyone, tell && ((share) => tell(folds.count + share))).scorer(),
    textScorer: (model) => judges.get(model)?.fit(everyone).scorer() ?? null,
    curve: () => learningCurve(set, folds, held.pages, learner),
  });
}

/** Calibrates held-out margins, and measures them. */
export function calibrate(candidate: Candidate): TrainedModel {
  const { kind, version, set, folds, config } = candidate;
  const everyone = set.documents.map((_, i) => i);
  const margins = filled(candidate.held.pages);
  const texts = textsOf(candidate);
  const method = methodOf(config, margins, set.labels, folds.fold, folds.count);
  const page = fitScaling(method, margins, set.labels);
  const text = fitTexts(config, texts, folds.count);
  const choose = thresholdChoice(set, config.goal);
  const threshold = choose(
    Array.from(margins, (m) => probabilityOf(page, m)),
    everyone,
  );
  const scorer = candidate.scorer();
  const model = new CalibratedModel(
    kind,
    version,
    scorer,
    { page, text, threshold },
    candidate.textScorer(texts.model),
  );

  const held = { margins, labels: set.labels, fold: folds.fold, folds: folds.count };
  const { calibrationCurve, judgements, ...figures } = measureHeldOut(
    held,
    (i) => set.isBackground[i] === 0 || set.negatives === 0,
    choose,
    method,
    candidate.adjusted,
  );
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
      textModel: texts.model,
      calibrationCurve,
      classes: classCounts(candidate.learntFrom ?? set),
      learningCurve: config.learningCurve ? candidate.curve() : null,
      tellingWords: tellingWords(scorer, set),
    },
  };
  const heldOut = judgements.map((judged) => ({
    ...judged,
    document: set.documents[judged.index],
    label: set.labels[judged.index] === 1,
  }));
  return { model, metrics, heldOut };
}

/** A held-out document without a known word counts as irrelevant: it ranks below all others. */
function filled(margins: Float64Array): Float64Array {
  const lowest = margins.reduce((least, m) => (m < least ? m : least), Infinity);
  return margins.map((m) => (Number.isNaN(m) ? Math.min(0, lowest) : m));
}

interface Texts {
  readonly model: TextModel;
  readonly margins: readonly number[];
  readonly labels: readonly number[];
  readonly fold: readonly number[];
}

/** The held-out short texts with the margins of their judge, without those it has no opinion of. */
function textsOf({ held, texts, config, set, folds }: Candidate): Texts {
  const rows = [...texts.words.keys()];
  // Judged by labelled examples if there are enough: general documents are easily distinguished from links.
  const labelled =
    set.negatives >= ENOUGH_TO_CHOOSE ? rows.filter((row) => set.isBackground[texts.document[row]] === 0) : rows;
  const labels = labelled.map((row) => set.labels[texts.document[row]]);
  // Texts without a known word come last, as in a crawl.
  const quality = (of: Float64Array): number =>
    averagePrecision(
      labelled.map((row) => (Number.isNaN(of[row]) ? -Infinity : of[row])),
      labels,
    );
  const ranked = [...held.texts]
    .map(([model, of]) => ({ model, of, quality: quality(of) }))
    .sort((a, b) => b.quality - a.quality);
  const wanted = config.textModel === 'auto' ? ranked[0].model : (config.textModel ?? 'own');
  const { model, of } = ranked.find((one) => one.model === wanted) ?? ranked[0];
  const known = rows.filter((row) => !Number.isNaN(of[row]));
  return {
    model,
    margins: known.map((row) => of[row]),
    labels: known.map((row) => set.labels[texts.document[row]]),
    fold: known.map((row) => folds.fold[texts.document[row]]),
  };
}

function fitTexts(config: CalibrationConfig, { margins, labels, fold }: Texts, folds: number): Scaling {
  return fitScaling(methodOf(config, margins, labels, fold, folds), margins, labels);
}

type Numbers = ArrayLike<number>;

function methodOf(
  { calibration }: CalibrationConfig,
  margins: Numbers,
  labels: Numbers,
  fold: Numbers,
  folds: number,
): ScalingMethod {
  return calibration === 'auto' ? betterScaling(margins, labels, fold, folds) : calibration;
}
