import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { LINK_TEXTS } from '../link-text.js';

export const configSchema = z.strictObject({
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
export type AsyncConfig = z.infer<typeof configSchema>;
