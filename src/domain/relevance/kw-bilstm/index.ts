import { z } from 'zod';
import { calibratedKind } from '../training/calibrated-kind.js';
import { calibrationFields, textModelField } from '../training/calibration-config.js';
import { KwBiLstmLearner } from './kw-bilstm-learner.js';
import { KwBiLstmScorer } from './kw-bilstm-scorer.js';

const fields = {
  units: z
    .number()
    .int()
    .min(8)
    .max(128)
    .multipleOf(8)
    .default(32)
    .describe('Hidden units of the LSTM in each direction, a multiple of 8.'),
  words: z
    .number()
    .int()
    .min(10)
    .max(400)
    .default(150)
    .describe('Number of words read from a page: first the title, then description and text.'),
  trainingWords: z
    .number()
    .int()
    .min(10)
    .max(400)
    .default(120)
    .describe('Number of words per page in one training step: a part of the page, drawn at random each time.'),
  rounds: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(8)
    .describe('Maximum number of training rounds. Training ends earlier if held-out examples no longer improve.'),
  learningRate: z.number().positive().max(0.1).default(0.008).describe('Initial step size of Adam. It falls to zero.'),
  dropout: z
    .number()
    .min(0)
    .max(0.9)
    .default(0.2)
    .describe('Share of the values between layers that training leaves out at random.'),
};
const configSchema = z.strictObject({
  ...fields,
  folds: z
    .number()
    .int()
    .min(2)
    .max(5)
    .default(3)
    .describe('Number of folds in cross-validation. The network is trained once for each fold, and once more.'),
  ...calibrationFields,
  learningCurve: z
    .boolean()
    .default(false)
    .describe('Also measure the quality with fewer examples. Takes up to three times as long as the training.'),
  textModel: textModelField('own'),
});

export const kwBilstm = calibratedKind<z.infer<typeof configSchema>>({
  kind: 'kw-bilstm',
  version: 1,
  summary:
    'A neural network that reads the words in their order, together with the keywords. Learns from examples. Training takes seconds to minutes.',
  source: 'TRES sections 2.2.2 and 3.3; a smaller form of KwBiLSTM in the reference program (models/abcmodel.py)',
  needsExamples: true,
  configSchema,
  learnerSchema: z.strictObject(fields),
  folds: ({ folds }) => folds,
  create: (input, set) => {
    if (input.vectors === null) throw new RangeError('the BiLSTM reads word vectors and needs them');
    return new KwBiLstmLearner(set, input.keywords, input.vectors, input.config, input.rng);
  },
  restore: (saved, { vectors }) => KwBiLstmScorer.restore(saved, vectors),
});
