import type { PolicyDefinition } from '../policy.js';
import { bequeathWeights } from './bequest.js';
import { configSchema, type ProspectorConfig } from './config.js';
import { NAME, ProspectorPolicy, VERSION } from './prospector-policy.js';

export const prospector: PolicyDefinition<ProspectorConfig> = {
  name: NAME,
  version: VERSION,
  summary:
    'Follows the link of highest value. What links are worth was learnt on other webs and is learnt on from each page; while nothing is found it looks at many hosts.',
  source: 'Gleaner; logistic link value with online learning, see its README',
  configSchema,
  // Features and words are the same under all settings.
  priors: { kinds: ['session'], misfit: () => null, bequeath: bequeathWeights },
  create: (config, deps) => new ProspectorPolicy(config, deps),
};
