import { firstMisfit } from '../policy-snapshot.js';
import type { PolicyDefinition } from '../policy.js';
import { type TagPathBanditConfig, configSchema } from './config.js';
import { transferArms } from './transfer.js';
import { TagPathBandit, VERSION } from './tag-path-bandit.js';

/** Settings that determine the meaning of an arm and its mean reward. */
const SETTINGS_OF_ARMS = ['ngram', 'hashBits', 'similarity', 'reward'] as const;

export const tagPathBandit: PolicyDefinition<TagPathBanditConfig> = {
  name: 'tag-path-bandit',
  version: VERSION,
  summary:
    'Groups links by their position on the page, and learns which groups lead to relevant pages. A sleeping bandit chooses the group.',
  source:
    'Gauquier, Manolescu, Senellart, Efficient Crawling for Scalable Web Data Acquisition (SB-CLASSIFIER); AUER: Kleinberg, Niculescu-Mizil, Sharma 2010',
  configSchema,
  priors: {
    kinds: ['session'],
    misfit: (config, learntUnder) => firstMisfit(SETTINGS_OF_ARMS, config, learntUnder),
    transfer: (saved, { hashBits }) => transferArms(saved, hashBits),
  },
  create: (config, deps) => new TagPathBandit(config, deps.rng, deps.scoreText, deps.prior),
};
