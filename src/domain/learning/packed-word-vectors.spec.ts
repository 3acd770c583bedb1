import fc from 'fast-check';
import { packWordVectors, type Tier, unpackWordVectors } from './packed-word-vectors.js';
import { openWordVectors, toUnitLength } from './word-vectors.js';

const WORDS = ['the', 'zoë', '"', 'tiny', 'nothing'];
const VECTORS = [
  [1, 0, 0.2, -0.7],
  [0, 2.5, 1, 1],
  [0.5, 0, -3, 3],
  [1e-2, -1.25e1, 0.5, 9],
  [0, 0, 0, 0],
];
const TIERS: Tier[] = [
  { end: 1, levels: 127 },
  { end: 3, levels: 7 },
  { end: 5, levels: 1 },
];
const packed = (): Uint8Array => packWordVectors(WORDS, 4, (row) => VECTORS[row], TIERS);

describe('packed word vectors', () => {
  it('keep words and order, and directions by their levels', () => {
    const vectors = openWordVectors(unpackWordVectors(packed()));
    expect(Array.from({ length: vectors.size }, (_, row) => vectors.wordAt(row))).toEqual(WORDS);
    expect(WORDS.map((word) => vectors.rowOf(word))).toEqual([0, 1, 2, 3, 4]);
    const directions = VECTORS.map((values, row) => {
      const exact = Float32Array.from(values);
      toUnitLength(exact);
      return vectors.similarity(row, exact);
    });
    expect(directions[0]).toBeGreaterThan(0.9999);
    expect(directions[1]).toBeGreaterThan(0.995);
    expect(directions[3]).toBeGreaterThan(0.95);
    expect(directions[4]).toBe(0);
  });

  it('unpack to what was packed, for any levels', () => {
    const row = fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 127 }), (rows, levels) => {
        const words = rows.map((_, i) => `w${i}`);
        const tiers = [{ end: rows.length, levels }];
        const once = packWordVectors(words, 7, (i) => rows[i], tiers);
        const vectors = openWordVectors(unpackWordVectors(once));
        const again = packWordVectors(
          words,
          7,
          (i) => {
            const out = new Float32Array(7);
            vectors.vectorInto(i, out);
            return out;
          },
          tiers,
        );
        expect(again).toEqual(once);
      }),
    );
  });

  it.each([
    ['bytes that are cut short', () => unpackWordVectors(packed().slice(0, -1))],
    ['bytes with more behind them', () => unpackWordVectors(Uint8Array.of(...packed(), 1))],
    ['bytes without a head', () => unpackWordVectors(Uint8Array.of(1, 2, 3))],
    ['a word with a space', () => packWordVectors(['a b'], 1, () => [1], [{ end: 1, levels: 1 }])],
    ['tiers that end early', () => packWordVectors(['a', 'b'], 1, () => [1], [{ end: 1, levels: 1 }])],
    ['too many levels', () => packWordVectors(['a'], 1, () => [1], [{ end: 1, levels: 128 }])],
  ])('refuse %s', (_, make) => {
    expect(make).toThrow(RangeError);
  });
});
