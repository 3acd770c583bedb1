import { z } from 'zod';
import { calibratedKind } from '../training/calibrated-kind.js';
import { calibrationFields, textModelField } from '../training/calibration-config.js';
import { termBags } from '../features/terms.js';
import { TERM_BOUNDS, topicality } from '../features/topicality.js';
import { NaiveBayesLearner, NaiveBayesScorer } from './naive-bayes-learner.js';

const fields = {
  smoothing: z
    .enum(['dirichlet', 'laplace'])
    .default('dirichlet')
    .describe('How terms are judged that never occur in a class.'),
  strength: z
    .number()
    .positive()
    .max(1e6)
    .default(1_000)
    .describe('Laplace: a number added to each count. Dirichlet: the number of general words added to each class.'),
  titleWeight: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Weight of a word in the title; a word in the text has weight 1.'),
  termBounds: z
    .enum(TERM_BOUNDS)
    .default('always')
    .describe(
      'When the weight of a term is limited by its similarity to the keywords: always, with fewer than 50 irrelevant examples, or never.',
    ),
  bigrams: z.boolean().default(false).describe('Also learn pairs of neighbouring words.'),
  minDocuments: z.number().int().min(1).max(100).default(1).describe('Terms in fewer documents are not learnt.'),
  maxTerms: z
    .number()
    .int()
    .min(100)
    .max(200_000)
    .default(50_000)
    .describe('Maximum number of terms. Those in the most documents are kept.'),
};
const configSchema = z.strictObject({ ...fields, ...calibrationFields, textModel: textModelField('short-texts') });

export const naiveBayes = calibratedKind<z.infer<typeof configSchema>>({
  kind: 'naive-bayes',
  version: 1,
  summary: 'Learns from examples in milliseconds. Steady with few examples.',
  source: 'McCallum and Nigam 1998; Rennie et al. 2003 (dampened counts, length)',
  needsExamples: true,
  configSchema,
  learnerSchema: z.strictObject(fields),
  create: (input, set) => {
    const bags = termBags(set, input.config);
    return new NaiveBayesLearner(set, input.config, bags, topicality(bags, set, input, input.config.termBounds));
  },
  restore: (saved) => NaiveBayesScorer.restore(saved),
});
