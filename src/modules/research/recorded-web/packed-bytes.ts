import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { startOfMember } from '../../fetch/fetching/plain.js';

/** Unpacked bytes per piece: larger ones save no time. */
const PIECE_BYTES = 256 * 1024;
/** Packed bytes read at a time: the output of a damaged piece before the damage is lost. */
const READ_BYTES = 16 * 1024;
const MEMBER_START = Buffer.from([0x1f, 0x8b, 8]);
/** An unpacked file may follow a packed one. */
const PLAIN_START = 'WARC/';
/** Checksum and length after each member. */
const TRAILER_BYTES = 8;
/** Records begin on a line of their own, behind damage too. */
const LINE_END = Buffer.from('\r\n');

/** A file, or a part of one. */
export interface Stretch {
  readonly path: string;
  readonly start: number;
  /** Of the first byte behind it; infinite up to the end of the file. */
  readonly end: number;
}

/** Its bytes as they are. */
export const bytesOf = ({ path, start, end }: Stretch, highWaterMark: number): ReadStream =>
  createReadStream(path, { start, end: end - 1, highWaterMark });

/**
 * The unpacked bytes of a gzip file, one member or many. A file that breaks off ends with its last bytes. A damaged
 * member damages no other.
 *
 * @param onDamage called for each place where data was skipped
 */
export async function* unpackedBytes(packed: Stretch, onDamage: () => void): AsyncGenerator<Buffer> {
  const unpacker = createGunzip({ chunkSize: PIECE_BYTES });
  // An error of either stream destroys both and surfaces here.
  pipeline(bytesOf(packed, READ_BYTES), unpacker, () => undefined);
  let sent = 0;
  try {
    for await (const bytes of unpacker as AsyncIterable<Buffer>) {
      yield bytes;
      sent += bytes.length;
    }
    const { size } = await stat(packed.path);
    if (unpacker.bytesWritten >= Math.min(packed.end, size) - packed.start) return;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') return;
    if (!code.startsWith('Z_')) throw error;
  }
  for await (const bytes of unpackedMembers(packed, onDamage)) {
    if (bytes.length > sent) yield bytes.subarray(sent);
    sent = Math.max(0, sent - bytes.length);
  }
}

/**
 * The same, member by member, which takes longer: Node's decoder of whole files drops output together with the damage
 * behind it, and everything after that.
 */
async function* unpackedMembers({ path, start: from, end: to }: Stretch, onDamage: () => void): AsyncGenerator<Buffer> {
  const opened = await open(path);
  const file: Bounded = { file: opened, to };
  try {
    for (let at: number | null = from; at !== null;) {
      const start = startOfMember(await readAt(file, at), 0);
      const end: MemberEnd = start === null ? 'damaged' : yield* unpackedMember(file, at + start);
      if (end === 'cut') return;
      const next = end === 'damaged' ? null : await readAt(file, end);
      if (next?.length === 0) return;
      if (end !== 'damaged' && next !== null && startOfMember(next, 0) !== null) {
        at = end;
        continue;
      }
      if (end !== 'damaged' && next !== null && next.toString('latin1', 0, PLAIN_START.length) === PLAIN_START) {
        yield* bytesOf({ path, start: end, end: to }, PIECE_BYTES) as AsyncIterable<Buffer>;
        return;
      }
      // Zeros are padding.
      if (next?.[0] !== 0) onDamage();
      yield LINE_END;
      // The decoder may have taken other members for data.
      at = await nextMember(file, at + 1);
    }
  } finally {
    await opened.close();
  }
}

/** Offset of the first byte after it; or why there is none. */
type MemberEnd = number | 'damaged' | 'cut';

/** @param from offset of its compressed data */
async function* unpackedMember(file: Bounded, from: number): AsyncGenerator<Buffer, MemberEnd> {
  const decoder = createInflateRaw({ chunkSize: PIECE_BYTES });
  const pieces: Buffer[] = [];
  let isDamaged = false;
  let size = 0;
  const failed = new Promise<void>((resolve) => {
    decoder.on('error', () => {
      isDamaged = true;
      resolve();
    });
  });
  decoder.on('data', (piece: Buffer) => pieces.push(piece));
  try {
    for (let at = from; ;) {
      const packed = await readAt(file, at);
      if (packed.length === 0) return 'cut';
      await Promise.race([failed, new Promise((resolve) => decoder.write(packed, resolve))]);
      await breathe();
      for (const piece of pieces.splice(0)) {
        size += piece.length;
        yield piece;
      }
      if (isDamaged) return 'damaged';
      at += packed.length;
      const end = from + decoder.bytesWritten;
      if (end === at) continue;
      const trailer = await readAt(file, end);
      const isWhole = trailer.length < TRAILER_BYTES || trailer.readUInt32LE(TRAILER_BYTES - 4) === size % 2 ** 32;
      return isWhole ? end + TRAILER_BYTES : 'damaged';
    }
  } finally {
    decoder.destroy();
  }
}

async function nextMember(file: Bounded, from: number): Promise<number | null> {
  for (let at = from; ; at += READ_BYTES - MEMBER_START.length) {
    const bytes = await readAt(file, at);
    const found = bytes.indexOf(MEMBER_START);
    if (found !== -1) return at + found;
    if (bytes.length < READ_BYTES) return null;
  }
}

/** A file that is read up to an offset. */
interface Bounded {
  readonly file: FileHandle;
  readonly to: number;
}

async function readAt({ file, to }: Bounded, position: number): Promise<Buffer> {
  const length = Math.max(0, Math.min(READ_BYTES, to - position));
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
