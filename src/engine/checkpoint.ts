import { makeReadyFor, sealInPieces, sealSnapshot } from '../domain/base/sealed-snapshot.js';
import { SnapshotRoom } from '../domain/base/snapshot.js';
import type { CrawlState } from '../domain/session/index.js';
import type { Checkpoint } from './crawl-store.js';
import { inPieces } from './pace.js';

/**
 * A checkpoint of the current state, with the policy's learned state as a separate part. The state is copied before
 * this returns: a tenth of a second for ten million candidates in prepared memory, and many times as long otherwise.
 * Computing the checksum takes longer and yields to the event loop.
 *
 * @param room memory that the checkpoint is written into; the checkpoint is valid until the room is used again
 */
export async function checkpointOf(state: CrawlState, room?: SnapshotRoom): Promise<Checkpoint> {
  const { learning } = state.policy;
  const learnt = learning ? sealSnapshot(learning.learnt()) : null;
  return { state: await inPieces(sealInPieces(state.save(), room)), learnt };
}

/**
 * Prepares the memory for a checkpoint of a state of this size, yielding to the event loop. Reads the state only before
 * it returns.
 *
 * @param room its present content is discarded
 */
export const makeRoomFor = (state: CrawlState, room: SnapshotRoom): Promise<void> =>
  inPieces(makeReadyFor(state.save(), room));

/** A checkpoint of a state that does not change meanwhile. */
export async function checkpointAtRest(state: CrawlState, room = new SnapshotRoom()): Promise<Checkpoint> {
  await makeRoomFor(state, room);
  return checkpointOf(state, room);
}
