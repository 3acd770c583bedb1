import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { endOfWholeMembers } from './gzip-members.js';
import { ifMissing } from './if-missing.js';
import { linesFromRecords, readerOf } from './index-file.js';
import { INDEX_SUFFIX } from './index-lines.js';
import { OPEN_SUFFIX } from './session-archive.js';

/** The whole records of one WARC file of a session. */
export interface ArchivePart {
  /** Without the suffix of a file that is still being written. */
  readonly name: string;
  readonly bytes: number;
  /** Chunks of its bytes, which end early if the file is removed meanwhile. @param to byte after the last one */
  read(from: number, to: number): AsyncGenerator<Buffer>;
  /** Chunks of its index, which may cover more than `bytes`. */
  index(): AsyncGenerator<Buffer>;
}

/** A part in a folder. */
interface LocalPart extends ArchivePart {
  /** Its name when the folder was read. */
  readonly fileName: string;
}

const PART_NAME = /\.warc\.gz(?:\.open)?$/;
const READ_BYTES = 256 * 1024;

export const isPartName = (name: string): boolean => PART_NAME.test(name);

/** The WARC files of a folder in the order in which they were written. */
export async function partsOfFolder(folder: string): Promise<LocalPart[]> {
  const names = (await readdir(folder).catch(ifMissing)) ?? [];
  const parts: LocalPart[] = [];
  for (const name of names.filter(isPartName).sort()) {
    const path = join(folder, name);
    const bytes = await bytesOf(path);
    const finished = name.endsWith(OPEN_SUFFIX) ? name.slice(0, -OPEN_SUFFIX.length) : name;
    parts.push({
      name: finished,
      fileName: name,
      bytes,
      read: (from, to) => piecesOf(path, from, to),
      index: () => indexOf(join(folder, finished + INDEX_SUFFIX), path, finished, bytes),
    });
  }
  return parts;
}

async function bytesOf(path: string): Promise<number> {
  const file = await openAsIs(path);
  if (file === null) return 0;
  try {
    return path.endsWith(OPEN_SUFFIX) ? await endOfWholeMembers(file) : (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** @param to byte after the last one */
async function* piecesOf(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  const file = await openAsIs(path);
  if (file === null) return;
  try {
    for (let at = from; at < to;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(READ_BYTES, to - at)), 0, null, at);
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Archives written before indexes existed have none: the file itself is read. */
async function* indexOf(indexPath: string, path: string, name: string, bytes: number): AsyncGenerator<Buffer> {
  const index = await stat(indexPath).catch(ifMissing);
  if (index !== null) {
    yield* piecesOf(indexPath, 0, index.size);
    return;
  }
  const file = await openAsIs(path);
  if (file === null) return;
  try {
    for await (const lines of linesFromRecords(readerOf(file), name, 0, bytes)) yield Buffer.from(lines);
  } finally {
    await file.close();
  }
}

/** Opens a file that may have been finished, and so renamed, since its folder was read; null if it is gone. */
async function openAsIs(path: string): Promise<FileHandle | null> {
  const file = await open(path).catch(ifMissing);
  if (file !== null || !path.endsWith(OPEN_SUFFIX)) return file;
  return open(path.slice(0, -OPEN_SUFFIX.length)).catch(ifMissing);
}
