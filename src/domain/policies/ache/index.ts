import type { PolicyDefinition } from '../policy.js';
import { type AcheConfig, configSchema } from './config.js';
import { transferLinks } from './transfer.js';
import { AchePolicy, VERSION } from './ache-policy.js';

/**
 * Pages between two trainings: the program's 500 for long crawls, and a tenth of the budget for short ones, within
 * these bounds.
 */
const SHARE_OF_BUDGET = 1 / 10;
const SHORTEST_INTERVAL = 25;
const PROGRAM_INTERVAL = 500;

export const ache: PolicyDefinition<AcheConfig> = {
  name: 'ache',
  version: VERSION,
  summary:
    'Visits domains in turn, the longest not visited first, and follows the best link of each. A classifier of links learns during the crawl.',
  source:
    'Barbosa and Freire, An Adaptive Crawler for Locating Hidden-Web Entry Points (WWW 2007) and the public program ACHE; baseline of TRES, section 3.2',
  configSchema,
  // The words of a link and the classifier are the same with all settings.
  priors: { kinds: ['session'], misfit: () => null, transfer: transferLinks },
  forgets: ({ focus }) => focus === 'hard',
  create: (config, deps) => {
    const share = Math.round(deps.budget * SHARE_OF_BUDGET);
    const fitted = Math.max(SHORTEST_INTERVAL, Math.min(PROGRAM_INTERVAL, share));
    return new AchePolicy(config, config.learnEvery ?? fitted, deps.rng, deps.prior);
  },
};
