import { canonicalUrl } from '../../../domain/url/index.js';
import type { ArchivePart } from './archive-parts.js';
import { HEADER_BYTES, memberLength } from './gzip-members.js';
import { linesOfFetch, parseRecord, type PlacedRecord, unpackMember } from './index-lines.js';

/** The records of one fetch, as they stand in a WARC file. */
export interface ArchivedFetch {
  /** Whole gzip members: they may be copied to another WARC file as they are. */
  readonly bytes: Buffer;
  readonly part: ArchivePart;
  /** The canonical URL of the record at an offset in the part; null if none begins there. */
  readonly urlAt: (offset: number) => string | null;
  /**
   * Index lines of the records at another place.
   *
   * @param filename of the WARC file
   * @param from where they begin there
   */
  readonly linesAt: (filename: string, from: number) => string;
}

/**
 * Reads the records of one fetch.
 *
 * @param to byte behind them
 * @returns null if the part was removed meanwhile, or the bytes are damaged
 */
export async function fetchAt(part: ArchivePart, from: number, to: number): Promise<ArchivedFetch | null> {
  const bytes = await bytesOf(part, from, to);
  if (bytes.length === 0 || bytes.length < to - from) return null;
  const records: PlacedRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = memberLength(bytes.subarray(at, at + HEADER_BYTES));
    if (length === null || at + length > bytes.length) return null;
    const unpacked = await unpackMember(bytes.subarray(at, at + length)).catch(() => null);
    if (unpacked === null) return null;
    records.push({ bytes: unpacked, offset: at, length });
    at += length;
  }
  return {
    bytes,
    part,
    urlAt: (offset) => {
      const record = records.find((one) => from + one.offset === offset);
      return record === undefined ? null : canonicalUrl(parseRecord(record.bytes).headers.get('warc-target-uri') ?? '');
    },
    linesAt: (filename, start) =>
      linesOfFetch(
        records.map((one) => ({ ...one, offset: start + one.offset })),
        filename,
        start + bytes.length,
      ),
  };
}

/**
 * The first record of a WARC file, which says how its records were fetched; empty if the file was removed meanwhile.
 */
export async function infoOf(part: ArchivePart): Promise<Buffer> {
  const length = memberLength(await bytesOf(part, 0, Math.min(HEADER_BYTES, part.bytes)));
  return length === null || length > part.bytes ? Buffer.alloc(0) : bytesOf(part, 0, length);
}

async function bytesOf(part: ArchivePart, from: number, to: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of part.read(from, to)) pieces.push(piece);
  return Buffer.concat(pieces);
}
