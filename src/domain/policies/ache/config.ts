import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';

export const configSchema = z.strictObject({
  focus: z
    .enum(['soft', 'hard'])
    .default('soft')
    .describe(
      'The links that are followed. hard: only those on relevant pages and on seeds; soft: all. With few seeds a hard focus runs out of links.',
    ),
  online: z
    .boolean()
    .default(true)
    .describe(
      'true: learn a classifier of links while crawling. false: the priority of a link is the probability of the page it stands on, or with startFrom the output of the classifier of the other session.',
    ),
  learnEvery: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe(
      'Number of pages between two trainings of the classifier. Program: 500. If not given: a tenth of the budget, at least 25 and at most 500.',
    ),
  maxCandidates,
});
export type AcheConfig = z.infer<typeof configSchema>;
