import { type CandidateLimit, candidateLimitSchema } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { OptimalPolicy, VERSION } from './optimal-policy.js';

export const optimal: PolicyDefinition<CandidateLimit> = {
  name: 'optimal',
  version: VERSION,
  summary:
    'Walks to the relevant page nearest to the frontier. It knows the whole web, so it runs only on recorded and synthetic webs: an upper bound for crawls.',
  source: 'Rennie and McCallum 1999, sections 2.3 and 4, "optimal"',
  configSchema: candidateLimitSchema,
  needs: () => ({ graph: true }),
  create: (config, deps) => {
    if (deps.web === undefined)
      throw new RangeError('policy optimal knows the whole web: it only runs on recorded and synthetic webs');
    return new OptimalPolicy(config, deps.web, deps);
  },
};
