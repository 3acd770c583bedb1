import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start/index.js';
import { processIdentity } from './process-identity.js';

/** How long the holder may take; making a cluster takes seconds on a slow disk, its recovery longer. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 50;
/** A lock file without a name in it is being written, or its writer died at that very moment. */
const WRITING_MS = 2_000;

function holderOf(file: string): { name: string; ageMs: number } | null {
  try {
    return { name: fs.readFileSync(file, 'utf8'), ageMs: Math.abs(Date.now() - fs.statSync(file).mtimeMs) };
  } catch {
    return null;
  }
}

/** Removes a lock whose holder is dead. Of several that try, one succeeds; a lock taken in the meantime is put back. */
function breakAbandoned(file: string): void {
  const holder = holderOf(file);
  if (!holder) return;
  const abandoned =
    holder.name === '' ? holder.ageMs > WRITING_MS : processIdentity(Number.parseInt(holder.name, 10)) !== holder.name;
  if (!abandoned) return;
  const grave = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, grave);
    if (fs.readFileSync(grave, 'utf8') !== holder.name) fs.linkSync(grave, file);
    fs.rmSync(grave);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Runs `work` while nobody else, in this process or another, runs under the same lock file. A dead process's lock is taken over. */
export async function withFolderLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  const me = processIdentity(process.pid) ?? String(process.pid);
  for (;;) {
    try {
      fs.writeFileSync(file, me, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    breakAbandoned(file);
    if (performance.now() > deadline)
      throw new StartError(
        `${file} has been held by process ${holderOf(file)?.name ?? '?'} for ${PATIENCE_MS / 1000} s: end it`,
      );
    await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}
