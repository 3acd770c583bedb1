import type { Candidate, FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Explanation, ObservedStep } from '../policy.js';
import { depthOf, StackPolicy, type StackChoice } from '../stack-policy.js';
import type { IterativeDeepeningConfig } from './config.js';

export const VERSION = 1;

/**
 * Depth-first down to a limit; deeper links go to the reserve, and the limit grows when a link of the reserve is taken.
 */
export class IterativeDeepeningPolicy extends StackPolicy {
  private depthLimit: number;
  private readonly increment: number;
  private round = 1;

  constructor({ maxCandidates, depthLimit, increment }: IterativeDeepeningConfig) {
    const ranksBy = 'The order in which links were found, the newest first, down to a depth limit that grows.';
    super({ name: 'iterative-deepening', version: VERSION, maxCandidates, ranksBy });
    this.depthLimit = depthLimit;
    this.increment = increment;
  }

  override stats(): Readonly<Record<string, number>> {
    return { ...super.stats(), depthLimit: this.depthLimit, round: this.round };
  }

  protected isForStack(_step: ObservedStep, link: Candidate, view: FrontierView): boolean {
    return depthOf(link.source, view) <= this.depthLimit;
  }

  protected override decide(
    _step: number,
    taken: StackChoice,
    _view: FrontierView,
  ): { readonly explanation: Explanation } {
    if (taken.depth > this.depthLimit) {
      // From the depth of the fetched link, not from the limit: with many fetches in flight the stack may be empty only
      // for a moment.
      this.depthLimit = taken.depth + this.increment - 1;
      this.round++;
    }
    return { explanation: this.explanationOf(taken, { depthLimit: this.depthLimit, round: this.round }) };
  }

  protected override saveMore(): Snapshot {
    return { depthLimit: this.depthLimit, round: this.round };
  }

  protected override restoreMore(from: SnapshotReader): void {
    this.depthLimit = from.integer('depthLimit');
    this.round = from.integer('round', { min: 1 });
  }
}
