import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { linkTextSchema } from '../link-text.js';
import { modifiedDfsShape } from '../modified-dfs/index.js';
import { firstMisfit } from '../misfit.js';
import type { PolicyDefinition } from '../policy.js';
import { transferTable, SkipParsePolicy, VERSION } from './skip-parse-policy.js';

/** Lim 2016, 5.2.1: "decided via observation". */
const RELEVANCE = 2 / 3;

const configSchema = z.strictObject({
  algorithm: z
    .enum(['q-learning', 'policy-iteration'])
    .default('q-learning')
    .describe(
      'How it decides whether the links of a page are read. q-learning: it learns while it crawls; policy-iteration: as the paper computes it, which is never, so that the crawl ends after the seeds.',
    ),
  relevance: z
    .number()
    .min(0)
    .max(1)
    .default(RELEVANCE)
    .describe(
      'Threshold from which the mean relevance of a host, and the probability of the words of a link, count as relevant.',
    ),
  learningRate: z.number().gt(0).max(1).default(0.1).describe('α of Q-learning.'),
  discount: z.number().min(0).max(0.999).default(0.5).describe('γ of Q-learning and of policy iteration.'),
  exploration: z.number().min(0).max(1).default(0.1).describe('ε of Q-learning: share of random decisions.'),
  minCandidates: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(100)
    .describe('Q-learning reads the links of every page while fewer candidates than this are left.'),
  text: linkTextSchema,
  ...modifiedDfsShape,
  maxCandidates,
});
/** Settings that determine the meaning of a state and its value. */
const SETTINGS_OF_VALUES = ['algorithm', 'relevance', 'discount', 'text'] as const;
export type SkipParseConfig = z.infer<typeof configSchema>;

export const skipParse: PolicyDefinition<SkipParseConfig> = {
  name: 'skip-parse',
  version: VERSION,
  summary:
    'Modified depth-first search that decides for each URL whether the links of its page are read, in 16 states, by Q-learning or policy iteration.',
  source: 'Lim 2016, sections 4.3, 5.2, 7.3.2 and 9.1',
  configSchema,
  priors: {
    kinds: ['session'],
    misfit: (config, learntUnder) => firstMisfit(SETTINGS_OF_VALUES, config, learntUnder),
    transfer: transferTable,
  },
  create: (config, deps) => new SkipParsePolicy(config, deps),
};
