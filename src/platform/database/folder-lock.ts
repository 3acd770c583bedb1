import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start/index.js';
import { processIdentity, processPlace } from './process-identity.js';

/** How long the holder may take; making a cluster takes seconds on a slow disk, its recovery longer. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 50;
/** A lock file without a name in it is being written, or its writer died at that very moment. */
const WRITING_MS = 2_000;
/** A holder says so often that it lives. Whoever cannot see its process, as in another container, takes it for dead after the longer time. */
const ALIVE_MS = 1_000;
const SILENT_MS = 15_000;

interface Holder {
  /** A process, and on a second line its place. */
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

/** Removes a lock whose holder is dead. Of several that try, one succeeds; a lock taken in the meantime is put back. */
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

/** Runs `work` while nobody else, in this process or another, runs under the same lock file. A dead process's lock is taken over. */
export async function withFolderLock<T>(file: string, work: () => Promise<T>): Promise<T> {
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
    await sleep(RETRY_MS);
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
