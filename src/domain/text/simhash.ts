import { withRoom } from '../base/growable.js';
import { mix32, type Hash64 } from '../url/hash-url.js';
import { asciiWords, MAX_ASCII_TEXTS } from './ascii-words.js';
import { isUnspaced } from './scripts.js';

/** The fingerprint of a text for comparisons. */
interface Fingerprint extends Hash64 {
  /** Number of distinct shingles: how much text there was to compare. */
  readonly shingles: number;
}

/** Bits of a count of shingles: texts have fewer than a million words. */
const COUNT_BITS = 20;
const MAX_WORDS = (1 << COUNT_BITS) - 1;

const BREAK = 0;
const LETTER = 1;
/** A character that is a word by itself, in scripts without spaces. */
const WORD = 2;
const UNKNOWN = 3;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;
/**
 * The class of each UTF-16 unit, computed on first use. Surrogates count as letters, which is good enough for rare
 * scripts.
 */
const kinds = new Uint8Array(0x10000).fill(UNKNOWN);

function kindOf(unit: number): number {
  const char = String.fromCharCode(unit);
  const kind =
    unit >= 0xd800 && unit <= 0xdfff ? LETTER : !LETTERS.test(char) ? BREAK : isUnspaced(char) ? WORD : LETTER;
  kinds[unit] = kind;
  return kind;
}

/** Vertical counters: bit i of plane k is bit k of the count of set bits i. */
class BitCounts {
  private readonly planes = new Int32Array(COUNT_BITS);
  private used = 0;

  /**
   * Counts the bits of the first `count` numbers, eight at a time without branches (Harley and Seal: each step reduces
   * three numbers of one weight to two).
   */
  count(numbers: Int32Array, count: number): void {
    const { planes } = this;
    planes.fill(0);
    this.used = 32 - Math.clz32(count);
    let [ones, twos, fours] = [0, 0, 0];
    let at = 0;
    for (; at + 8 <= count; at += 8) {
      let a = numbers[at];
      let b = numbers[at + 1];
      let x = ones ^ a;
      const twosA = (ones & a) | (x & b);
      ones = x ^ b;
      a = numbers[at + 2];
      b = numbers[at + 3];
      x = ones ^ a;
      const twosB = (ones & a) | (x & b);
      ones = x ^ b;
      x = twos ^ twosA;
      const foursA = (twos & twosA) | (x & twosB);
      twos = x ^ twosB;
      a = numbers[at + 4];
      b = numbers[at + 5];
      x = ones ^ a;
      const twosC = (ones & a) | (x & b);
      ones = x ^ b;
      a = numbers[at + 6];
      b = numbers[at + 7];
      x = ones ^ a;
      const twosD = (ones & a) | (x & b);
      ones = x ^ b;
      x = twos ^ twosC;
      const foursB = (twos & twosC) | (x & twosD);
      twos = x ^ twosD;
      x = fours ^ foursA;
      this.carry((fours & foursA) | (x & foursB), 3);
      fours = x ^ foursB;
    }
    planes[0] = ones;
    planes[1] = twos;
    planes[2] = fours;
    for (; at < count; at++) this.carry(numbers[at], 0);
  }

  private carry(bits: number, plane: number): void {
    const { planes } = this;
    for (let k = plane, carry = bits; carry !== 0 && k < COUNT_BITS; k++) {
      const both = planes[k] & carry;
      planes[k] ^= carry;
      carry = both;
    }
  }

  /** The bits that were set more than `least` times. */
  above(least: number): number {
    const { planes, used } = this;
    let result = 0;
    for (let bit = 0; bit < 32; bit++) {
      let count = 0;
      for (let k = 0; k < used; k++) count |= ((planes[k] >>> bit) & 1) << k;
      if (count > least) result |= 1 << bit;
    }
    return result >>> 0;
  }
}

/** Enough for a page of 2 000 words: 16 KB, which stay in the fastest cache. */
const USUAL_SLOTS = 4_096;

/** The set of numbers so far, without zero. Open addressing, at most half full. */
class NumberSet {
  private slots = new Int32Array(USUAL_SLOTS);
  private hasZero = false;
  size = 0;

  clear(): void {
    if (this.slots.length > USUAL_SLOTS) this.slots = new Int32Array(USUAL_SLOTS);
    else this.slots.fill(0);
    this.hasZero = false;
    this.size = 0;
  }

  /** False if it was already present. */
  add(value: number): boolean {
    if (value === 0) {
      if (this.hasZero) return false;
      this.hasZero = true;
      this.size++;
      return true;
    }
    const mask = this.slots.length - 1;
    let at = value & mask;
    for (; this.slots[at] !== 0; at = (at + 1) & mask) if (this.slots[at] === value) return false;
    this.slots[at] = value;
    if (++this.size * 2 > this.slots.length) this.grow();
    return true;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 4);
    const mask = this.slots.length - 1;
    for (const value of old) {
      if (value === 0) continue;
      let at = value & mask;
      while (this.slots[at] !== 0) at = (at + 1) & mask;
      this.slots[at] = value;
    }
  }
}

/** Buffers of the current text, reused because a page needs tens of kilobytes. */
const seen = new NumberSet();
const bits = new BitCounts();
/** The two halves of the distinct shingles' hashes. */
let low = new Int32Array(0);
let high = new Int32Array(0);

function addShingle(a: number, b: number, c: number): void {
  const lo = mix32(Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d));
  const at = seen.size;
  if (!seen.add(lo)) return;
  low[at] = lo;
  high[at] = mix32(Math.imul(c, 0x27d4eb2f) ^ Math.imul(a, 0x165667b1) ^ Math.imul(b, 0x9e3779b1) ^ 0x61c88647);
}

function majorityOf(halves: Int32Array): number {
  bits.count(halves, seen.size);
  return bits.above(seen.size / 2);
}

const NON_ASCII = /[^\0-\x7f]/;

/** Computes the fingerprint of a text from the hashes of its words. */
class Shingles {
  private words = 0;
  private before = 0;
  private beforeLast = 0;

  constructor() {
    seen.clear();
  }

  add(hashes: Int32Array, count: number): void {
    low = withRoom(low, this.words + count);
    high = withRoom(high, this.words + count);
    let { before, beforeLast } = this;
    for (let i = 0; i < count; i++) {
      if (this.words + i >= 2) addShingle(beforeLast, before, hashes[i]);
      beforeLast = before;
      before = hashes[i];
    }
    this.words += count;
    this.before = before;
    this.beforeLast = beforeLast;
  }

  fingerprint(): Fingerprint {
    if (this.words === 0) return { lo: 0, hi: 0, shingles: 0 };
    if (this.words < 3) addShingle(0, this.beforeLast, this.before);
    return { lo: majorityOf(low), hi: majorityOf(high), shingles: seen.size };
  }
}

/**
 * 64-bit fingerprint of a text: near-equal texts differ in few bits. Charikar (STOC 2002) over the set of shingles of 3
 * words, as Manku, Jain and Das Sarma (WWW 2007) use it for web pages; they call pages within 3 of 64 bits
 * near-duplicates.
 *
 * Words are runs of letters and digits, ignoring case and encoding form; in Thai, Lao, Japanese and Chinese each
 * character is one. Texts of fewer than 3 words are one shingle. The empty text gives 0. Each word is hashed once and
 * the hashes of three are combined, so that 1 000 words take some 0.03 ms.
 *
 * @param parts of the text, each on a separate line
 */
export function simhash(...parts: readonly string[]): Fingerprint {
  const words = parts.map(asciiWords);
  const shingles = new Shingles();
  if (parts.length <= MAX_ASCII_TEXTS && words.every((part) => part !== null)) {
    for (const { hashes, count } of words) shingles.add(hashes, count);
  } else {
    const { hashes, count } = wordHashes(parts.join('\n'));
    shingles.add(hashes, count);
  }
  return shingles.fingerprint();
}

let hashesOfWords = new Int32Array(0);

/** Hashes of the words of any text. */
function wordHashes(text: string): { readonly hashes: Int32Array; readonly count: number } {
  // ASCII letters are lower-cased while reading: most texts need no copy.
  const folded = NON_ASCII.test(text) ? text.toLowerCase().normalize('NFC') : text;
  hashesOfWords = withRoom(hashesOfWords, Math.min(folded.length, MAX_WORDS));
  let words = 0;
  let hash = 0;
  /** Class of the last character of the current word, BREAK between words. */
  let last = BREAK;
  for (let i = 0; i <= folded.length && words < MAX_WORDS; i++) {
    let kind = BREAK;
    let unit = 0;
    if (i < folded.length) {
      unit = folded.charCodeAt(i);
      if (unit >= 0x41 && unit <= 0x5a) unit |= 0x20;
      kind = kinds[unit];
      if (kind === UNKNOWN) kind = kindOf(unit);
    }
    if (last !== BREAK && (kind !== LETTER || last === WORD)) {
      hashesOfWords[words++] = mix32(hash);
      hash = 0;
    }
    if (kind !== BREAK) hash = (Math.imul(hash ^ unit, 0x01000193) + 0x3d4d51cb) | 0;
    last = kind;
  }
  return { hashes: hashesOfWords, count: words };
}

/** Set bits of a 32-bit number. */
export function countBits(x: number): number {
  let n = x - ((x >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of differing bits of two fingerprints, 0 to 64. */
export function hammingDistance(a: Hash64, b: Hash64): number {
  return countBits(a.lo ^ b.lo) + countBits(a.hi ^ b.hi);
}
