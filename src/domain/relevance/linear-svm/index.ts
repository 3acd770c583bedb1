import { z } from 'zod';
import { restoreCalibrated, trainCalibrated } from '../calibrated-training.js';
import type { RelevanceModelDefinition, TrainedModel, TrainingInput } from '../model-definition.js';
import { gatherTrainingSet, requireExamples } from '../training-set.js';
import { topicality } from '../topicality.js';
import { LinearSvmLearner, LinearSvmScorer } from './linear-svm-learner.js';

const KIND = 'linear-svm';
const VERSION = 1;

const configSchema = z.strictObject({
  cost: z.number().positive().max(1_000).default(1).describe('C: what an error on the training examples costs.'),
  titleWeight: z.number().int().min(0).max(20).default(3).describe('A word of the title counts as this many of the text.'),
  bigrams: z.boolean().default(false).describe('Learn pairs of neighbouring words too.'),
  minDocuments: z.number().int().min(1).max(100).default(2).describe('A term in fewer documents is not learnt.'),
  maxShare: z.number().gt(0).max(1).default(0.5).describe('A term in a larger share of the documents is not learnt.'),
  maxTerms: z.number().int().min(100).max(200_000).default(30_000).describe('Terms kept, those in most documents first.'),
});
type LinearSvmConfig = z.infer<typeof configSchema>;

function trainAndEvaluate(input: TrainingInput<LinearSvmConfig>): TrainedModel {
  const set = gatherTrainingSet(input);
  requireExamples(set);
  const learner = new LinearSvmLearner(set, input.config, input.rng, (bags) => topicality(bags, set, input));
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
  restore: (snapshot) => restoreCalibrated(KIND, VERSION, snapshot, LinearSvmScorer.restore),
};
