import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start/index.js';
import { processIdentity, processPlace } from './process-identity.js';

/** Longest wait for the holder; creating a cluster takes seconds on a slow disk, its recovery longer. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 50;
/** A lock file without a name is being written, or its writer died at that moment. */
const WRITING_MS = 2_000;
/**
 * Interval at which a holder shows that it is alive. A process that cannot see the holder's process, as in another
 * container, considers it dead after the longer time.
 */
const ALIVE_MS = 1_000;
const SILENT_MS = 15_000;

interface Holder {
  /** The process's identity, and on a second line its place. */
  readonly name: string;
  readonly ageMs: number;
}

function holderOf(file: string): Holder | null {
  try {
    return { name: fs.readFileSync(file, 'utf8'), ageMs: Math.abs(Date.now() - fs.statSync(file).mtimeMs) };
  } catch {
    return null;
  }
}

function isDead({ name, ageMs }: Holder): boolean {
  if (name === '') return ageMs > WRITING_MS;
  const [process = '', place = null] = name.split('\n');
  if (place !== null && place !== processPlace()) return ageMs > SILENT_MS;
  return processIdentity(Number.parseInt(process, 10)) !== process;
}

/** Removes the lock of a dead holder. If several processes try, one succeeds; a lock taken meanwhile is put back. */
function breakAbandoned(file: string): void {
  const holder = holderOf(file);
  if (!holder || !isDead(holder)) return;
  const grave = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, grave);
    if (fs.readFileSync(grave, 'utf8') !== holder.name) fs.linkSync(grave, file);
    fs.rmSync(grave);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Runs `work` while no other caller, in any process, runs under the same lock file. Takes over a dead process's lock.
 *
 * @param signal ends the wait for the lock
 */
export async function withFolderLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  const me = [processIdentity(process.pid) ?? String(process.pid), processPlace()]
    .filter((one) => one !== null)
    .join('\n');
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
        `${file} has been held by process ${holderOf(file)?.name.split('\n')[0] ?? '?'} for ${PATIENCE_MS / 1000} s: end it`,
      );
    await sleep(RETRY_MS, undefined, { signal });
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => undefined);
  }, ALIVE_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    fs.rmSync(file, { force: true });
  }
}
