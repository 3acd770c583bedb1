import { type CandidateLimit, candidateLimitSchema } from '../candidate-limit.js';
import type { PolicyDefinition } from '../policy.js';
import { StackPolicy } from '../stack-policy.js';

const VERSION = 1;

/** Last in, first out. */
class DepthFirstPolicy extends StackPolicy {
  constructor({ maxCandidates }: CandidateLimit) {
    super({
      name: 'depth-first',
      version: VERSION,
      maxCandidates,
      ranksBy: 'The order in which links were found, the newest first.',
    });
  }

  protected isForStack(): boolean {
    return true;
  }
}

export const depthFirst: PolicyDefinition<CandidateLimit> = {
  name: 'depth-first',
  version: VERSION,
  summary:
    'Follows the newest link first, so that it moves far away from the seeds before it follows their other links.',
  source: 'Lim 2016, section 3.1',
  configSchema: candidateLimitSchema,
  create: (config) => new DepthFirstPolicy(config),
};
