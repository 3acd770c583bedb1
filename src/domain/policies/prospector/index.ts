import type { PolicyDefinition } from '../policy.js';
import { bequeathWeights } from './bequest.js';
import { configSchema, type ProspectorConfig } from './config.js';
import { NAME, ProspectorPolicy, VERSION } from './prospector-policy.js';

export { creditOf } from './credit.js';
export { type FollowedExample, keptWeights, type LearntWeight, learnWeights } from './learnt-weights.js';

export const prospector: PolicyDefinition<ProspectorConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'Follows the link of highest value. What links are worth was learnt on other webs and is learnt on from each page; while nothing is found it looks at many hosts.',
  source: 'Gleaner; logistic link value with online learning, see its README',
  configSchema,
  heedsObjective: true,
  // Features and words are the same with all settings.
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'link-values',
    spiderOf: ({ spider }) => spider,
    misfit: () => null,
    bequeath: bequeathWeights,
  },
  create: (config, deps) => new ProspectorPolicy(config, deps),
};
