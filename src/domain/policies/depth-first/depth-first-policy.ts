import { StackPolicy } from '../stack-policy.js';
import type { CandidateLimit } from '../candidate-limit.js';

export const VERSION = 1;

/** Last in, first out. */
export class DepthFirstPolicy extends StackPolicy {
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
