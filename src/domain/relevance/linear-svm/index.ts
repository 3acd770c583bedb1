import { z } from 'zod';
import { calibratedKind } from '../training/calibrated-kind.js';
import { calibrationFields, textModelField } from '../training/calibration-config.js';
import { termBags } from '../features/terms.js';
import { TERM_BOUNDS, topicality } from '../features/topicality.js';
import { LinearSvmLearner, LinearSvmScorer } from './linear-svm-learner.js';

const fields = {
  cost: z.number().positive().max(1_000).default(1).describe('C, the cost of an error on the training examples.'),
  titleWeight: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Weight of a word in the title; a word in the text has weight 1.'),
  termBounds: z
    .enum(TERM_BOUNDS)
    .default('few-negatives')
    .describe(
      'When the weight of a term is limited by its similarity to the keywords: always, with fewer than 50 irrelevant examples, or never.',
    ),
  bigrams: z.boolean().default(false).describe('Also learn pairs of neighbouring words.'),
  minDocuments: z.number().int().min(1).max(100).default(2).describe('Terms in fewer documents are not learnt.'),
  maxShare: z.number().gt(0).max(1).default(0.5).describe('Terms in a larger share of the documents are not learnt.'),
  maxTerms: z
    .number()
    .int()
    .min(100)
    .max(200_000)
    .default(30_000)
    .describe('Maximum number of terms. Those in the most documents are kept.'),
  separateFields: z
    .boolean()
    .default(false)
    .describe('A word in the title or the description is a different term than the same word in the text.'),
  weighting: z
    .enum(['tf-idf', 'binary'])
    .default('tf-idf')
    .describe('Weight of a term in a document: tf-idf in rows of unit length, or 1.'),
};
const configSchema = z.strictObject({ ...fields, ...calibrationFields, textModel: textModelField('short-texts') });

/**
 * The page classifier of ACHE (VSMVector, DocumentFrequencyFeatureSelector, SmileTargetClassifierBuilder): presence of
 * stems in text, title and meta description, separate by field, those in more than 5 pages, at most 5 000; C = 0.01.
 */
export const ACHE_FEATURES = {
  cost: 0.01,
  titleWeight: 1,
  termBounds: 'never',
  minDocuments: 6,
  maxShare: 1,
  maxTerms: 5_000,
  separateFields: true,
  weighting: 'binary',
} as const;

export const linearSvm = calibratedKind<z.infer<typeof configSchema>>({
  kind: 'linear-svm',
  version: 1,
  summary: 'Learns from examples. The best single model on whole pages. A separate model judges anchors.',
  source:
    "Hsieh et al. 2008 (solver), Lin, Lin and Weng 2007 (probabilities); ACHE's page classifier as a configuration: " +
    'separateFields, weighting "binary", cost 0.01, minDocuments 6, maxShare 1, maxTerms 5000, termBounds "never"',
  needsExamples: true,
  configSchema,
  learnerSchema: z.strictObject(fields),
  create: (input, set) => {
    const { config } = input;
    const bags = termBags(set, config);
    return new LinearSvmLearner(set, config, input.rng, bags, topicality(bags, set, input, config.termBounds));
  },
  restore: (saved) => LinearSvmScorer.restore(saved),
});
