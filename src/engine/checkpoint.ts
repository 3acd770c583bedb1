import { sealInPieces, sealSnapshot } from '../domain/base/sealed-snapshot.js';
import type { SnapshotRoom } from '../domain/base/snapshot.js';
import type { CrawlState } from '../domain/session/index.js';
import type { Checkpoint } from './crawl-store.js';
import { inPieces } from './in-pieces.js';

/**
 * The state as it is now, and apart from it what its policy has learnt. The state is copied before this returns, which takes a tenth of a second at ten million
 * candidates; the checksum of the copy, which takes longer, lets other work have its turn.
 *
 * @param room where the state is written: it is good until the room is used again
 */
export async function checkpointOf(state: CrawlState, room?: SnapshotRoom): Promise<Checkpoint> {
  const { learning } = state.policy;
  const learnt = learning ? sealSnapshot(learning.learnt()) : null;
  return { state: await inPieces(sealInPieces(state.save(), room)), learnt };
}
