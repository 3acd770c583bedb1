import { asciiBytes } from '../base/ascii-bytes.js';
import { withRoom } from '../base/growable.js';
import { mix32 } from '../url/hash-url.js';

/** Words remembered at most; nearly all of what one crawl reads. */
export const MAX_WORD_NUMBERS = 50_000;
/** More than twice as many, a power of two. */
const SLOTS = 1 << 17;
/** Four numbers are kept of a word: two halves of its hash, `foldedHash`, and none. */
const FIELD_BITS = 2;

/** An ASCII letter in lower case and a digit as it is, all other bytes 0. */
const LOWER = new Uint8Array(256);
for (let c = 0x30; c <= 0x39; c++) LOWER[c] = c;
for (let c = 0x61; c <= 0x7a; c++) LOWER[c] = LOWER[c - 0x20] = c;

/** Where the entry of a word is, 0 for a free slot. Small, so that it stays in the cache; frequent words come first and so their entries stay there as well. */
const slots = new Uint16Array(SLOTS);
const entries = new Int32Array((MAX_WORD_NUMBERS + 1) << FIELD_BITS);
let size = 0;
let generation = 0;

/** Counts how often all words have been forgotten: numbers hold as long as it stays the same. */
export const wordGeneration = (): number => generation;

function forgetAll(): void {
  slots.fill(0);
  size = 0;
  generation++;
}

/** One hash of a word of ASCII in lower case, as `simhash` takes it. */
function foldedHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash ^ LOWER[bytes[i]], 0x01000193) + 0x3d4d51cb) | 0;
  return mix32(hash);
}

/** The words of one text in order, those that `tokenize` gives. Valid until other texts are read. */
export class AsciiWords {
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

  /** Where the first `most` words end. */
  endOf(most: number): number {
    const count = Math.min(most, this.count);
    return count === 0 ? 0 : this.ends[count - 1];
  }

  /** @returns false for a text that is too long, holds other characters than ASCII, or more words than can be remembered */
  read(text: string): boolean {
    this.generation = -1;
    const bytes = asciiBytes(text);
    if (bytes === null) return false;
    this.text = text;
    const mostWords = (text.length >> 1) + 1;
    this.numbers = withRoom(this.numbers, mostWords);
    this.hashes = withRoom(this.hashes, mostWords);
    this.starts = withRoom(this.starts, mostWords);
    this.ends = withRoom(this.ends, mostWords);
    if (!this.number(bytes, text.length)) {
      forgetAll();
      if (!this.number(bytes, text.length)) return false;
    }
    this.generation = generation;
    return true;
  }

  /** @returns false when the table is full before the text ends */
  private number(bytes: Uint8Array, length: number): boolean {
    const { numbers, hashes, starts, ends } = this;
    const table = slots;
    const known = entries;
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
      let slot = (low ^ (low >>> 15) ^ high) & (SLOTS - 1);
      let entry = table[slot] << FIELD_BITS;
      while (entry !== 0 && (known[entry] !== low || known[entry + 1] !== high)) {
        slot = (slot + 1) & (SLOTS - 1);
        entry = table[slot] << FIELD_BITS;
      }
      if (entry === 0) {
        if (size === MAX_WORD_NUMBERS) return false;
        table[slot] = ++size;
        entry = size << FIELD_BITS;
        known[entry] = low;
        known[entry + 1] = high;
        known[entry + 2] = foldedHash(bytes, start, at);
      }
      numbers[count] = (entry >> FIELD_BITS) - 1;
      hashes[count] = known[entry + 2];
      starts[count] = start;
      ends[count] = at;
      count++;
    }
    this.count = count;
    return true;
  }
}

/** A page's title, description and text are each asked for by several readers, one after the other. */
export const MAX_ASCII_TEXTS = 3;
const recent = Array.from({ length: MAX_ASCII_TEXTS }, () => new AsciiWords());

/**
 * The words of a text of ASCII as numbers, without making strings of them: most of the time of comparing a page or of scoring it by its terms would go into making
 * and looking up a thousand short strings. What has just been read is not read again.
 *
 * A word is recognised by 64 bits of hash; among 50 000 words two share them with a probability of 10⁻¹⁰. Forgets all words when there are more.
 *
 * @returns what is valid until `MAX_ASCII_TEXTS` other texts are asked for; null for a text with other characters than ASCII, or too long a one
 */
export function asciiWords(text: string): AsciiWords | null {
  for (const known of recent) if (known.generation === generation && known.text === text) return known;
  const oldest = recent.shift()!;
  recent.push(oldest);
  return oldest.read(text) ? oldest : null;
}
