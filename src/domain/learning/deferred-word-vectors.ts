import { openWordVectors, wordVectorsShape, type WordVectors } from './word-vectors.js';

/**
 * Word vectors whose block is read at the first look-up: many models hold vectors for link texts, which most policies
 * never judge.
 *
 * @param header the first `HEADER_BYTES` of the block
 * @param read returns the whole block
 * @throws RangeError if the header is invalid; later, at the first use, if `WordVectorsBuilder` did not make the block
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
    addRows: (sum, rows, factors, count) => vectors().addRows(sum, rows, factors, count),
    cosine: (a, b) => vectors().cosine(a, b),
    similarity: (row, vector) => vectors().similarity(row, vector),
    meanVector: (words, out) => vectors().meanVector(words, out),
    nearest: (vector, limit, among) => vectors().nearest(vector, limit, among),
  };
}
