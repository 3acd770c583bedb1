import { z } from 'zod';
import { TEXT_MODELS, type TextModel } from '../short-texts/text-model.js';

/** More would outweigh whatever is labelled. */
const MAX_SELF_TRAINED = 2_000;

const share = z.number().gt(0).max(1);

/** What a threshold can be chosen for. */
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

/** What of every calibrated kind can be set beside how it learns. Spread it into the kind's schema. */
export const calibrationFields = {
  goal: goalSchema
    .default({ measure: 'f1' })
    .describe('What the threshold is chosen for, where a tenth of the pages met is relevant.'),
  calibration: z
    .enum(['platt', 'isotonic', 'auto'])
    .default('platt')
    .describe(
      'How margins become probabilities: a logistic curve, isotonic regression, or whichever has the lower log loss on held-out examples.',
    ),
  otherTopics: z
    .boolean()
    .default(false)
    .describe('Learn from relevant examples of other topics too, as irrelevant ones.'),
  selfTrainedPages: z
    .number()
    .int()
    .min(0)
    .max(MAX_SELF_TRAINED)
    .default(0)
    .describe(
      'Learn from up to so many pages that nobody labelled, but the model before is sure of. They are not measured on. Worth a try with a handful of examples only.',
    ),
  learningCurve: z
    .boolean()
    .default(true)
    .describe('Measure what fewer examples would have given. Costs about as much again as training.'),
};

/** Which model judges anchors and other short texts. */
export const textModelField = (usual: TextModel) =>
  z
    .enum([...TEXT_MODELS, 'auto'])
    .default(usual)
    .describe(
      'What judges anchors: the model of the pages itself; a logistic regression on short texts alone, which are titles and known anchors with the words of URLs; ' +
        'a naive Bayes on pages; or whichever of these orders held-out short texts best.',
    );

export type CalibrationConfig = z.infer<z.ZodObject<typeof calibrationFields>> & {
  /** `own` when left out. */
  readonly textModel?: TextModel | 'auto';
};

/** As all kinds did before any of it could be set. */
export const USUAL_CALIBRATION: CalibrationConfig = {
  goal: { measure: 'f1' },
  calibration: 'platt',
  otherTopics: false,
  selfTrainedPages: 0,
  learningCurve: false,
};
