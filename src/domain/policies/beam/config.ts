import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';

const DEFAULT_WIDTH = 1_000;
/** The whole beam is scored in each step, so its width determines the time of a step. */
const MAX_WIDTH = 20_000;

export const configSchema = z.strictObject({
  width: z
    .int()
    .min(1)
    .max(MAX_WIDTH)
    .default(DEFAULT_WIDTH)
    .describe('Number of URLs that the frontier keeps after each page. The others are forgotten.'),
  learningRate: z
    .number()
    .min(0)
    .max(10)
    .default(0.1)
    .describe('Learning rate of the URL classifier (AdaGrad). 0: it keeps the weights it begins with.'),
  maxCandidates,
});
export type BeamConfig = z.infer<typeof configSchema>;
