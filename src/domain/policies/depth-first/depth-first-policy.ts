import { StackPolicy } from '../stack-policy.js';
import type { DepthFirstConfig } from './index.js';

export const VERSION = 1;

/** Last in, first out. */
export class DepthFirstPolicy extends StackPolicy {
  constructor({ maxCandidates }: DepthFirstConfig) {
    super({ name: 'depth-first', version: VERSION, maxCandidates });
  }

  protected isForStack(): boolean {
    return true;
  }
}
