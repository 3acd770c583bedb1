import { openWordVectors, wordVectorsShape, type WordVectors } from './word-vectors.js';

/**
 * Word vectors whose block is read when they are asked for the first word: many models hold vectors for link texts, which most policies never judge.
 *
 * @param header the first `HEADER_BYTES` of the block
 * @param read the whole block
 * @throws RangeError when it is not a header; later, at the first use, when the block is not one that `WordVectorsBuilder` made
 */
export function deferWordVectors(header: Uint8Array, read: () => SharedArrayBuffer): WordVectors {
  const { dimensions, size } = wordVectorsShape(header);
  let opened: WordVectors | null = null;
  const vectors = (): WordVectors => (opened ??= openWordVectors(read()));
  return {
    dimensions,
    size,
    get buffer() {
      return vectors().buffer;
    },
    rowOf: (word) => vectors().rowOf(word),
    wordAt: (row) => vectors().wordAt(row),
    vectorInto: (row, out) => vectors().vectorInto(row, out),
    cosine: (a, b) => vectors().cosine(a, b),
    similarity: (row, vector) => vectors().similarity(row, vector),
    meanVector: (words, out) => vectors().meanVector(words, out),
    nearest: (vector, limit, among) => vectors().nearest(vector, limit, among),
  };
}
