import type { PolicyDefinition } from '../policy.js';
import { nbFutureSchema, type SpiderPolicyConfig, spiderMisfit } from './config.js';
import { transfer, SpiderPolicy, VERSION } from './spider-policy.js';
import type { z } from 'zod';

const NAME = 'nb-future';

export const nbFuture: PolicyDefinition<z.infer<typeof nbFutureSchema>> = {
  name: NAME,
  version: VERSION,
  summary:
    'Follows the link whose text promises the most reward, at once or later. Naive Bayes sorts links into bins by discounted future reward. Learns from the session, or is trained in advance.',
  source:
    'Rennie and McCallum, Using Reinforcement Learning to Spider the Web Efficiently, sections 2.3-3 ("RL Future")',
  configSchema: nbFutureSchema,
  needs: () => ({ pageTexts: true }),
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'links',
    spiderOf: ({ spider }) => spider,
    misfit: spiderMisfit,
    transfer: (saved, config) => transfer(NAME, saved, config),
  },
  create: (config, deps) => new SpiderPolicy(NAME, config satisfies SpiderPolicyConfig, deps),
};
