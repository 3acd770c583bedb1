import fc from 'fast-check';
import { openWordVectors, toUnitLength, WordVectorsBuilder, type WordVectors } from './word-vectors.js';

function build(entries: readonly (readonly [string, readonly number[]])[]): WordVectors {
  const builder = new WordVectorsBuilder(
    entries.map(([word]) => word),
    entries[0][1].length,
  );
  entries.forEach(([, values], row) => builder.setRow(row, values));
  return openWordVectors(builder.finish());
}
const compass = build([
  ['north', [0, 2]],
  ['east', [5, 0]],
  ['northeast', [1, 1]],
  ['south', [0, -1]],
  ['nowhere', [0, 0]],
]);

describe('word vectors', () => {
  it('find words whatever their case, and no others', () => {
    expect(['North', 'EAST', 'west', '', 'northeas', 'nowhere'].map((word) => compass.rowOf(word))).toEqual([
      0, 1, -1, -1, -1, 4,
    ]);
    expect(compass.wordAt(2)).toBe('northeast');
  });

  it('keep cosines', () => {
    expect(compass.cosine(0, 1)).toBeCloseTo(0, 5);
    expect(compass.cosine(0, 2)).toBeCloseTo(Math.SQRT1_2, 5);
    expect(compass.cosine(0, 3)).toBeCloseTo(-1, 5);
    expect(compass.cosine(0, 4)).toBe(0);
  });

  it('average words, leaving out unknown ones', () => {
    const out = new Float32Array(2);
    expect(compass.meanVector(['north', 'east', 'what'], out)).toBe(2);
    expect(compass.similarity(2, out)).toBeCloseTo(1, 5);
    expect(compass.meanVector(['what'], out)).toBe(0);
    expect([...out]).toEqual([0, 0]);
    expect(compass.meanVector(['north', 'south'], out)).toBe(2);
    expect(compass.similarity(0, out)).toBe(0);
  });

  it('add rows as one after the other would be added to 32-bit sums', () => {
    const value = fc.double({ min: -9, max: 9, noNaN: true });
    const widths = fc.integer({ min: 1, max: 9 }).chain((width) => {
      const vector = fc.array(value, { minLength: width, maxLength: width });
      return fc.tuple(vector, fc.array(fc.tuple(vector, value), { minLength: 1, maxLength: 6 }));
    });
    fc.assert(
      fc.property(widths, ([start, added]) => {
        const vectors = build(added.map(([vector], i) => [`w${i}`, vector]));
        const sum = Float32Array.from(start);
        const expected = Float32Array.from(start);
        const { rows, inverseNorms } = vectors as unknown as { rows: Int8Array; inverseNorms: Float32Array };
        added.forEach(([, factor], row) => {
          for (let k = 0; k < start.length; k++)
            expected[k] += factor * inverseNorms[row] * rows[row * start.length + k];
        });
        vectors.addRows(
          sum,
          Int32Array.from(added.keys()),
          Float64Array.from(added, ([, factor]) => factor),
          added.length,
        );
        expect([...sum]).toEqual([...expected]);
      }),
    );
  });

  it('list the nearest, best first, within the most frequent', () => {
    const north = Float32Array.of(0, 1);
    expect(compass.nearest(north, 3).map(({ word }) => word)).toEqual(['north', 'northeast', 'east']);
    expect(compass.nearest(north, 3, 2).map(({ word }) => word)).toEqual(['north', 'east']);
    expect(compass.nearest(north, 0)).toEqual([]);
  });

  it('find every word of any vocabulary and keep directions within a hundredth', () => {
    const values = fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 8, maxLength: 8 });
    const entry = fc.tuple(
      fc.string({ minLength: 1 }).map((word) => word.toLowerCase()),
      values,
    );
    fc.assert(
      fc.property(fc.uniqueArray(entry, { minLength: 1, selector: ([word]) => word.toLowerCase() }), (entries) => {
        const vectors = build(entries);
        return entries.every(([word, given], row) => {
          const exact = Float32Array.from(given);
          toUnitLength(exact);
          const long = Math.hypot(...given) > 1e-3;
          return (
            vectors.rowOf(word) === row &&
            vectors.wordAt(row) === word &&
            (!long || vectors.similarity(row, exact) > 0.99)
          );
        });
      }),
    );
  });

  it.each([
    ['a repeated word', () => new WordVectorsBuilder(['a', 'a'], 2)],
    ['a missing row', () => new WordVectorsBuilder(['a'], 2).finish()],
    [
      'a row set twice',
      () => {
        const b = new WordVectorsBuilder(['a'], 1);
        b.setRow(0, [1]);
        b.setRow(0, [1]);
      },
    ],
    ['a value that is no number', () => new WordVectorsBuilder(['a'], 3).setRow(0, [1, NaN, 2])],
    ['an infinite value', () => new WordVectorsBuilder(['a'], 3).setRow(0, [1, -Infinity, 2])],
    ['an empty block', () => openWordVectors(new SharedArrayBuffer(0))],
    ['a foreign block', () => openWordVectors(new SharedArrayBuffer(1_000))],
  ])('refuse %s', (_, make) => {
    expect(make).toThrow(RangeError);
  });

  it('refuse a block whose header was changed or that was cut', () => {
    const block = new Uint8Array(compass.buffer.slice(0));
    const broken = (change: (bytes: Uint8Array) => Uint8Array): SharedArrayBuffer => {
      const bytes = change(block.slice());
      const shared = new SharedArrayBuffer(bytes.length);
      new Uint8Array(shared).set(bytes);
      return shared;
    };
    for (let at = 0; at < 32; at++) {
      expect(() =>
        openWordVectors(
          broken((bytes) => {
            bytes[at] ^= 1;
            return bytes;
          }),
        ),
      ).toThrow(RangeError);
    }
    expect(() => openWordVectors(broken((bytes) => bytes.slice(0, -8)))).toThrow(RangeError);
  });
});
