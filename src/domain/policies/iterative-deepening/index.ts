import type { PolicyDefinition } from '../policy.js';
import { type IterativeDeepeningConfig, configSchema } from './config.js';
import { IterativeDeepeningPolicy, VERSION } from './iterative-deepening-policy.js';

export const iterativeDeepening: PolicyDefinition<IterativeDeepeningConfig> = {
  name: 'iterative-deepening',
  version: VERSION,
  summary: 'Depth-first search down to a depth limit. When nothing is left above the limit, the limit grows.',
  source: 'Lim 2016, section 3.3',
  configSchema,
  create: (config) => new IterativeDeepeningPolicy(config),
};
