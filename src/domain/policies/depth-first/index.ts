import { type CandidateLimit, candidateLimitSchema } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { DepthFirstPolicy, VERSION } from './depth-first-policy.js';

export const depthFirst: PolicyDefinition<CandidateLimit> = {
  name: 'depth-first',
  version: VERSION,
  summary:
    'Follows the newest link first, so that it moves far away from the seeds before it follows their other links.',
  source: 'Lim 2016, section 3.1',
  configSchema: candidateLimitSchema,
  create: (config) => new DepthFirstPolicy(config),
};
