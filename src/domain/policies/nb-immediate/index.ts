import { z } from 'zod';
import { spiderMisfit, spiderShape } from '../nb-future/config.js';
import { transfer, SpiderPolicy, VERSION } from '../nb-future/spider-policy.js';
import type { PolicyDefinition } from '../policy.js';

const NAME = 'nb-immediate';
const configSchema = z.strictObject(spiderShape);
/** Links to targets, and all others. */
const BINS = { bins: 2 } as const;

export const nbImmediate: PolicyDefinition<z.infer<typeof configSchema>> = {
  name: NAME,
  version: VERSION,
  summary:
    'Follows the link whose text is most like that of links to relevant pages. Naive Bayes with two bins. Learns from the session, or is trained in advance.',
  source: 'Rennie and McCallum, Using Reinforcement Learning to Spider the Web Efficiently, section 3 ("RL Immediate")',
  configSchema,
  needs: () => ({ pageTexts: true }),
  priors: {
    kinds: ['spider', 'session'],
    spiderKind: 'links',
    spiderOf: ({ spider }) => spider,
    misfit: (config, learntUnder) => spiderMisfit({ ...config, ...BINS }, learntUnder),
    transfer: (saved, config) => transfer(NAME, saved, { ...config, ...BINS }),
  },
  create: (config, deps) => new SpiderPolicy(NAME, { ...config, ...BINS }, deps),
};
