import { firstMisfit } from '../policy-snapshot.js';
import type { PolicyDefinition } from '../policy.js';
import { type SkipParseConfig, configSchema } from './config.js';
import { transferTable, SkipParsePolicy, VERSION } from './skip-parse-policy.js';

/** Settings that determine the meaning of a state and its value. */
const SETTINGS_OF_VALUES = ['algorithm', 'relevance', 'discount', 'text'] as const;

export const skipParse: PolicyDefinition<SkipParseConfig> = {
  name: 'skip-parse',
  version: VERSION,
  summary:
    'Modified depth-first search that decides for each URL whether the links of its page are read, in 16 states, by Q-learning or policy iteration.',
  source: 'Lim 2016, sections 4.3, 5.2, 7.3.2 and 9.1',
  configSchema,
  priors: {
    kinds: ['session'],
    misfit: (config, learntUnder) => firstMisfit(SETTINGS_OF_VALUES, config, learntUnder),
    transfer: transferTable,
  },
  create: (config, deps) => new SkipParsePolicy(config, deps),
};
