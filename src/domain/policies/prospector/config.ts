import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';

export const configSchema = z.strictObject({
  compared: z
    .int()
    .min(1)
    .max(1_000)
    .default(48)
    .describe(
      'Number of candidates, the best ones, whose values are recomputed at each choice. The best of them is followed.',
    ),
  renewed: z
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe('Number of further candidates whose values are recomputed after each page, in turn.'),
  learningRate: z
    .number()
    .min(0)
    .max(10)
    .default(0.05)
    .describe('Learning rate (AdaGrad) of the weights of features. 0: the weights stay as they were given.'),
  wordLearningRate: z
    .number()
    .min(0)
    .max(10)
    .default(0.1)
    .describe('Learning rate (AdaGrad) of the weights of words. 0: words are left out.'),
  hubWeight: z
    .number()
    .min(0)
    .max(10)
    .default(0.3)
    .describe(
      'Weight of the expected chance of the best new links on a page, relative to the chance that the page itself is relevant.',
    ),
  shallowFirst: z
    .number()
    .min(0)
    .max(10)
    .default(0.25)
    .describe(
      'Bonus on the value of the shortest URLs while the session finds nothing. It vanishes as the harvest rate rises. 0: no bonus.',
    ),
  patience: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(3)
    .describe(
      'Number of consecutive irrelevant pages of a host after which the value of its links is halved, and halved again after as many more. A relevant page ends this. While the session finds nothing for 50 to 200 pages, it takes up to four times as many. 0: never.',
    ),
  spider: z
    .uuid()
    .nullable()
    .default(null)
    .describe(
      'A trained spider of the kind link-values: weights to begin with in place of the shipped ones, learnt from earlier sessions of any topic.',
    ),
  maxCandidates,
});
export type ProspectorConfig = z.infer<typeof configSchema>;
