import type { PolicyDefinition } from '../policy.js';
import { type BeamConfig, configSchema } from './config.js';
import { BeamPolicy, transferWeights, VERSION } from './beam-policy.js';

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
