import { join } from 'node:path';
import type { WordVectors } from '../../domain/learning/word-vectors.js';
import { installedEmbeddings, openOrPrepare } from './word-vectors-file.js';

export type { WordVectors } from '../../domain/learning/word-vectors.js';
export { BACKGROUND_DOCUMENTS, backgroundSample } from './background.js';

const loading = new Map<string, Promise<WordVectors>>();

/**
 * The English word vectors the service ships with: GloVe, 341 479 words of 100 dimensions, most frequent first.
 *
 * The first call on a machine prepares them in `cacheDir` (seconds, some 200 MB of memory for that time); later ones load 48 MB in some
 * 20 ms. Calls of one process share one block. To use it in another thread, pass `vectors.buffer` and `openWordVectors` it there.
 */
export function loadWordVectors(cacheDir: string): Promise<WordVectors> {
  const folder = join(cacheDir, 'word-vectors');
  let vectors = loading.get(folder);
  if (vectors === undefined) {
    vectors = installedEmbeddings().then((source) => openOrPrepare(folder, source));
    // A failed preparation is tried again by the next call.
    vectors.catch(() => loading.delete(folder));
    loading.set(folder, vectors);
  }
  return vectors;
}
