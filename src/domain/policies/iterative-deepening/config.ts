import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';

/** Deeper than any path of a realistic crawl. */
const DEEPEST = 1_000_000;

export const configSchema = z.strictObject({
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
