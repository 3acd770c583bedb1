import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DiskFigures } from './volume.js';

/** What a quota lets through of a full disk is less than a page. */
const TRIAL_BYTES = 1024 * 1024;

/** The folder, or where it will be made. */
async function nearest(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const isThere = await stat(at).then(
      () => true,
      () => false,
    );
    if (isThere || at === dirname(at)) return at;
  }
}

/** Of the disk on which a folder lies, as users without privileges find it. */
export async function figuresOf(folder: string): Promise<DiskFigures> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(await nearest(folder));
  return { free: bavail * bsize, size: blocks * bsize, freeFiles: files > 0 ? ffree : null };
}

/** Writes a file into a folder, down to the disk, and removes it. */
export async function tryWriting(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `.trial-${process.pid}-${randomBytes(4).toString('hex')}`);
  const handle = await open(path, 'wx');
  try {
    // Random: some disks keep zeros in no space at all.
    await handle.writeFile(randomBytes(TRIAL_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}
