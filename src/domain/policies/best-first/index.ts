import type { PolicyDefinition } from '../policy.js';
import { type BestFirstConfig, configSchema } from './config.js';
import { BestFirstPolicy, VERSION } from './best-first-policy.js';

export const bestFirst: PolicyDefinition<BestFirstConfig> = {
  name: 'best-first',
  version: VERSION,
  summary:
    'Follows the link whose text has the highest probability in the relevance model. Does not learn while it crawls.',
  source: 'Best-first search on link text: the asynchronous baselines of TRES, section 3.2, without learning',
  configSchema,
  create: (config, deps) => new BestFirstPolicy(config, deps.scoreText),
};
