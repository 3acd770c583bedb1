import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deferWordVectors } from '../../../domain/learning/deferred-word-vectors.js';
import {
  HEADER_BYTES,
  openWordVectors,
  type WordVectors,
  wordVectorsShape,
} from '../../../domain/learning/word-vectors.js';
export { BACKGROUND_DOCUMENTS, backgroundIn, backgroundSample } from './background.js';

/**
 * The block written by the build (`scripts/unpack-word-vectors.mjs`), both for compiled code and for sources that tests
 * run.
 */
export const WORD_VECTORS_FILE = fileURLToPath(new URL('../../../../dist/word-vectors.bin', import.meta.url));

/** The block, if still in use. A worker whose models need no vectors does not hold 46 MB for them. */
let loaded: WeakRef<SharedArrayBuffer> | undefined;
let loading: Promise<SharedArrayBuffer> | null = null;

/**
 * The English word vectors of the service: GloVe, 341 479 words of 100 dimensions, most frequent first.
 *
 * Loads 46 MB in some 20 ms. Calls of one process share one block while one of them uses it. To use it in another
 * thread, pass `vectors.buffer` and call `openWordVectors` there.
 *
 * @throws Error ENOENT if the build has not written it
 */
export async function loadWordVectors(): Promise<WordVectors> {
  const inUse = loaded?.deref();
  if (inUse !== undefined) return openWordVectors(inUse);
  // The next call retries a failed load.
  loading ??= readWhole().finally(() => (loading = null));
  return openWordVectors(await loading);
}

async function readWhole(): Promise<SharedArrayBuffer> {
  const file = await open(WORD_VECTORS_FILE);
  try {
    const header = new Uint8Array(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    const bytes = new Uint8Array(new SharedArrayBuffer(wordVectorsShape(header).total));
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new RangeError('word vectors are cut short');
      at += bytesRead;
    }
    loaded = new WeakRef(bytes.buffer);
    return bytes.buffer;
  } finally {
    await file.close();
  }
}

/** The same word vectors, of which everything except the shape is read at the first lookup. */
export function deferredWordVectors(): WordVectors {
  const header = new Uint8Array(HEADER_BYTES);
  readNow(header);
  return deferWordVectors(header, () => {
    const inUse = loaded?.deref();
    if (inUse !== undefined) return inUse;
    const bytes = new Uint8Array(new SharedArrayBuffer(wordVectorsShape(header).total));
    readNow(bytes);
    loaded = new WeakRef(bytes.buffer);
    return bytes.buffer;
  });
}

/** Fills the bytes from the beginning of the file. */
function readNow(bytes: Uint8Array): void {
  const file = openSync(WORD_VECTORS_FILE, 'r');
  try {
    for (let at = 0; at < bytes.length;) {
      const bytesRead = readSync(file, bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new RangeError('word vectors are cut short');
      at += bytesRead;
    }
  } finally {
    closeSync(file);
  }
}
