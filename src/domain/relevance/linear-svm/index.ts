import { z } from 'zod';
import { restoreCalibrated, trainCalibrated } from '../calibrated-training.js';
import type { RelevanceModelDefinition, TrainedModel, TrainingInput } from '../model-definition.js';
import { gatherTrainingSet, requireExamples } from '../training-set.js';
import { termBags, type TermOptions } from '../terms.js';
import { TERM_BOUNDS, topicality } from '../topicality.js';
import { NaiveBayesLearner, type NaiveBayesOptions } from '../naive-bayes/naive-bayes-learner.js';
import { LinearSvmLearner, LinearSvmScorer } from './linear-svm-learner.js';

const KIND = 'linear-svm';
const VERSION = 1;

const configSchema = z.strictObject({
  cost: z.number().positive().max(1_000).default(1).describe('C: what an error on the training examples costs.'),
  titleWeight: z.number().int().min(0).max(20).default(3).describe('A word of the title counts as this many of the text.'),
  termBounds: z
    .enum(TERM_BOUNDS)
    .default('few-negatives')
    .describe('Bound what a term may count by its resemblance with the keywords: always, with fewer than 50 irrelevant examples, or never.'),
  bigrams: z.boolean().default(false).describe('Learn pairs of neighbouring words too.'),
  minDocuments: z.number().int().min(1).max(100).default(2).describe('A term in fewer documents is not learnt.'),
  maxShare: z.number().gt(0).max(1).default(0.5).describe('A term in a larger share of the documents is not learnt.'),
  maxTerms: z.number().int().min(100).max(200_000).default(30_000).describe('Terms kept, those in most documents first.'),
});
type LinearSvmConfig = z.infer<typeof configSchema>;

/** Naive Bayes for short texts, with the settings that kind has by default. */
const SHORT_TEXT_OPTIONS: Omit<NaiveBayesOptions, keyof TermOptions> = { smoothing: 'dirichlet', strength: 1_000, minDocuments: 1, maxTerms: 50_000 };

function trainAndEvaluate(input: TrainingInput<LinearSvmConfig>): TrainedModel {
  const set = gatherTrainingSet(input);
  requireExamples(set);
  const { config } = input;
  const bags = termBags(set, config);
  const options = { ...SHORT_TEXT_OPTIONS, titleWeight: config.titleWeight, bigrams: config.bigrams };
  const shortTexts = new NaiveBayesLearner(set, options, bags, topicality(bags, set, input, 'always'));
  const learner = new LinearSvmLearner(set, config, input.rng, bags, topicality(bags, set, input, config.termBounds), shortTexts);
  return trainCalibrated(KIND, VERSION, set, learner, input.rng);
}

export const linearSvm: RelevanceModelDefinition<LinearSvmConfig> = {
  kind: KIND,
  version: VERSION,
  summary: 'Learns from examples; the best of the models on whole pages. Anchors are judged by a naive Bayes trained beside it.',
  source: 'Hsieh et al. 2008 (solver), Lin, Lin and Weng 2007 (probabilities); the page classifier of ACHE is of this kind',
  needsExamples: true,
  configSchema,
  train: (input) => trainAndEvaluate(input).model,
  trainAndEvaluate,
  restore: (snapshot) => restoreCalibrated(KIND, VERSION, snapshot, (saved) => LinearSvmScorer.restore(saved)),
};
