import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DiskFigures } from './volume.js';

/** Larger than the remainder that a quota still allows on a full disk. */
const TRIAL_BYTES = 1024 * 1024;

/** The folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const isThere = await stat(at).then(
      () => true,
      () => false,
    );
    if (isThere || at === dirname(at)) return at;
  }
}

/** Figures of a folder's disk for unprivileged users. */
export async function figuresOf(folder: string): Promise<DiskFigures> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(await nearest(folder));
  return { free: bavail * bsize, size: blocks * bsize, freeFiles: files > 0 ? ffree : null };
}

/** Writes a file into a folder, synced to the disk, and removes it. */
export async function tryWriting(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `.trial-${process.pid}-${randomBytes(4).toString('hex')}`);
  const handle = await open(path, 'wx');
  try {
    // Random: some disks store zeros without using space.
    await handle.writeFile(randomBytes(TRIAL_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}
