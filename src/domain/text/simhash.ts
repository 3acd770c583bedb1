import { hashUrl, type Hash64 } from '../url/hash-url.js';

const SHINGLE_WORDS = 3;

/**
 * 64-bit fingerprint of a text: near-equal texts differ in few bits. Charikar (STOC 2002) over the set of shingles of 3 words, as Manku, Jain and
 * Das Sarma (WWW 2007) use it for web pages; they call pages within 3 bits of 64 near-duplicates.
 *
 * Texts of fewer than 3 words are one shingle. The empty text gives 0.
 *
 * @param words as `tokenize` answers them
 */
export function simhash(words: readonly string[]): Hash64 {
  const balance = new Int32Array(64);
  const seen = new Set<string>();
  for (let i = 0; i === 0 || i + SHINGLE_WORDS <= words.length; i++) {
    const shingle = words.slice(i, i + SHINGLE_WORDS).join(' ');
    if (shingle === '' || seen.has(shingle)) continue;
    seen.add(shingle);
    const { lo, hi } = hashUrl(shingle);
    for (let bit = 0; bit < 32; bit++) {
      balance[bit] += (((lo >>> bit) & 1) << 1) - 1;
      balance[bit + 32] += (((hi >>> bit) & 1) << 1) - 1;
    }
  }
  let lo = 0;
  let hi = 0;
  for (let bit = 0; bit < 32; bit++) {
    if (balance[bit] > 0) lo |= 1 << bit;
    if (balance[bit + 32] > 0) hi |= 1 << bit;
  }
  return { lo: lo >>> 0, hi: hi >>> 0 };
}

function countBits(x: number): number {
  let n = x - ((x >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Bits in which two fingerprints differ, 0 to 64. */
export function hammingDistance(a: Hash64, b: Hash64): number {
  return countBits(a.lo ^ b.lo) + countBits(a.hi ^ b.hi);
}
