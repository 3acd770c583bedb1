import { z } from 'zod';
import { CalibratedModel, restoreCalibrated, trainCalibrated, unmeasured, type Calibration } from '../calibrated-training.js';
import type { PlattScaling } from '../../learning/calibration.js';
import { TrainingDataError, type RelevanceModelDefinition, type TrainedModel, type TrainingInput } from '../model-definition.js';
import { gatherTrainingSet, MIN_POSITIVES, type TrainingSet } from '../training-set.js';
import type { FittedLearner } from '../learner.js';
import { KeywordVectorsLearner, KeywordVectorsScorer, PRIOR_WEIGHTS, SHORT_WORDS } from './keyword-vectors-learner.js';

const KIND = 'keyword-vectors';
const VERSION = 1;

const configSchema = z.strictObject({
  titleWeight: z.number().int().min(0).max(20).default(3).describe('A word of the title counts as this many of the text.'),
  backgroundShare: z
    .number()
    .min(0.0001)
    .max(0.2)
    .default(0.001)
    .describe('Without examples: the share of general texts that may pass for relevant, which sets the threshold.'),
});
type KeywordVectorsConfig = z.infer<typeof configSchema>;

/** Decision value without examples: the probability at the threshold. */
const EVEN = 0.5;
/** Probability of the median general text without examples. */
const MEDIAN_PROBABILITY = 0.02;
/** Margins of the threshold and of the median where there is no general text to read them from. */
const USUAL_QUANTILES = { threshold: 2.5, median: -0.3 };
/** General texts needed to read a quantile from. */
const ENOUGH_GENERAL = 50;
/** Least distance between threshold and median; without it a topic no general text touches would turn probabilities into a step. */
const LEAST_SPREAD = 0.5;

function trainAndEvaluate(input: TrainingInput<KeywordVectorsConfig>): TrainedModel {
  if (input.keywords.length === 0) throw new TrainingDataError('keywords', 'a keyword model needs at least one keyword');
  const set = gatherTrainingSet(input);
  const learner = new KeywordVectorsLearner(set, input.keywords, input.vectors, input.config.titleWeight);
  const canLearn = set.positives >= MIN_POSITIVES && set.negatives + set.background >= MIN_POSITIVES;
  if (canLearn) return trainCalibrated(KIND, VERSION, set, learner, input.rng);
  const fitted = learner.withWeights(PRIOR_WEIGHTS);
  const calibration = calibrateOnGeneralText(set, fitted, input.config.backgroundShare);
  return { model: new CalibratedModel(KIND, VERSION, fitted.scorer(), calibration), metrics: unmeasured(set, calibration.threshold) };
}

/** Puts the threshold where a stated share of general texts lies above it, for pages and for short texts. */
function calibrateOnGeneralText(set: TrainingSet, fitted: FittedLearner, share: number): Calibration {
  const general = set.documents.map((_, i) => i).filter((i) => set.labels[i] === 0);
  const page = scalingFor(general.map((i) => fitted.margin(i)), share);
  const beginnings = general.map((i) => Array.from(set.numbered[i].text.subarray(0, SHORT_WORDS), (word) => set.words[word]));
  const text = scalingFor(beginnings.map((words) => fitted.wordsMargin(words)), share);
  return { page, text, threshold: EVEN };
}

function scalingFor(margins: readonly number[], share: number): PlattScaling {
  const sorted = Float64Array.from(margins.filter((m) => !Number.isNaN(m))).sort();
  const enough = sorted.length >= ENOUGH_GENERAL;
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const median = enough ? at(0.5) : USUAL_QUANTILES.median;
  const threshold = enough ? Math.max(at(1 - share), median + LEAST_SPREAD) : USUAL_QUANTILES.threshold;
  const slope = Math.log(1 / MEDIAN_PROBABILITY - 1) / (threshold - median);
  return { a: -slope, b: slope * threshold };
}

export const keywordVectors: RelevanceModelDefinition<KeywordVectorsConfig> = {
  kind: KIND,
  version: VERSION,
  summary: 'Keywords and words like them; needs no examples, and learns weights and threshold from those there are.',
  source: 'LIM section 5.3 (similarity of words to search words, z = 2/3), with keyword hits beside it',
  needsExamples: false,
  configSchema,
  train: (input) => trainAndEvaluate(input).model,
  trainAndEvaluate,
  restore: (snapshot, { vectors }) => restoreCalibrated(KIND, VERSION, snapshot, (saved) => KeywordVectorsScorer.restore(saved, vectors)),
};
