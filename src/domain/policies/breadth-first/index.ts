import { type CandidateLimit, candidateLimitSchema } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { BreadthFirstPolicy, VERSION } from './breadth-first-policy.js';

export const breadthFirst: PolicyDefinition<CandidateLimit> = {
  name: 'breadth-first',
  version: VERSION,
  summary: 'Follows links in the order in which they were found. The baseline for every focused policy.',
  source: 'Rennie and McCallum 1999, section 4; Lim 2016, section 3.2',
  configSchema: candidateLimitSchema,
  create: (config) => new BreadthFirstPolicy(config),
};
