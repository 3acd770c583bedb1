import * as fc from 'fast-check';
import { runsOf } from '../../../test/support/thoroughness.js';
import { hashUrl, mix32, type Hash64 } from './hash-url.js';

/** The definition. Hashes are stored: they must never change. */
function defined(text: string): Hash64 {
  const rotated = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x61c88647 + text.length;
  for (let i = 0; i + 1 < text.length; i += 2) {
    const pair = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    a = rotated(Math.imul(a ^ pair, 0x9e3779b1), 15);
    b = rotated(Math.imul(b ^ pair, 0x85ebca77), 13);
  }
  if (text.length % 2 === 1) {
    a = Math.imul(a ^ text.charCodeAt(text.length - 1), 0x9e3779b1);
    b = Math.imul(b ^ text.charCodeAt(text.length - 1), 0x85ebca77);
  }
  return { lo: mix32(a) >>> 0, hi: mix32(b) >>> 0 };
}

describe('hashUrl', () => {
  it('is as it was defined for short and long texts of any characters', () => {
    const unit = fc.constantFrom('a', '/', '?', '0', 'é', '日', '\u{1f600}', '\ud800');
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 100 }),
      fc.string({ unit: 'binary-ascii', minLength: 450, maxLength: 1_500 }),
      fc.string({ unit, maxLength: 1_500 }),
    );
    fc.assert(
      fc.property(text, (one) => {
        expect(hashUrl(one)).toEqual(defined(one));
      }),
      runsOf(500),
    );
  });

  it('reads texts that are too long for bytes', () => {
    for (const length of [199_999, 200_000, 200_001])
      expect(hashUrl('ab'.repeat(length / 2))).toEqual(defined('ab'.repeat(length / 2)));
  });
});
