import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { IterativeDeepeningPolicy, VERSION } from './iterative-deepening-policy.js';

/** Deeper than any path of a realistic crawl. */
const DEEPEST = 1_000_000;

const configSchema = z.strictObject({
  depthLimit: z.int().min(1).max(DEEPEST).default(1).describe('Depth limit of the first round, in links from a seed.'),
  increment: z
    .int()
    .min(1)
    .max(DEEPEST)
    .default(1)
    .describe(
      'By how much each round raises the depth limit. 1: the paper. Larger values search each band of depths depth-first.',
    ),
  maxCandidates,
});
export type IterativeDeepeningConfig = z.infer<typeof configSchema>;

export const iterativeDeepening: PolicyDefinition<IterativeDeepeningConfig> = {
  name: 'iterative-deepening',
  version: VERSION,
  summary: 'Depth-first search down to a depth limit. When nothing is left above the limit, the limit grows.',
  source: 'Lim 2016, section 3.3',
  configSchema,
  create: (config) => new IterativeDeepeningPolicy(config),
};
