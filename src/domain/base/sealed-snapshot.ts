import { crc32 } from './crc32.js';
import { decodeSnapshot, encodedBytes, encodeSnapshot, type Snapshot, type SnapshotRoom } from './snapshot.js';

const MAGIC = 0x504b4347; // "GCKP"
/** Raised when the header below or the encoding of snapshots changes. */
const FORMAT = 1;
/** Magic, format, bytes in all as two words, checksum of all the rest, 4 bytes of nothing: then the snapshot, aligned to 8 bytes. */
const HEADER_BYTES = 24;
const LENGTH_AT = 8;
const CHECKSUM_AT = 16;
const WORD = 0x1_0000_0000;

/** Bytes whose checksum is made in one go: some milliseconds. */
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

/** An encoded snapshot that tells whether it is whole: for what may be damaged where it is kept, and can be made again. */
export const sealSnapshot = (snapshot: Snapshot): Uint8Array => atOnce(sealInPieces(snapshot));

/**
 * The same in pieces. With the first of them the snapshot is copied: from then on what it was taken from may change.
 *
 * @param room where it is written; what it holds is good until the room is taken again
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

/** Gets the memory in which a snapshot like this one can be sealed, in pieces: see `SnapshotRoom`. Nothing is copied. */
export const makeReadyFor = (snapshot: Snapshot, room: SnapshotRoom): Generator<void, void> =>
  room.makeReady(HEADER_BYTES + encodedBytes(snapshot));

/** @throws RangeError when the bytes are not, to the last bit, what `sealSnapshot` of this format has made */
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
