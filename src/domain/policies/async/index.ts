import { firstMisfit } from '../policy-snapshot.js';
import type { PolicyDefinition } from '../policy.js';
import { type AsyncConfig, configSchema } from './config.js';
import { AsyncPolicy, transferWeights, VERSION } from './async-policy.js';

/** Settings that determine the meaning of a weight. */
const SETTINGS_OF_WEIGHTS = ['levels', 'discount', 'text'] as const;

export const asyncPolicy: PolicyDefinition<AsyncConfig> = {
  name: 'async',
  version: VERSION,
  summary:
    'Learns linear Q-values from the path to a link and its similarity to the relevant pages, without keywords. The value of a link is computed once, when the link is found.',
  source:
    'Han, Wuillemin, Senellart, Focused Crawling Through Reinforcement Learning (ICWE 2018); TRES, section 3.2, "Async"',
  configSchema,
  priors: {
    kinds: ['session'],
    misfit: (config, learntUnder) => firstMisfit(SETTINGS_OF_WEIGHTS, config, learntUnder),
    transfer: transferWeights,
  },
  needs: () => ({ pageTexts: true }),
  create: (config, deps) => new AsyncPolicy(config, deps.rng, deps.prior),
};
