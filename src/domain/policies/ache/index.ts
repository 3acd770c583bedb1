import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { transferLinks } from './transfer.js';
import { AchePolicy, VERSION } from './ache-policy.js';

/**
 * Pages between two trainings: the program's 500 for long crawls, and a tenth of the budget for short ones, within
 * these bounds.
 */
const SHARE_OF_BUDGET = 1 / 10;
const SHORTEST_INTERVAL = 25;
const PROGRAM_INTERVAL = 500;

const configSchema = z.strictObject({
  focus: z
    .enum(['soft', 'hard'])
    .default('soft')
    .describe(
      'The links that are followed. hard: only those on relevant pages and on seeds; soft: all. With few seeds a hard focus runs out of links.',
    ),
  online: z
    .boolean()
    .default(true)
    .describe(
      'true: learn a classifier of links while crawling. false: the priority of a link is the probability of the page it stands on, or with startFrom the output of the classifier of the other session.',
    ),
  learnEvery: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe(
      'Number of pages between two trainings of the classifier. Program: 500. If not given: a tenth of the budget, at least 25 and at most 500.',
    ),
  maxCandidates,
});
export type AcheConfig = z.infer<typeof configSchema>;

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
