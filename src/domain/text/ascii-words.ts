import { asciiBytes } from '../base/ascii-bytes.js';
import { withRoom } from '../base/growable.js';
import { mix32 } from '../url/hash-url.js';

/** Most remembered words; nearly all that one crawl reads. */
export const MAX_WORD_NUMBERS = 100_000;
/** More than twice as many, a power of two. */
const SLOTS = 1 << 18;
/**
 * Four numbers per word, adjacent because memory access dominates: two halves of its hash, `foldedHash`, and its number
 * plus one.
 */
const FIELD_BITS = 2;
const HIGH = 1;
const FOLDED = 2;
const NUMBER = 3;

/** ASCII letters in lower case and digits unchanged, all other bytes 0. */
const LOWER = new Uint8Array(256);
for (let c = 0x30; c <= 0x39; c++) LOWER[c] = c;
for (let c = 0x61; c <= 0x7a; c++) LOWER[c] = LOWER[c - 0x20] = c;

/** By the hash of the word; free if the number is 0. 4 MB. */
const table = new Int32Array(SLOTS << FIELD_BITS);
let size = 0;
let generation = 0;

/** Counts how often all words were forgotten: numbers are valid while it stays the same. */
export const wordGeneration = (): number => generation;

function forgetAll(): void {
  table.fill(0);
  size = 0;
  generation++;
}

/** The hash of each word of the text being read. */
let lowHalves = new Int32Array(0);
let highHalves = new Int32Array(0);

/** A hash of an ASCII word in lower case, for `simhash`. */
function foldedHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash ^ LOWER[bytes[i]], 0x01000193) + 0x3d4d51cb) | 0;
  return mix32(hash);
}

/** The words of one text in order, as from `tokenize`. Valid until other texts are read. */
class AsciiWords {
  text = '';
  count = 0;
  /** From 0, each less than `MAX_WORD_NUMBERS`; of one `wordGeneration`. */
  numbers = new Int32Array(0);
  /** `foldedHash` of each. */
  hashes = new Int32Array(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  generation = -1;

  wordAt(i: number): string {
    return this.text.slice(this.starts[i], this.ends[i]).toLowerCase();
  }

  /** The end of the first `most` words. */
  endOf(most: number): number {
    const count = Math.min(most, this.count);
    return count === 0 ? 0 : this.ends[count - 1];
  }

  /**
   * @returns false for a text that is too long, contains non-ASCII characters, or has more words than can be remembered
   */
  read(text: string): boolean {
    this.generation = -1;
    const bytes = asciiBytes(text);
    if (bytes === null) return false;
    this.text = text;
    const mostWords = (text.length >> 1) + 1;
    lowHalves = withRoom(lowHalves, mostWords);
    highHalves = withRoom(highHalves, mostWords);
    this.numbers = withRoom(this.numbers, mostWords);
    this.hashes = withRoom(this.hashes, mostWords);
    this.starts = withRoom(this.starts, mostWords);
    this.ends = withRoom(this.ends, mostWords);
    this.split(bytes, text.length);
    if (!this.number(bytes)) {
      forgetAll();
      if (!this.number(bytes)) return false;
    }
    this.generation = generation;
    return true;
  }

  /** Finds and hashes the words. The look-ups follow together: one by one, each would wait for memory. */
  private split(bytes: Uint8Array, length: number): void {
    const { starts, ends } = this;
    const lows = lowHalves;
    const highs = highHalves;
    let count = 0;
    for (let at = 0; at < length; at++) {
      let c = LOWER[bytes[at]];
      if (c === 0) continue;
      const start = at;
      let low = 0x9e3779b9;
      let high = 0x61c88647;
      do {
        low = Math.imul(low ^ c, 0x9e3779b1);
        low = (low << 15) | (low >>> 17);
        high = Math.imul(high ^ c, 0x85ebca77);
        high = (high << 13) | (high >>> 19);
        c = LOWER[bytes[++at]];
      } while (c !== 0);
      lows[count] = low;
      highs[count] = high;
      starts[count] = start;
      ends[count] = at;
      count++;
    }
    this.count = count;
  }

  /** @returns false if the table is full before the words end */
  private number(bytes: Uint8Array): boolean {
    const { count, numbers, hashes } = this;
    const lows = lowHalves;
    const highs = highHalves;
    const known = table;
    for (let i = 0; i < count; i++) {
      const low = lows[i];
      const high = highs[i];
      let at = ((low ^ (low >>> 15) ^ high) & (SLOTS - 1)) << FIELD_BITS;
      while (known[at + NUMBER] !== 0 && (known[at] !== low || known[at + HIGH] !== high))
        at = (at + (1 << FIELD_BITS)) & ((SLOTS << FIELD_BITS) - 1);
      if (known[at + NUMBER] === 0) {
        if (size === MAX_WORD_NUMBERS) return false;
        known[at] = low;
        known[at + HIGH] = high;
        known[at + FOLDED] = foldedHash(bytes, this.starts[i], this.ends[i]);
        known[at + NUMBER] = ++size;
      }
      numbers[i] = known[at + NUMBER] - 1;
      hashes[i] = known[at + FOLDED];
    }
    return true;
  }
}

/** Several readers request a page's title, description and text, one after the other. */
export const MAX_ASCII_TEXTS = 3;
const recent = Array.from({ length: MAX_ASCII_TEXTS }, () => new AsciiWords());

/**
 * The words of an ASCII text as numbers, without creating strings: most of the time of comparing a page or scoring its
 * terms would go into creating and looking up a thousand short strings. Recently read texts are cached.
 *
 * A word is identified by a 64-bit hash; among 100 000 words two collide with a probability of 10⁻⁹. All words are
 * forgotten when there are more.
 *
 * @returns a result valid until `MAX_ASCII_TEXTS` other texts are read; null for a text with non-ASCII characters, or a
 * longer one
 */
export function asciiWords(text: string): AsciiWords | null {
  let at = recent.findIndex((known) => known.generation === generation && known.text === text);
  const isKnown = at >= 0;
  if (!isKnown) at = 0;
  const words = recent[at];
  // The least recently used text is first.
  recent.splice(at, 1);
  recent.push(words);
  return isKnown || words.read(text) ? words : null;
}

const short = new AsciiWords();

/** `asciiWords` of a short text, which displaces no page's. Valid until the next call. */
export const shortAsciiWords = (text: string): AsciiWords | null => (short.read(text) ? short : null);
