import { z } from 'zod';
import { calibratedKind } from '../training/calibrated-kind.js';
import { CalibratedModel, readModel, type Calibration } from '../training/calibrated-model.js';
import { calibrationFields, textModelField } from '../training/calibration-config.js';
import type { Scaling } from '../../learning/calibration-isotonic.js';
import type { RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import { TrainingDataError, type TrainingInput } from '../training/types.js';
import { measureFixed, unmeasured } from '../training/model-metrics.js';
import { MIN_POSITIVES, type TrainingSet } from '../training/training-set.js';
import type { FittedLearner } from '../training/learner.js';
import { KeywordVectorsLearner, KeywordVectorsScorer, PRIOR_WEIGHTS, SHORT_WORDS } from './keyword-vectors-learner.js';
import { SimilarityBandModel } from './similarity-band.js';

const KIND = 'keyword-vectors';
const VERSION = 3;
const TWO_THIRDS = 2 / 3;
const share = z.number().min(0).max(1);

const fields = {
  titleWeight: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Weight of a word in the title; a word in the text has weight 1.'),
};
const configSchema = z.strictObject({
  ...fields,
  backgroundShare: z
    .number()
    .min(0.0001)
    .max(0.2)
    .default(0.001)
    .describe(
      'Without examples, the scale of links (measure learned: also the threshold of pages) is set so that this share of general texts counts as relevant.',
    ),
  measure: z
    .enum(['bm25', 'learned', 'band'])
    .default('bm25')
    .describe(
      'bm25: like learned with examples; without examples pages are judged by BM25 of the keywords. learned: four features with weights learnt from the examples, if there are any. band: the relevance score of LIM; pages inside a band are relevant; learns nothing.',
    ),
  similarity: share
    .default(TWO_THIRDS)
    .describe('band: a keyword of the page counts 0 if its similarity to every search word is below this (z).'),
  band: z
    .strictObject({ from: share.default(TWO_THIRDS), to: share.default(1) })
    .refine(({ from, to }) => from <= to, { path: ['from'], error: 'must not be above band.to' })
    .prefault({})
    .describe('band: the range of relevant scores. LIM: 2/3 to 1, later 3/5 to 4/5 to exclude exact matches.'),
  pageKeywords: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(30)
    .describe('band: number of RAKE keywords of a page that are compared, the best first.'),
  over: z
    .enum(['mean', 'best'])
    .default('mean')
    .describe("band: the score is the mean over the page's keywords, or the score of the best one."),
  ...calibrationFields,
  textModel: textModelField('short-texts'),
});
type KeywordVectorsConfig = z.infer<typeof configSchema>;

/** Decision value without examples: the probability at the threshold. */
const EVEN = 0.5;
/**
 * BM25 (from `TopicFeatures`) from which a page counts as relevant: the best value for crawled pages, equal from 1.05
 * to 1.25.
 */
const BM25_THRESHOLD = 1.1;
/** Probability of the median general text without examples. */
const MEDIAN_PROBABILITY = 0.02;
/** Margins of the threshold and of the median without general text to measure them. */
const USUAL_QUANTILES = { threshold: 2.5, median: -0.3 };
/** Minimum number of general texts for a quantile. */
const ENOUGH_GENERAL = 50;
/**
 * Minimum distance between threshold and median; without it, probabilities of a topic that no general text touches
 * would be a step function.
 */
const LEAST_SPREAD = 0.5;

/** The judge that uses only the keywords. */
export function judgeOfKeywords(
  { keywords, vectors }: Pick<TrainingInput, 'keywords' | 'vectors'>,
  set: TrainingSet,
  { titleWeight, backgroundShare } = configSchema.parse({}),
): CalibratedModel {
  const learner = new KeywordVectorsLearner(set, keywords, vectors, titleWeight);
  const usual = calibrateOnGeneralText(set, learner.withWeights(PRIOR_WEIGHTS), backgroundShare);
  const calibration = { ...usual, page: scalingBetween(0, BM25_THRESHOLD) };
  return new CalibratedModel(KIND, VERSION, learner.byBm25(PRIOR_WEIGHTS), calibration);
}

function withoutLearning(input: TrainingInput<KeywordVectorsConfig>, set: TrainingSet): TrainedModel | null {
  const { config, keywords, vectors } = input;
  if (config.measure === 'band') {
    if (vectors === null) throw new TrainingDataError('keywords', 'measuring by a band needs word vectors');
    const model = new SimilarityBandModel(KIND, VERSION, keywords, vectors, config);
    return { model, metrics: measureFixed(set, model, { goal: config.goal }) };
  }
  if (set.positives >= MIN_POSITIVES && set.negatives + set.others + set.background >= MIN_POSITIVES) return null;
  const model = config.measure === 'bm25' ? judgeOfKeywords(input, set, config) : judgeByPrior(input, set);
  return { model, metrics: unmeasured(set, model.threshold, { goal: config.goal }) };
}

function judgeByPrior(input: TrainingInput<KeywordVectorsConfig>, set: TrainingSet): CalibratedModel {
  const fitted = learnerOf(input, set).withWeights(PRIOR_WEIGHTS);
  const calibration = calibrateOnGeneralText(set, fitted, input.config.backgroundShare);
  return new CalibratedModel(KIND, VERSION, fitted.scorer(), calibration);
}

const learnerOf = (
  { keywords, vectors, config }: TrainingInput<KeywordVectorsConfig>,
  set: TrainingSet,
): KeywordVectorsLearner => new KeywordVectorsLearner(set, keywords, vectors, config.titleWeight);

/** Sets the threshold at a given share of general texts, for pages and for short texts. */
function calibrateOnGeneralText(set: TrainingSet, fitted: FittedLearner, quantile: number): Calibration {
  const general = set.documents.map((_, i) => i).filter((i) => set.labels[i] === 0);
  const page = scalingFor(
    general.map((i) => fitted.margin(i)),
    quantile,
  );
  const beginnings = general.map((i) =>
    Array.from(set.numbered[i].text.subarray(0, SHORT_WORDS), (word) => set.words[word]),
  );
  const text = scalingFor(
    beginnings.map((words) => fitted.wordsMargin(words)),
    quantile,
  );
  return { page, text, threshold: EVEN };
}

function scalingFor(margins: readonly number[], quantile: number): Scaling {
  const sorted = Float64Array.from(margins.filter((m) => !Number.isNaN(m))).sort();
  const enough = sorted.length >= ENOUGH_GENERAL;
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const median = enough ? at(0.5) : USUAL_QUANTILES.median;
  const threshold = enough ? Math.max(at(1 - quantile), median + LEAST_SPREAD) : USUAL_QUANTILES.threshold;
  return scalingBetween(median, threshold);
}

/** Maps the median text to its probability, and the threshold to one half. */
function scalingBetween(median: number, threshold: number): Scaling {
  const slope = Math.log(1 / MEDIAN_PROBABILITY - 1) / (threshold - median);
  return { platt: { a: -slope, b: slope * threshold }, isotonic: null };
}

const learned = calibratedKind<KeywordVectorsConfig>({
  kind: KIND,
  version: VERSION,
  summary:
    'Judges by the keywords and words similar to them. Needs no examples; if there are some, it learns weights and threshold from them.',
  source:
    'LIM section 5.3 (similarity of words to search words, z = 2/3), with keyword hits beside it; Robertson and Walker 1994 (BM25); with measure "band" LIM\'s relevance score (5.2.2) itself',
  needsExamples: false,
  configSchema,
  learnerSchema: z.strictObject(fields),
  check: ({ keywords }) => {
    if (keywords.length === 0) throw new TrainingDataError('keywords', 'a keyword model needs at least one keyword');
  },
  withoutLearning,
  create: learnerOf,
  restore: (saved, { vectors }) => KeywordVectorsScorer.restore(saved, vectors),
});

export const keywordVectors: RelevanceModelDefinition<KeywordVectorsConfig> = {
  ...learned,
  restore: (source, resources) => {
    const from = readModel(KIND, VERSION, source);
    const band = from.childIfAny('similarityBand');
    return band === null
      ? learned.restore(from, resources)
      : SimilarityBandModel.restore(KIND, VERSION, band, resources.vectors);
  },
};
