import { z } from 'zod';

/** Judges of anchors and other short texts: the model of the pages itself, or a separate one. */
export const TEXT_MODELS = ['own', 'short-texts', 'naive-bayes'] as const;
export type TextModel = (typeof TEXT_MODELS)[number];

/** More would outweigh the labels. */
const MAX_SELF_TRAINED = 2_000;

const share = z.number().gt(0).max(1);

/** Goals of a threshold. */
export const GOAL_MEASURES = ['f1', 'precision', 'recall'] as const;

const goalSchema = z.discriminatedUnion('measure', [
  z.strictObject({ measure: z.literal('f1') }).describe('The best F1.'),
  z
    .strictObject({ measure: z.literal('precision'), atLeast: share })
    .describe('The highest recall whose precision is at least this.'),
  z
    .strictObject({ measure: z.literal('recall'), atLeast: share })
    .describe('The highest precision whose recall is at least this.'),
]);

/** Settings of every calibrated kind beside its learner's. Spread them into the kind's schema. */
export const calibrationFields = {
  goal: goalSchema
    .default({ measure: 'f1' })
    .describe('The goal of the threshold, assuming that a tenth of the pages is relevant.'),
  calibration: z
    .enum(['platt', 'isotonic', 'auto'])
    .default('platt')
    .describe(
      'How margins are turned into probabilities. platt: a logistic curve; isotonic: isotonic regression; auto: the one with the lower log loss on held-out examples.',
    ),
  otherTopics: z
    .boolean()
    .default(false)
    .describe('Also use relevant examples of other topics as irrelevant examples.'),
  selfTrainedPages: z
    .number()
    .int()
    .min(0)
    .max(MAX_SELF_TRAINED)
    .default(0)
    .describe(
      'Also learn from up to this number of unlabelled pages of which the earlier model is certain. They are not used for measuring. Only useful with a handful of examples.',
    ),
  learningCurve: z
    .boolean()
    .default(true)
    .describe('Also measure the quality with fewer examples. Takes about as long as the training.'),
};

/** The model that judges anchors and other short texts. */
export const textModelField = (usual: TextModel) =>
  z
    .enum([...TEXT_MODELS, 'auto'])
    .default(usual)
    .describe(
      'The model that judges anchors. own: the model of the pages; short-texts: a logistic regression learnt only from short texts, which are titles and known anchors with ' +
        'the words of URLs; naive-bayes: a naive Bayes on pages; auto: the one of these that orders held-out short texts best.',
    );

export type CalibrationConfig = z.infer<z.ZodObject<typeof calibrationFields>> & {
  /** Default: `own`. */
  readonly textModel?: TextModel | 'auto';
};
