import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { BeamPolicy, transferWeights, VERSION } from './beam-policy.js';

const DEFAULT_WIDTH = 1_000;
/** The whole beam is scored in each step, so its width determines the time of a step. */
const MAX_WIDTH = 20_000;

const configSchema = z.strictObject({
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

export const beam: PolicyDefinition<BeamConfig> = {
  name: 'beam',
  version: VERSION,
  summary:
    'Keeps a frontier of fixed size with the best URLs, as a classifier on features of the URL predicts them that learns while it crawls.',
  source: 'Lim 2016, sections 3.4, 5.2.4 and 9.2',
  configSchema,
  // The features of a URL are the same with all settings.
  priors: { kinds: ['session'], misfit: () => null, transfer: transferWeights },
  forgets: () => true,
  create: (config, deps) => new BeamPolicy(config, deps.scoreText, deps.prior),
};
