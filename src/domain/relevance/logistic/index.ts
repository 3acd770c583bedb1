import { z } from 'zod';
import { calibratedKind } from '../training/calibrated-kind.js';
import { calibrationFields, textModelField } from '../training/calibration-config.js';
import { LogisticLearner, LogisticScorer } from './logistic-learner.js';

const fields = {
  penalty: z
    .number()
    .positive()
    .max(100)
    .default(0.1)
    .describe('λ of the L2 penalty on standardised features: larger values trust the examples less.'),
  titleWeight: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Weight of a word in the title; a word in the text has weight 1.'),
};
const configSchema = z.strictObject({ ...fields, ...calibrationFields, textModel: textModelField('short-texts') });

export const logistic = calibratedKind<z.infer<typeof configSchema>>({
  kind: 'logistic',
  version: 1,
  summary:
    'Learns from examples by averaged word vectors and keyword features. Therefore it also knows words that no example contains.',
  source: 'Arora, Liang and Ma 2017 (weighted mean of word vectors); keyword features as in TRES 3.3 and LIM 5.3',
  needsExamples: true,
  configSchema,
  learnerSchema: z.strictObject(fields),
  create: ({ keywords, vectors, config }, set) => new LogisticLearner(set, keywords, vectors, config),
  restore: (saved, { vectors }) => LogisticScorer.restore(saved, vectors),
});
