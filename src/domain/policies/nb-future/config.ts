import { z } from 'zod';
import { BIN_COUNTS, ESTIMATION, MAX_DISCOUNT, SPIDER_TEXTS, type SpiderSettings } from '../../spiders/index.js';
import { maxCandidates } from '../candidate-limit.js';
import type { Misfit } from '../policy.js';

/** Settings of both spiders. */
export const spiderShape = {
  text: z
    .enum(SPIDER_TEXTS)
    .default('related')
    .describe(
      'Words from which a link is valued. related: title and headings of the page, the anchor text, the words of the URL, the words around the link; full-page: the text of the page, and anchor text and URL together.',
    ),
  discount: z
    .number()
    .positive()
    .max(MAX_DISCOUNT)
    .default(MAX_DISCOUNT)
    .describe('Discount factor γ of later rewards. Paper: 0.5.'),
  vocabulary: z
    .int()
    .min(10)
    .max(60_000)
    .default(ESTIMATION.vocabulary)
    .describe(
      'Number of words used per field: those with the highest information gain about the bins. Paper: all, which is 60000.',
    ),
  lengthExponent: z
    .number()
    .min(0)
    .max(1)
    .default(ESTIMATION.lengthExponent)
    .describe(
      'k: the sum over the n counted words of a field is divided by n^k, so that long texts do not dominate and few probabilities are 0 or 1. 0: naive Bayes as in the paper; 1: the mean word.',
    ),
  spider: z
    .uuid()
    .nullable()
    .default(null)
    .describe('A trained spider to begin with. It must have been trained with the same bins, text and discount.'),
  learn: z
    .boolean()
    .default(true)
    .describe(
      'Learn from the session itself. With a spider or startFrom, what is learnt is added. false, with a spider: as in the paper.',
    ),
  learnEvery: z
    .int()
    .min(1)
    .max(100_000)
    .default(50)
    .describe('Number of steps between two trainings. A tenth of the steps so far if that is more.'),
  window: z
    .int()
    .min(10)
    .max(20_000)
    .default(2_000)
    .describe('Number of latest pages to learn from. Links of older pages keep their values.'),
  maxCandidates,
};

/** Settings of `nb-future`. */
export const nbFutureSchema = z.strictObject({
  bins: z
    .literal(BIN_COUNTS.filter((bins) => bins !== 2))
    .default(4)
    .describe('Number of bins of values: immediate reward, reward after two steps and so on, and all others.'),
  ...spiderShape,
});
export type SpiderPolicyConfig =
  z.infer<typeof nbFutureSchema> | (z.infer<z.ZodObject<typeof spiderShape>> & { bins: 2 });

export const settingsOf = ({ bins, text, discount }: SpiderSettings): SpiderSettings => ({ bins, text, discount });

/**
 * The first setting that differs from those of the learning. Missing settings are compared as those of a policy without
 * them.
 */
export function spiderMisfit(config: SpiderSettings, learntUnder: Readonly<Record<string, unknown>>): Misfit | null {
  for (const setting of ['bins', 'text', 'discount'] as const) {
    const there = learntUnder[setting] ?? config[setting];
    if (there !== config[setting]) return { setting, here: config[setting], there };
  }
  return null;
}
