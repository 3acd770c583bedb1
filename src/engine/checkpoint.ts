import { sealSnapshot } from '../domain/base/sealed-snapshot.js';
import type { CrawlState } from '../domain/session/index.js';
import type { Checkpoint } from './crawl-store.js';

/** The state as it is now, and apart from it what its policy has learnt. */
export function checkpointOf(state: CrawlState): Checkpoint {
  const { learning } = state.policy;
  return { state: sealSnapshot(state.save()), learnt: learning ? sealSnapshot(learning.learnt()) : null };
}
