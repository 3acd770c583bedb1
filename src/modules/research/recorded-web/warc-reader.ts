import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { readArc, startsLikeArc } from './arc-reader.js';
import { ByteSource, RECORD_START_BYTES, startOfRecord, withoutLineBreaks } from './byte-source.js';
import { bytesOf, unpackedBytes } from './packed-bytes.js';
import { type WarcPart, warcParts } from './wacz-parts.js';
import type { WarcRecord } from './warc-record.js';

export class WarcFormatError extends Error {
  override readonly name = 'WarcFormatError';
}

const MAGIC = 'WARC/';
const VERSION_LINE = /^WARC\/\d+\.\d+ ?\r?\n/;
/** WARC headers have a few hundred bytes; target URIs reach some thousand. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Larger reads save no time. */
const READ_BYTES = 256 * 1024;

/**
 * The records of a WARC/1.0 or 1.1 file in order, plain or gzipped (one member per record, or any other division), or
 * those of all such files in a WACZ file, by their names. Records of an ARC file, the form before WARC, are given as
 * those of WARC.
 *
 * Streams: holds two records and one read at a time. A truncated file, as left by a killed writer, ends the sequence
 * after its last complete record. A record with a wrong length, a malformed header or a gzip member that cannot be
 * unpacked damages no other: the next one begins at a line like `WARC/1.0`. A record without a length, or with one that
 * is too small, ends there.
 *
 * @param maxBlockBytes the rest of a block is skipped, and the record is marked truncated
 * @param onDamage called for each place where data was skipped
 * @throws WarcFormatError if the file does not start like a WARC file
 */
export async function* readWarc(
  path: string,
  maxBlockBytes: number,
  onDamage: (what: string) => void = () => undefined,
): AsyncGenerator<WarcRecord> {
  for (const part of await partsAt(path)) yield* readPart(part, maxBlockBytes, onDamage);
}

/** @throws WarcFormatError for a ZIP file that is no WACZ file, or damaged */
async function partsAt(path: string): Promise<readonly WarcPart[]> {
  let parts: readonly WarcPart[] | null;
  try {
    parts = await warcParts(path);
  } catch (error) {
    // An error of the file system; others are the ZIP reader's.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new WarcFormatError(`a damaged ZIP file: ${(error as Error).message}`, { cause: error });
  }
  if (parts === null)
    throw new WarcFormatError('a ZIP file, but no WACZ file: it has no WARC files in a folder archive');
  return parts;
}

async function* readPart(
  part: WarcPart,
  maxBlockBytes: number,
  onDamage: (what: string) => void,
): AsyncGenerator<WarcRecord> {
  const source = await ByteSource.of(() => openBytes(part, onDamage));
  try {
    if (await startsLikeArc(source)) {
      yield* readArc(source, maxBlockBytes, onDamage);
      return;
    }
    /** The record before, until the next one shows that its length is right. */
    let last: WarcRecord | null = null;
    for (let first = true; ; first = false) {
      const head = await source.readHeader(MAX_HEADER_BYTES);
      if (head === null) {
        if (first && !isBeginning(source.unread)) throw noWarc(source.unread);
        if (last !== null) yield last;
        return;
      }
      const headers = parseHeaderLines(head.slice(head.indexOf('\n') + 1));
      const length = lengthOf(headers);
      const isHeader = VERSION_LINE.test(head);
      if (first && !isHeader) throw noWarc(head);
      if (!isHeader) {
        onDamage('a record with a wrong Content-Length');
        if (last !== null) {
          const end = endWithin(last.block, head);
          source.giveBack(last.block.subarray(end), head);
          yield end === last.block.length ? last : endedAt(last, end);
        }
        last = null;
        if (!(await source.skipToRecord())) return;
        continue;
      }
      if (last !== null) yield last;
      last = null;
      if (!Number.isSafeInteger(length) || length < 0) {
        onDamage('a record without a valid Content-Length');
        const { bytes, isWhole } = await source.readToRecord(maxBlockBytes);
        last = recordOf(headers, bytes, !isWhole);
        continue;
      }
      const { position: start, isMeasured } = source;
      const { bytes: block, isWhole } = await source.read(Math.min(length, maxBlockBytes));
      const mayEnd = isWhole && source.mayHave(length - block.length);
      if (!mayEnd || !(await source.skip(length - block.length))) {
        onDamage('a record that is longer than the file');
        // The rest of its block has been passed over, with other records in it. Only once: a file may have many of
        // these.
        if (mayEnd && !isMeasured) await source.goBack(start);
        else source.giveBack(block, '');
        if (!(await source.skipToRecord())) return;
        continue;
      }
      last = recordOf(headers, block, block.length < length);
      if (await source.isAtEnd()) continue;
      if (block.length < length || endWithin(block, source.unread) < block.length) continue;
      onDamage('a record with a Content-Length that is too small');
      const { bytes, isWhole: isAll } = await source.readToRecord(maxBlockBytes - block.length);
      last = recordOf(headers, Buffer.concat([block, bytes]), !isAll);
    }
  } finally {
    await source.close();
  }
}

const recordOf = (headers: ReadonlyMap<string, string>, block: Buffer, isCut: boolean): WarcRecord => ({
  type: (headers.get('warc-type') ?? '').toLowerCase(),
  targetUri: withoutBrackets(headers.get('warc-target-uri') ?? ''),
  headers,
  block,
  truncated: isCut || headers.has('warc-truncated'),
});

/** Whether a file that ends within its first header may be one that a killed writer left. */
const isBeginning = (text: string): boolean => text.startsWith(MAGIC) || MAGIC.startsWith(text);

/** @param start of the file, in latin1 or UTF-8 */
function noWarc(start: string): WarcFormatError {
  const isZstandard = /^\([\xb5\ufffd]\/[\xfd\ufffd]/.test(start);
  return new WarcFormatError(
    isZstandard ? 'not a WARC file but one packed by Zstandard: unpack it' : 'not a WARC file',
  );
}

/**
 * The end of a block that contains other records, or the beginning of one; its length if it contains none.
 *
 * @param behind what follows the block
 */
function endWithin(block: Buffer, behind: string): number {
  const inside = startOfRecord(block);
  if (inside !== -1) return inside;
  const last = block.subarray(-RECORD_START_BYTES);
  const across = startOfRecord(Buffer.concat([last, Buffer.from(behind.slice(0, RECORD_START_BYTES))]));
  return across === -1 ? block.length : block.length - last.length + across;
}

/** A record whose block ends before the line break at `end`: the next record begins there. */
const endedAt = (record: WarcRecord, end: number): WarcRecord => ({
  ...record,
  block: withoutLineBreaks(record.block.subarray(0, end)),
});

/** A URI without the angle brackets of old writers. */
export const withoutBrackets = (uri: string): string => uri.replace(/^<(.*)>$/, '$1');

/** NaN if it is missing, or there are different ones. */
function lengthOf(headers: ReadonlyMap<string, string>): number {
  const [length, other] = new Set((headers.get('content-length') ?? '').split(/\s*,\s*/));
  return length === '' || other !== undefined ? Number.NaN : Number(length);
}

/** Header lines `Name: value` with continuation lines; names in lower case, repeated ones joined by ', '. */
export function parseHeaderLines(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

async function openBytes(part: WarcPart, onDamage: (what: string) => void): Promise<AsyncIterator<Buffer>> {
  const isDamaged = (): void => onDamage('compressed data that cannot be unpacked');
  if (part.isDeflated) return unpackedTwice(part, isDamaged);
  const file = await open(part.path);
  const magic = Buffer.alloc(2);
  try {
    await file.read(magic, 0, 2, part.start);
  } finally {
    await file.close();
  }
  if (isGzip(magic)) return unpackedAgain(unpackedBytes(part, isDamaged), isDamaged);
  return bytesOf(part, READ_BYTES)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacked bytes, unpacked once more if a writer packed them twice. */
async function* unpackedAgain(unpacked: AsyncIterator<Buffer>, onDamage: () => void): AsyncGenerator<Buffer> {
  const first = await unpacked.next();
  if (first.done === true) return;
  const all = startingWith(first.value, unpacked);
  if (isGzip(first.value)) yield* upToDamage([Readable.from(all), createGunzip()], onDamage);
  else yield* all;
}

async function* startingWith(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value;
  } finally {
    await others.return?.();
  }
}

/** A file that a ZIP file has packed once more. */
const unpackedTwice = (part: WarcPart, onDamage: () => void): AsyncGenerator<Buffer> =>
  upToDamage(
    [bytesOf(part, READ_BYTES), createInflateRaw(), ...(/\.gz$/i.test(part.name) ? [createGunzip()] : [])],
    onDamage,
  );

/** The output of a chain of streams, up to the first damage. */
async function* upToDamage(
  streams: readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]],
  onDamage: () => void,
): AsyncGenerator<Buffer> {
  // An error of any stream destroys all of them and surfaces here.
  const last = pipeline(streams as readonly NodeJS.ReadWriteStream[], () => undefined);
  try {
    for await (const bytes of last as unknown as AsyncIterable<Buffer>) yield bytes;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    onDamage();
  }
}
