import * as fc from 'fast-check';
import { runsOf } from '../../../test/support/thoroughness.js';
import { mix32 } from '../url/index.js';
import { simhash } from './index.js';

/** The definition, computed word by word and bit by bit. Fingerprints are stored: they must never change. */
function defined(text: string): { lo: number; hi: number; shingles: number } {
  const folded = text.toLowerCase().normalize('NFC');
  const words = folded.match(
    /(?=[\p{L}\p{M}\p{N}])[\u0e00-\u0eff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?:(?![\u0e00-\u0eff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff])[\p{L}\p{M}\p{N}])+/gu,
  );
  const hashes = [...(words ?? [])].map((word) => {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = (Math.imul(hash ^ word.charCodeAt(i), 0x01000193) + 0x3d4d51cb) | 0;
    return mix32(hash);
  });
  if (hashes.length === 0) return { lo: 0, hi: 0, shingles: 0 };
  while (hashes.length < 3) hashes.unshift(0);
  const shingles = new Map<number, number>();
  for (let i = 2; i < hashes.length; i++) {
    const [a, b, c] = hashes.slice(i - 2, i + 1);
    const lo = mix32(Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d));
    const hi = mix32(Math.imul(c, 0x27d4eb2f) ^ Math.imul(a, 0x165667b1) ^ Math.imul(b, 0x9e3779b1) ^ 0x61c88647);
    if (!shingles.has(lo)) shingles.set(lo, hi);
  }
  const majority = (halves: readonly number[]): number =>
    Array.from({ length: 32 }, (_, bit) => halves.filter((half) => (half >>> bit) & 1).length > halves.length / 2)
      .map((isSet, bit) => (isSet ? 2 ** bit : 0))
      .reduce((sum, bit) => sum + bit, 0);
  return { lo: majority([...shingles.keys()]), hi: majority([...shingles.values()]), shingles: shingles.size };
}

const words = fc.array(fc.constantFrom('the', 'Quick', 'brown2', 'FOX', 'x', "Don't", '-', '\n', 'zebra'), {
  maxLength: 400,
});
const texts = (separator: string): fc.Arbitrary<string> => words.map((list) => list.join(separator));

describe('simhash', () => {
  it('is as it was defined for texts of ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(texts(' '), fc.string({ unit: 'binary-ascii', maxLength: 300 })), (text) => {
        expect(simhash(text)).toEqual(defined(text));
      }),
      runsOf(300),
    );
  });

  it('is as it was defined for other texts', () => {
    fc.assert(
      fc.property(fc.oneof(texts(' ä'), texts('–'), texts('é日')), (text) => {
        expect(simhash(text)).toEqual(defined(text));
      }),
      runsOf(100),
    );
  });

  it.each(['日本語の文章です', '中文没有空格', 'ภาษาไทย', 'ភាសាខ្មែរ', 'မြန်မာဘာသာ'])(
    'takes each letter for a word in scripts without spaces: %s',
    (text) => {
      expect(simhash(text).shingles).toBe(simhash(Array.from(text).join(' ')).shingles);
      expect(simhash(text)).toEqual(simhash(Array.from(text).join(' ')));
    },
  );

  it('takes the parts of a text as lines', () => {
    const part = fc.oneof(texts(' '), texts(' é'), fc.constant(''));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        expect(simhash(...parts)).toEqual(defined(parts.join('\n')));
      }),
      runsOf(100),
    );
  });

  it('keeps what it has read of a part until it is done with all', () => {
    for (const part of ['a b c d', 'e f g h', 'i j k l']) simhash(part);
    expect(simhash('a b c d', 'm n o p', 'q r s t')).toEqual(defined('a b c d m n o p q r s t'));
  });

  it('knows words again that it has met in thousands of texts', () => {
    const long = (from: number): string => Array.from({ length: 15_000 }, (_, i) => `w${from + i}`).join(' ');
    const before = simhash(long(0));
    for (let from = 15_000; from < 120_000; from += 15_000) simhash(long(from));
    expect(simhash(long(0))).toEqual(before);
    expect(before).toEqual(defined(long(0)));
  });
});
