import { dirname, join } from 'node:path';
import { deferWordVectors } from '../../domain/learning/deferred-word-vectors.js';
import { openWordVectors, type WordVectors } from '../../domain/learning/word-vectors.js';
import { installedEmbeddings, openOrPrepare, storedOrPrepared, type StoredWordVectors } from './word-vectors-file.js';

export type { WordVectors } from '../../domain/learning/word-vectors.js';
export { BACKGROUND_DOCUMENTS, backgroundIn, backgroundSample } from './background.js';

const stored = new Map<string, Promise<StoredWordVectors>>();
const loading = new Map<string, Promise<WordVectors>>();
/** Blocks that somebody may still use. A worker whose models need no vectors does not hold 48 MB for them. */
const loaded = new Map<string, WeakRef<SharedArrayBuffer>>();

const folderIn = (cacheDir: string): string => join(cacheDir, 'word-vectors');

/**
 * The English word vectors the service ships with: GloVe, 341 479 words of 100 dimensions, most frequent first.
 *
 * The first call on a machine prepares them in `cacheDir` (seconds, some 200 MB of memory for that time); later ones load 48 MB in some
 * 20 ms. Calls of one process share one block for as long as any of them is in use. To use it in another thread, pass `vectors.buffer` and `openWordVectors`
 * it there.
 */
export async function loadWordVectors(cacheDir: string): Promise<WordVectors> {
  const folder = folderIn(cacheDir);
  const buffer = loaded.get(folder)?.deref();
  if (buffer !== undefined) return openWordVectors(buffer);
  let vectors = loading.get(folder);
  if (vectors === undefined) {
    vectors = open(folder);
    loading.set(folder, vectors);
  }
  return vectors;
}

/** A preparation that failed is tried again by the next call. */
async function open(folder: string): Promise<WordVectors> {
  try {
    const vectors = await openOrPrepare(folder, await installedEmbeddings());
    loaded.set(folder, new WeakRef(vectors.buffer));
    return vectors;
  } finally {
    loading.delete(folder);
  }
}

/**
 * The same word vectors, prepared if need be, for somebody who may never ask for a word: their 48 MB are read with the first one, in some 20 ms.
 */
export async function deferredWordVectors(cacheDir: string): Promise<WordVectors> {
  const folder = folderIn(cacheDir);
  let file = stored.get(folder);
  if (file === undefined) {
    file = installedEmbeddings().then((source) => storedOrPrepared(folder, source));
    stored.set(folder, file);
    // A preparation that failed is tried again by the next call.
    file.catch(() => stored.delete(folder));
  }
  const { header, read } = await file;
  return deferWordVectors(header, () => {
    const buffer = loaded.get(folder)?.deref() ?? read();
    loaded.set(folder, new WeakRef(buffer));
    return buffer;
  });
}

/** Prepares them beside their package, once for all caches. @returns the path of the text they were made from, which nobody reads any more */
export async function packWordVectors(): Promise<string> {
  const source = await installedEmbeddings();
  await openOrPrepare(dirname(source.path), source);
  return source.path;
}
