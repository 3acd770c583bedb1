import { averagePrecision, bestF1Threshold } from '../learning/calibration-measures.js';
import { fitPlatt, plattProbability, type PlattScaling } from '../learning/calibration.js';
import { DEFAULT_FOLDS, stratifiedFolds, type Folds } from '../learning/cross-validation.js';
import type { Rng } from '../learning/rng.js';
import type { Snapshot } from '../learning/snapshot.js';
import { MAX_SHORT_TEXT_WORDS, wordsOf, type NumberedDocument } from './document-words.js';
import type { Learner, Scorer } from './learner.js';
import type { TrainedModel } from './model-definition.js';
import { measureHeldOut, type MetricsWarning, type ModelMetrics } from './model-metrics.js';
import type { DocumentText, RelevanceModel } from './relevance-model.js';
import type { TrainingSet } from './training-set.js';

/** Cuttings from a held-out document: two, so that its title's words and its text's both speak. */
const CROPS_PER_DOCUMENT = 2;
/** Words of an anchor with its URL's words: the range measured to serve anchors best (2–10). */
const MIN_CROP_WORDS = 2;
const MAX_CROP_WORDS = 10;
/**
 * Share of relevant pages among those a crawl meets, for which the threshold is chosen: examples come in any proportion, focused crawls find a tenth to a half.
 */
export const ASSUMED_SHARE = 0.1;
/** Irrelevant examples that may decide the threshold without general text. */
const NEGATIVES_THAT_DECIDE = 10;
/** Held-out relevant examples that may fall below a threshold found against general text alone. */
const REFUSED_SHARE = 0.25;
/** Below these the metrics carry a warning. */
const FEW_EXAMPLES = 20;
const FEW_SITES = 5;
/**
 * Probability of what the model knows no word of. Not 0: such pages and links exist in every topic; well under any link with a word that speaks for it.
 */
const NOTHING_KNOWN = 0.05;

/** How a scorer's margins become probabilities and decisions. */
export interface Calibration {
  readonly page: PlattScaling;
  readonly text: PlattScaling;
  readonly threshold: number;
}

export interface TrainingOptions {
  /** Folds wanted, for learners that take long. */
  readonly folds?: number;
  /** See `TrainingInput.onProgress`. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Trains a learner on all documents and calibrates it on folds it has not seen: probabilities of pages and of short texts by Platt scaling, the
 * threshold by F1.
 */
export function trainCalibrated(
  kind: string,
  version: number,
  set: TrainingSet,
  learner: Learner,
  rng: Rng,
  { folds: wanted = DEFAULT_FOLDS, onProgress }: TrainingOptions = {},
): TrainedModel {
  const folds = stratifiedFolds(set.labels, set.sites, rng, wanted);
  const progressOf = (fit: number) => onProgress && ((share: number) => onProgress((fit + share) / (folds.count + 1)));
  const everyone = set.documents.map((_, i) => i);
  const margins = new Float64Array(everyone.length);
  const crops = { margins: [] as number[], labels: [] as number[] };
  for (let f = 0; f < folds.count; f++) {
    const fitted = learner.fit(everyone.filter((i) => folds.fold[i] !== f), progressOf(f));
    for (const i of everyone.filter((j) => folds.fold[j] === f)) {
      margins[i] = fitted.margin(i);
      for (let c = 0; c < CROPS_PER_DOCUMENT; c++) {
        const margin = fitted.wordsMargin(Array.from(cropOf(set.numbered[i], c === 0, rng), (word) => set.words[word]));
        if (Number.isNaN(margin)) continue;
        crops.margins.push(margin);
        crops.labels.push(set.labels[i]);
      }
    }
  }
  // A held-out document without a known word is one the model would call irrelevant: it ranks below all others.
  const lowest = margins.reduce((least, m) => (m < least ? m : least), Infinity);
  const filled = margins.map((m) => (Number.isNaN(m) ? Math.min(0, lowest) : m));
  const page = fitPlatt(filled, set.labels);
  const text = fitPlatt(crops.margins, crops.labels);
  const threshold = chooseThreshold(set, Array.from(filled, (m) => plattProbability(page, m)), everyone);
  const model = new CalibratedModel(kind, version, learner.fit(everyone, progressOf(folds.count)).scorer(), { page, text, threshold });

  const held = { margins: filled, labels: set.labels, fold: folds.fold, folds: folds.count };
  const measured = measureHeldOut(held, (i) => set.isBackground[i] === 0 || set.negatives === 0, (p, indexes) => chooseThreshold(set, p, indexes));
  const metrics: ModelMetrics = {
    ...measured,
    textAveragePrecision: averagePrecision(crops.margins, crops.labels),
    threshold,
    folds: folds.count,
    groupedBySite: folds.grouped,
    ...countsOf(set),
    warnings: warningsOf(set, folds),
  };
  return { model, metrics };
}

/**
 * The best threshold by F1 for examples given by their indexes, for the assumed share of relevant pages.
 *
 * Irrelevant examples decide where there are some. Against general text alone any threshold between the classes looks perfect, and pages of a crawl that
 * are not relevant lie in between too; so then it is no lower than what most relevant examples reach.
 */
function chooseThreshold(set: TrainingSet, probabilities: readonly number[], indexes: readonly number[]): number {
  const trusted = set.negatives >= NEGATIVES_THAT_DECIDE;
  const used = indexes.map((_, k) => k).filter((k) => !trusted || set.isBackground[indexes[k]] === 0);
  const labels = used.map((k) => set.labels[indexes[k]]);
  const scores = used.map((k) => probabilities[k]);
  const best = bestF1Threshold(scores, labels, ASSUMED_SHARE);
  if (trusted) return best;
  const relevant = scores.filter((_, k) => labels[k] === 1).sort((x, y) => x - y);
  return Math.max(best, relevant[Math.floor(relevant.length * REFUSED_SHARE)] ?? best);
}

/** The metrics of a model made without examples: counts and warnings only. */
export function unmeasured(set: TrainingSet, threshold: number): ModelMetrics {
  return {
    precision: null,
    recall: null,
    f1: null,
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
  };
}

type Counts = Pick<ModelMetrics, 'positives' | 'negatives' | 'background' | 'positiveSites'>;
const countsOf = ({ positives, negatives, background, positiveSites }: TrainingSet): Counts => ({
  positives,
  negatives,
  background,
  positiveSites,
});

function warningsOf(set: TrainingSet, folds: Folds): MetricsWarning[] {
  const warnings: MetricsWarning[] = [];
  const against = set.negatives === 0 ? set.background : set.negatives;
  if (Math.min(set.positives, against) < FEW_EXAMPLES) warnings.push('few-examples');
  if (set.positiveSites < FEW_SITES) warnings.push('few-sites');
  if (!folds.grouped) warnings.push('not-grouped-by-site');
  if (set.negatives === 0) warnings.push('background-as-negatives');
  return warnings;
}

/** Some words in a row: from the title, or from anywhere in the text. */
function cropOf({ title, description, text }: NumberedDocument, fromTitle: boolean, rng: Rng): Int32Array {
  const source = fromTitle && title.length > 0 ? title : text.length > 0 ? text : description;
  const length = MIN_CROP_WORDS + rng.below(MAX_CROP_WORDS - MIN_CROP_WORDS + 1);
  const from = rng.below(Math.max(1, source.length - length + 1));
  return source.subarray(from, from + length);
}

/** A scorer whose margins have been given a meaning. */
export class CalibratedModel implements RelevanceModel {
  readonly threshold: number;
  private readonly unknown: number;

  constructor(
    readonly kind: string,
    private readonly version: number,
    private readonly scorer: Scorer,
    private readonly calibration: Calibration,
  ) {
    this.threshold = calibration.threshold;
    this.unknown = Math.min(NOTHING_KNOWN, calibration.threshold / 2);
  }

  score(document: DocumentText): number {
    const margin = this.scorer.margin(document);
    return Number.isNaN(margin) ? this.unknown : plattProbability(this.calibration.page, margin);
  }

  scoreText(text: string): number {
    const margin = this.scorer.wordsMargin(wordsOf(text, MAX_SHORT_TEXT_WORDS));
    return Number.isNaN(margin) ? this.unknown : plattProbability(this.calibration.text, margin);
  }

  save(): Snapshot {
    const { page, text, threshold } = this.calibration;
    return { kind: this.kind, version: this.version, threshold, page: [page.a, page.b], text: [text.a, text.b], scorer: this.scorer.save() };
  }
}

/** @throws RangeError when the snapshot is not one that a `CalibratedModel` of this kind and version saved */
export function restoreCalibrated(kind: string, version: number, snapshot: Snapshot, scorer: (saved: Snapshot) => Scorer): CalibratedModel {
  if (snapshot.kind !== kind || snapshot.version !== version) {
    throw new RangeError(`the snapshot is of ${JSON.stringify(snapshot.kind)} version ${JSON.stringify(snapshot.version)}, expected ${kind} version ${version}`);
  }
  const scaling = (value: unknown): PlattScaling => {
    const [a, b] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof a !== 'number' || typeof b !== 'number') throw new RangeError(`the ${kind} snapshot has no calibration`);
    return { a, b };
  };
  const saved = snapshot.scorer;
  if (typeof snapshot.threshold !== 'number' || typeof saved !== 'object' || saved === null || Array.isArray(saved) || ArrayBuffer.isView(saved)) {
    throw new RangeError(`the ${kind} snapshot is incomplete`);
  }
  return new CalibratedModel(kind, version, scorer(saved), { page: scaling(snapshot.page), text: scaling(snapshot.text), threshold: snapshot.threshold });
}
