import { openSnapshot } from '../domain/base/sealed-snapshot.js';
import type { SkippableLearning } from '../domain/policies/index.js';
import type { CrawlState } from '../domain/session/index.js';
import type { CrawlStore, StoredCrawl } from './crawl-store.js';

/**
 * Lets a replay skip the learning where snapshots of the learned state are stored beside the log: training a network
 * again takes longer than everything else.
 *
 * Damaged snapshots are passed over; without any the policy learns again, step by step.
 */
export class SkippedLearning {
  private constructor(
    private readonly learning: SkippableLearning | null,
    private readonly until: number,
  ) {}

  /** For a replay that begins with this state. */
  static async of(state: CrawlState, store: CrawlStore, stored: StoredCrawl): Promise<SkippedLearning> {
    const learning = state.policy.learning ?? null;
    if (learning) {
      for (const completed of stored.learnt) {
        // A state learned before the change of the model belongs to another history.
        if (completed <= state.completed || completed < stored.relearnt || completed > stored.completed) continue;
        const sealed = await store.learnt(completed);
        if (sealed && canSkip(learning, sealed)) return new SkippedLearning(learning, completed);
      }
    }
    return new SkippedLearning(null, 0);
  }

  /** Whether the policy already has the learned state of a later step: no checkpoint may be made of such a state. */
  isUnderWay(state: CrawlState): boolean {
    return this.learning !== null && state.completed < this.until;
  }

  /** Called after each step of the replay. */
  replayed(state: CrawlState): void {
    if (state.completed === this.until) this.learning?.resume();
  }
}

function canSkip(learning: SkippableLearning, sealed: Uint8Array): boolean {
  try {
    learning.skipTo(openSnapshot(sealed));
    return true;
  } catch {
    return false;
  }
}
