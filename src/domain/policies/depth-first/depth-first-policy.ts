import { StackPolicy } from '../stack-policy.js';
import type { DepthFirstConfig } from './index.js';

export const VERSION = 1;

/** Last in, first out. */
export class DepthFirstPolicy extends StackPolicy {
  constructor({ maxCandidates }: DepthFirstConfig) {
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
