import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { bytesOf, unpackedBytes } from './packed-bytes.js';
import { type WarcPart, warcParts } from './wacz-parts.js';

export interface WarcRecord {
  /** `response`, `request`, `metadata`, … in lower case. */
  readonly type: string;
  /** Of WARC-Target-URI, without the angle brackets of old writers; empty if absent. */
  readonly targetUri: string;
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The record's block, cut at the reader's limit. */
  readonly block: Buffer;
  /** Whether the block was cut by the reader or, according to WARC-Truncated, by the writer. */
  readonly truncated: boolean;
}

export class WarcFormatError extends Error {
  override readonly name = 'WarcFormatError';
}

const MAGIC = 'WARC/';
const VERSION_LINE = /^WARC\/\d+\.\d+\r?\n/;
/** A record's first line, after the end of another one. Text can contain the beginning of such a line. */
const RECORD_START = /^\nWARC\/\d+\.\d+\r?\n/;
const RECORD_START_BYTES = 16;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** WARC headers have a few hundred bytes; target URIs reach some thousand. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Larger reads save no time. */
const READ_BYTES = 256 * 1024;

/**
 * The records of a WARC/1.0 or 1.1 file in order, plain or gzipped (one member per record, or any other division), or
 * those of all such files in a WACZ file, by their names.
 *
 * Streams: holds one record and one read at a time. A truncated file, as left by a killed writer, ends the sequence
 * after its last complete record. A record with a wrong length, a malformed header or a gzip member that cannot be
 * unpacked damages no other: the next one begins at a line like `WARC/1.0`.
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
    let last: Buffer = Buffer.alloc(0);
    for (let first = true; ; first = false) {
      const head = await source.readHeader(MAX_HEADER_BYTES);
      if (head === null) {
        if (first && !isBeginning(source.unread)) throw noWarc(source.unread);
        return;
      }
      const headers = parseHeaderLines(head.slice(head.indexOf('\n') + 1));
      const length = lengthOf(headers);
      const isHeader = VERSION_LINE.test(head);
      if (first && !isHeader) throw noWarc(head);
      if (!isHeader || !Number.isSafeInteger(length) || length < 0) {
        onDamage(isHeader ? 'a record without a valid Content-Length' : 'a record with a wrong Content-Length');
        // The block before may contain other records, or the beginning of one.
        const swallowed = isHeader ? -1 : startOfRecord(last);
        if (!isHeader) source.giveBack(last.subarray(swallowed === -1 ? -RECORD_START_BYTES : swallowed), head);
        last = Buffer.alloc(0);
        if (!(await source.skipToRecord())) return;
        continue;
      }
      const { position: start, isMeasured } = source;
      const { bytes: block, isWhole } = await source.read(Math.min(length, maxBlockBytes));
      const mayEnd = isWhole && source.mayHave(length - block.length);
      if (!mayEnd || !(await source.skip(length - block.length))) {
        onDamage('a record that is longer than the file');
        // The rest of its block has been passed over, with other records in it. Only once: a file may have many of these.
        if (mayEnd && !isMeasured) await source.goBack(start);
        else source.giveBack(block, '');
        if (!(await source.skipToRecord())) return;
        last = Buffer.alloc(0);
        continue;
      }
      last = block;
      yield {
        type: (headers.get('warc-type') ?? '').toLowerCase(),
        targetUri: withoutBrackets(headers.get('warc-target-uri') ?? ''),
        headers,
        block,
        truncated: block.length < length || headers.has('warc-truncated'),
      };
    }
  } finally {
    await source.close();
  }
}

/** Whether a file that ends within its first header may be one that a killed writer left. */
const isBeginning = (text: string): boolean => text.startsWith(MAGIC) || MAGIC.startsWith(text);

/** @param start of the file, in latin1 or UTF-8 */
function noWarc(start: string): WarcFormatError {
  const isZstandard = /^\([\xb5\ufffd]\/[\xfd\ufffd]/.test(start);
  return new WarcFormatError(
    isZstandard ? 'not a WARC file but one packed by Zstandard: unpack it' : 'not a WARC file',
  );
}

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
  if (isGzip(magic)) return unpackedBytes(part, isDamaged);
  return bytesOf(part, READ_BYTES)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** A file that a ZIP file has packed once more, up to the first damage. */
async function* unpackedTwice(part: WarcPart, onDamage: () => void): AsyncGenerator<Buffer> {
  const unpackers = [createInflateRaw(), ...(/\.gz$/i.test(part.name) ? [createGunzip()] : [])];
  // An error of any stream destroys all of them and surfaces here.
  const last = pipeline([bytesOf(part, READ_BYTES), ...unpackers], () => undefined);
  try {
    for await (const bytes of last as unknown as AsyncIterable<Buffer>) yield bytes;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    onDamage();
  }
}

/** Reads a given number of bytes from chunks. */
class ByteSource {
  private rest: Buffer = Buffer.alloc(0);
  private ended = false;
  private received = 0;
  /** Length of all, once it is known. */
  private total = Number.POSITIVE_INFINITY;

  private constructor(
    private readonly open: () => Promise<AsyncIterator<Buffer>>,
    private chunks: AsyncIterator<Buffer>,
  ) {}

  static async of(open: () => Promise<AsyncIterator<Buffer>>): Promise<ByteSource> {
    return new ByteSource(open, await open());
  }

  /** Of the next byte; inexact within bytes that were given back. */
  get position(): number {
    return this.received - this.rest.length;
  }

  /** The beginning of what has been read and not used. */
  get unread(): string {
    return this.rest.toString('latin1', 0, RECORD_START_BYTES);
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  /** The next header without its empty line, after any blank lines; null at the end of the file. */
  async readHeader(maxBytes: number): Promise<string | null> {
    let from = 0;
    for (;;) {
      if (from === 0) this.dropLineBreaks();
      const end = this.rest.length === 0 ? -1 : headerEnd(this.rest, from);
      if (end !== -1) {
        const head = this.rest.toString('utf8', 0, end);
        this.rest = this.rest.subarray(
          end + (this.rest[end] === 13 && this.rest[end + 2] === 13 ? 4 : this.rest[end + 1] === 10 ? 2 : 3),
        );
        return head;
      }
      // Its beginning shows that it is not a header.
      if (this.rest.length > maxBytes) {
        const head = this.rest.toString('latin1', 0, maxBytes);
        this.rest = this.rest.subarray(maxBytes);
        return head;
      }
      from = Math.max(0, this.rest.length - 4);
      if (!(await this.more())) return null;
    }
  }

  /** The next `count` bytes, copied; fewer at the end of the file. */
  async read(count: number): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.rest.length === 0 && !(await this.more())) break;
      const part = this.rest.subarray(0, missing);
      parts.push(part);
      this.rest = this.rest.subarray(part.length);
      missing -= part.length;
    }
    return { bytes: Buffer.concat(parts, count - missing), isWhole: missing === 0 };
  }

  /** Puts bytes back, to search for a record in them. */
  giveBack(block: Buffer, head: string): void {
    const bytes = head === '' ? '' : `${head}\r\n\r\n`;
    this.rest = Buffer.concat([Buffer.from('\n'), block, Buffer.from(bytes), this.rest]);
  }

  /** Goes back to an earlier position: reads all again up to there. */
  async goBack(position: number): Promise<void> {
    await this.close();
    this.chunks = await this.open();
    this.rest = Buffer.alloc(0);
    this.ended = false;
    this.received = 0;
    await this.skip(position);
  }

  /** Whether the length of all is known. */
  get isMeasured(): boolean {
    return this.total !== Number.POSITIVE_INFINITY;
  }

  /** Whether there may be as many bytes. */
  mayHave(count: number): boolean {
    return this.position + count <= this.total;
  }

  /** @returns false if there were fewer bytes */
  async skip(count: number): Promise<boolean> {
    for (let missing = count; missing > 0;) {
      if (this.rest.length === 0 && !(await this.more())) return false;
      const part = Math.min(missing, this.rest.length);
      this.rest = this.rest.subarray(part);
      missing -= part;
    }
    return true;
  }

  /** Skips to the next line that begins a record. @returns false at the end of the file */
  async skipToRecord(): Promise<boolean> {
    for (;;) {
      const at = startOfRecord(this.rest);
      if (at !== -1) {
        this.rest = this.rest.subarray(at + 1);
        return true;
      }
      this.rest = this.rest.subarray(Math.max(0, this.rest.length - RECORD_START_BYTES));
      if (!(await this.more())) return false;
    }
  }

  /** And byte order marks, which editors leave before the first record. */
  private dropLineBreaks(): void {
    let at = 0;
    for (;;) {
      if (this.rest[at] === 13 || this.rest[at] === 10) at++;
      else if (this.rest.subarray(at, at + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
        at += BYTE_ORDER_MARK.length;
      else break;
    }
    this.rest = this.rest.subarray(at);
  }

  private async more(): Promise<boolean> {
    if (this.ended) return false;
    const next = await this.chunks.next();
    this.ended = next.done === true;
    if (this.ended) this.total = this.received;
    else this.received += (next.value as Buffer).length;
    if (next.done !== true) this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    return !this.ended;
  }
}

/** Index of the line break before a record; -1 if there is none. */
function startOfRecord(bytes: Buffer): number {
  for (let at = bytes.indexOf('\nWARC/'); at !== -1; at = bytes.indexOf('\nWARC/', at + 1))
    if (RECORD_START.test(bytes.toString('latin1', at, at + RECORD_START_BYTES))) return at;
  return -1;
}

/** Index of the line break after the last header line, or -1: the empty line may be CRLF or bare LF. */
function headerEnd(bytes: Buffer, from: number): number {
  const crlf = bytes.indexOf('\r\n\r\n', from, 'latin1');
  const lf = bytes.indexOf('\n\n', from, 'latin1');
  return lf === -1 ? crlf : crlf === -1 ? lf : Math.min(crlf, lf);
}
