import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { linkTextSchema } from '../link-text.js';
import { modifiedDfsShape } from '../modified-dfs/config.js';

/** Lim 2016, 5.2.1: "decided via observation". */
const RELEVANCE = 2 / 3;

export const configSchema = z.strictObject({
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
export type SkipParseConfig = z.infer<typeof configSchema>;
