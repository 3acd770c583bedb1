import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, INDEX_SUFFIX, partsOfFolder } from '../../base/archive/plain.js';
import { exportPlace } from '../../results/stored-exports/plain.js';

/** A file as it was found: it may grow, be renamed or be removed meanwhile. */
export interface FoundFile {
  /** Below ARCHIVE_DIR. */
  readonly path: string;
  /** Bytes to copy from its beginning, up to the end of a record; null for all. */
  readonly bytes: number | null;
  readonly isPacked: boolean;
  /** Chunks, which end early if it is removed. */
  readonly read: () => AsyncIterable<Buffer>;
}

/**
 * The local files of an archive, each followed by its index. A file being written keeps the name by which the next run
 * of its session finds and ends it.
 */
export async function archiveFiles(archiveDir: string, sessionId: string): Promise<FoundFile[]> {
  const parts = await partsOfFolder(join(archiveDir, sessionId));
  return parts
    .filter(({ bytes }) => bytes > 0)
    .flatMap((part) => [
      {
        path: `${sessionId}/${part.fileName}`,
        bytes: part.bytes,
        isPacked: true,
        read: () => part.read(0, part.bytes),
      },
      { path: `${sessionId}/${part.name}${INDEX_SUFFIX}`, bytes: null, isPacked: false, read: () => part.index() },
    ]);
}

/** The file of a stored export; null if it is not here. */
export async function exportFile(
  archiveDir: string,
  one: { readonly id: string; readonly run: number; readonly bytes: number },
): Promise<FoundFile | null> {
  const place = exportPlace(one);
  const path = join(archiveDir, place);
  const found = await stat(path).catch(ifMissing);
  if (found === null) return null;
  return { path: place, bytes: one.bytes, isPacked: false, read: () => wholeFile(path) };
}

async function* wholeFile(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    ifMissing(error);
  }
}
