import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { LINK_TEXTS } from '../link-text.js';
import { firstMisfit } from '../misfit.js';
import type { PolicyDefinition } from '../policy.js';
import { AsyncPolicy, transferWeights, VERSION } from './async-policy.js';

const configSchema = z.strictObject({
  levels: z
    .int()
    .min(0)
    .max(50)
    .default(0)
    .describe(
      'Number of equal intervals into which each feature is cut, each with a weight. 0: the features themselves.',
    ),
  learningRate: z.number().positive().max(1).default(0.05).describe('Learning rate α.'),
  discount: z.number().min(0).lt(1).default(0.9).describe('Discount factor γ.'),
  epsilon: z.number().min(0).max(1).default(0.1).describe('Share of the choices that follow any link.'),
  text: z
    .enum(LINK_TEXTS)
    .default('context')
    .describe(
      'Words of a link that are compared with the topic. anchor: the anchor text; anchor+url: also the words of the URL; context: also the words and the heading around the link.',
    ),
  maxCandidates,
});
/** Settings that determine the meaning of a weight. */
const SETTINGS_OF_WEIGHTS = ['levels', 'discount', 'text'] as const;
export type AsyncConfig = z.infer<typeof configSchema>;

export const asyncPolicy: PolicyDefinition<AsyncConfig> = {
  name: 'async',
  version: VERSION,
  summary:
    'Learns linear Q-values from the path to a link and its similarity to the relevant pages, without keywords. The value of a link is computed once, when the link is found.',
  source:
    'Han, Wuillemin, Senellart, Focused Crawling Through Reinforcement Learning (ICWE 2018); TRES, section 3.2, "Async"',
  configSchema,
  priors: {
    kinds: ['session'],
    misfit: (config, learntUnder) => firstMisfit(SETTINGS_OF_WEIGHTS, config, learntUnder),
    transfer: transferWeights,
  },
  needs: () => ({ pageTexts: true }),
  create: (config, deps) => new AsyncPolicy(config, deps.rng, deps.prior),
};
