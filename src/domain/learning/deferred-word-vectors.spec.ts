import { jest } from '@jest/globals';
import { deferWordVectors } from './deferred-word-vectors.js';
import { HEADER_BYTES, WordVectorsBuilder } from './word-vectors.js';

function block(): SharedArrayBuffer {
  const builder = new WordVectorsBuilder(['the', 'crawl', 'fetch'], 2);
  builder.setRow(0, [1, 0]);
  builder.setRow(1, [0, 1]);
  builder.setRow(2, [0.5, 1]);
  return builder.finish();
}

describe('deferWordVectors', () => {
  it('tells the shape at once, and reads the block once, with the first word', () => {
    const whole = block();
    const read = jest.fn(() => whole);
    const vectors = deferWordVectors(new Uint8Array(whole).slice(0, HEADER_BYTES), read);
    expect([vectors.size, vectors.dimensions]).toEqual([3, 2]);
    expect(read).not.toHaveBeenCalled();

    expect(vectors.wordAt(vectors.rowOf('crawl'))).toBe('crawl');
    const vector = new Float32Array(2);
    vectors.vectorInto(1, vector);
    expect(vectors.nearest(vector, 2).map(({ word }) => word)).toEqual(['crawl', 'fetch']);
    expect(vectors.meanVector(['crawl'], vector)).toBe(1);
    expect(vectors.similarity(1, vector)).toBeCloseTo(1, 2);
    expect(vectors.cosine(0, 1)).toBeCloseTo(0, 2);
    expect(vectors.buffer).toBe(whole);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('refuses what is no header', () => {
    expect(() => deferWordVectors(new Uint8Array(HEADER_BYTES), block)).toThrow(RangeError);
  });
});
