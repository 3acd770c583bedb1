import { makeReadyFor, sealInPieces, sealSnapshot } from '../domain/base/sealed-snapshot.js';
import { SnapshotRoom } from '../domain/base/snapshot.js';
import type { CrawlState } from '../domain/session/index.js';
import type { Checkpoint } from './crawl-store.js';
import { inPieces } from './in-pieces.js';

/**
 * The state as it is now, and apart from it what its policy has learnt. The state is copied before this returns, which takes a tenth of a second at ten million
 * candidates in memory that was made ready, and many times as long in other memory; the checksum of the copy, which takes longer, lets other work have its turn.
 *
 * @param room where the state is written: it is good until the room is used again
 */
export async function checkpointOf(state: CrawlState, room?: SnapshotRoom): Promise<Checkpoint> {
  const { learning } = state.policy;
  const learnt = learning ? sealSnapshot(learning.learnt()) : null;
  return { state: await inPieces(sealInPieces(state.save(), room)), learnt };
}

/**
 * Gets the memory for a checkpoint of a state like this one, letting other work have its turn. Nothing is read of the state once this has returned.
 *
 * @param room what it holds is given up
 */
export const makeRoomFor = (state: CrawlState, room: SnapshotRoom): Promise<void> =>
  inPieces(makeReadyFor(state.save(), room));

/** A checkpoint of a state that nothing changes meanwhile. */
export async function checkpointAtRest(state: CrawlState, room = new SnapshotRoom()): Promise<Checkpoint> {
  await makeRoomFor(state, room);
  return checkpointOf(state, room);
}
