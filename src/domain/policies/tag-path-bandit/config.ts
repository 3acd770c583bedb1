import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { linkTextSchema } from '../link-text.js';

export const configSchema = z.strictObject({
  exploration: z
    .number()
    .min(0)
    .max(1_000)
    .default(0.5)
    .describe(
      'α: the weight of the exploration term α·√(ln t / n) of an arm. 2.83 (2√2) is the value of the paper, whose rewards are numbers of targets and not at most 1.',
    ),
  similarity: z
    .number()
    .min(0)
    .max(1)
    .default(0.75)
    .describe('Minimum cosine similarity of a tag path to the centroid of an arm that it joins. Program: 0.75.'),
  ngram: z.int().min(1).max(5).default(2).describe('Number of parts of a tag path in one term. Program: 2.'),
  hashBits: z
    .int()
    .min(4)
    .max(16)
    .default(12)
    .describe('m: tag paths are hashed into vectors of 2^m numbers. Program: 12.'),
  maxArms: z
    .int()
    .min(1)
    .max(5_000)
    .default(500)
    .describe('Maximum number of arms. When it is reached, a new tag path joins the nearest arm.'),
  link: z
    .enum(['random', 'best'])
    .default('best')
    .describe(
      'Choice of the link within the chosen arm. best: the one whose text is most probably relevant; random: any, as in the paper.',
    ),
  reward: z
    .enum(['page', 'linked'])
    .default('page')
    .describe(
      'Reward of an arm. page: the reward of the fetched page. linked: also 1 for each new relevant page reached through the links of this page, as the paper counts new targets.',
    ),
  text: linkTextSchema,
  carriedPulls: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(10)
    .describe(
      'With startFrom: largest weight of the results of the other session for an arm, in pulls. 0: only the arms themselves are taken over.',
    ),
  maxCandidates,
});
export type TagPathBanditConfig = z.infer<typeof configSchema>;
