import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file in the system's folder for temporary files, for the process that has opened it. */
export interface TemporaryFile {
  readonly handle: FileHandle;
  /** Its content from the beginning, once: it is closed at the end. @param readAhead bytes; default: Node's */
  read(readAhead?: number): Readable;
  /** Frees its place on the disk. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens an empty file without a name: the system frees its place when the process ends, even by `kill -9`. On Windows
 * it keeps its name until it is closed.
 */
export async function temporaryFile(): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-file-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const handle = await open(join(folder, 'file'), 'wx+', 0o600);
    if (process.platform !== 'win32') await remove();
    return {
      handle,
      read: (highWaterMark) => handle.createReadStream({ start: 0, highWaterMark }),
      close: async () => {
        await handle.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
