import { crc32 } from './crc32.js';
import { decodeSnapshot, encodedBytes, encodeSnapshot, type Snapshot, type SnapshotRoom } from './snapshot.js';

const MAGIC = 0x504b4347; // "GCKP"
/** Increased when the header below or the encoding of snapshots changes. */
const FORMAT = 1;
/**
 * Magic, format, total bytes as two words, checksum of everything else, 4 unused bytes; then the snapshot, aligned to 8
 * bytes.
 */
const HEADER_BYTES = 24;
const LENGTH_AT = 8;
const CHECKSUM_AT = 16;
const WORD = 0x1_0000_0000;

/** Bytes per step of the checksum: some milliseconds. */
const PIECE_BYTES = 4 * 1024 * 1024;

function* checksumInPieces(bytes: Uint8Array): Generator<void, number> {
  let checksum = crc32(bytes.subarray(0, CHECKSUM_AT));
  for (let at = CHECKSUM_AT + 4; at < bytes.length; at += PIECE_BYTES) {
    if (at > CHECKSUM_AT + 4) yield;
    checksum = crc32(bytes.subarray(at, at + PIECE_BYTES), checksum);
  }
  return checksum;
}

function atOnce<T>(pieces: Generator<void, T>): T {
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}

/** Encodes a snapshot so that damage is detected: for storage that may damage snapshots, which can be recomputed. */
export const sealSnapshot = (snapshot: Snapshot): Uint8Array => atOnce(sealInPieces(snapshot));

/**
 * The same in steps. The first step copies the snapshot: afterwards its source may change.
 *
 * @param room memory for the result; the result is valid until the room is used again
 */
export function* sealInPieces(snapshot: Snapshot, room?: SnapshotRoom): Generator<void, Uint8Array> {
  const bytes = encodeSnapshot(snapshot, HEADER_BYTES, room);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT, true);
  view.setUint32(LENGTH_AT, bytes.length % WORD, true);
  view.setUint32(LENGTH_AT + 4, Math.floor(bytes.length / WORD), true);
  view.setUint32(CHECKSUM_AT + 4, 0, true);
  view.setUint32(CHECKSUM_AT, yield* checksumInPieces(bytes), true);
  return bytes;
}

/** Prepares the memory for sealing a snapshot of this size, in steps: see `SnapshotRoom`. Copies nothing. */
export const makeReadyFor = (snapshot: Snapshot, room: SnapshotRoom): Generator<void, void> =>
  room.makeReady(HEADER_BYTES + encodedBytes(snapshot));

/** @throws RangeError if the bytes are not exactly the output of `sealSnapshot` in this format */
export function openSnapshot(bytes: Uint8Array): Snapshot {
  if (bytes.length < HEADER_BYTES) throw new RangeError(`only ${bytes.length} bytes, too few for a header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new RangeError('no header of a checkpoint');
  const format = view.getUint32(4, true);
  if (format !== FORMAT) throw new RangeError(`format ${format}, expected ${FORMAT}`);
  const length = view.getUint32(LENGTH_AT, true) + view.getUint32(LENGTH_AT + 4, true) * WORD;
  if (length !== bytes.length) throw new RangeError(`${bytes.length} bytes where there should be ${length}`);
  if (view.getUint32(CHECKSUM_AT, true) !== atOnce(checksumInPieces(bytes)))
    throw new RangeError('the checksum does not match');
  return decodeSnapshot(bytes.subarray(HEADER_BYTES));
}
