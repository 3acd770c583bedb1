import type { PolicyDefinition } from '../policy.js';
import { transferWeights } from './transfer.js';
import { configSchema, type ProspectorConfig } from './config.js';
import { NAME, ProspectorPolicy, VERSION } from './prospector-policy.js';

export { creditOf } from './credit.js';
export { type FollowedExample, keptWeights, type LearntWeight, learnWeights } from './learnt-weights.js';

export const prospector: PolicyDefinition<ProspectorConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'Follows the link with the highest value. The values of links were learned on other webs and are updated by each page; while nothing is found, many hosts are tried.',
  source: 'Gleaner; logistic link value with online learning, see its README',
  configSchema,
  heedsObjective: true,
  // Features and words are the same with all settings.
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'link-values',
    spiderOf: ({ spider }) => spider,
    misfit: () => null,
    transfer: transferWeights,
  },
  create: (config, deps) => new ProspectorPolicy(config, deps),
};
