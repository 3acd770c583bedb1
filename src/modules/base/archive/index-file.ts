import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { HEADER_BYTES, memberLength } from './gzip-members.js';
import { INDEX_SUFFIX, linesOfFetch, parseLine, parseRecord, type PlacedRecord, unpackMember } from './index-lines.js';

/** Reads bytes of an archive file, fewer at its end. */
type ReadBytes = (from: number, bytes: number) => Promise<Buffer>;

/** Bytes of an index that are searched for its last whole fetch: some thousand lines. */
const TAIL_BYTES = 1024 * 1024;

/**
 * The index lines of a WARC file of ours, from reading it: for files whose index is incomplete or missing.
 *
 * @param from start of a fetch, or of the file
 * @param end end of its last whole record
 */
export async function* linesFromRecords(
  read: ReadBytes,
  filename: string,
  from: number,
  end: number,
): AsyncGenerator<string> {
  let fetched: PlacedRecord[] = [];
  for (let offset = from; offset < end;) {
    const length = memberLength(await read(offset, HEADER_BYTES));
    if (length === null || offset + length > end) return;
    const bytes = await unpackMember(await read(offset, length));
    const { type } = parseRecord(bytes);
    if (type !== 'warcinfo') fetched.push({ bytes, offset, length });
    offset += length;
    // The metadata record is the last one of a fetch.
    if (type !== 'metadata') continue;
    yield linesOfFetch(fetched, filename, offset);
    fetched = [];
  }
}

/**
 * Completes the index of a file whose writer was killed.
 *
 * @param path of the WARC file under its present name
 * @param finished its final name
 * @param end bytes of its whole records
 */
export async function completeIndex(path: string, finished: string, end: number): Promise<void> {
  const index = await open(finished + INDEX_SUFFIX, 'a+');
  const warc = await open(path, 'r');
  try {
    const { indexed, bytes } = await wholePart(index, end);
    await index.truncate(bytes);
    for await (const lines of linesFromRecords(readerOf(warc), basename(finished), indexed, end))
      await index.appendFile(lines);
    await index.sync();
  } finally {
    await index.close();
    await warc.close();
  }
}

export const readerOf =
  (file: FileHandle): ReadBytes =>
  async (from, bytes) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
    return buffer.subarray(0, bytesRead);
  };

/** The whole part of an index: its length in bytes, and the bytes of its file that it covers. */
async function wholePart(index: FileHandle, end: number): Promise<{ indexed: number; bytes: number }> {
  const { size } = await index.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const tail = (await readerOf(index)(start, size - start)).toString('latin1');
  for (let stop = tail.lastIndexOf('\n'); stop >= 0;) {
    const before = stop === 0 ? -1 : tail.lastIndexOf('\n', stop - 1);
    const indexed = parseLine(tail.slice(before + 1, stop))?.end;
    if (indexed !== undefined && indexed <= end) return { indexed, bytes: start + stop + 1 };
    stop = before;
  }
  return { indexed: 0, bytes: 0 };
}
