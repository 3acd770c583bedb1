import { type CandidateLimit, candidateLimitSchema } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { RandomPolicy, VERSION } from './random-policy.js';

export const random: PolicyDefinition<CandidateLimit> = {
  name: 'random',
  version: VERSION,
  summary:
    'Follows a link drawn uniformly from all found links. This baseline shows the effect of the structure of the web without any focus.',
  source: 'TRES, section 3.2, baseline "Random"',
  configSchema: candidateLimitSchema,
  create: (config, deps) => new RandomPolicy(config, deps.rng),
};
