import { withRoom } from '../base/growable.js';

/**
 * Word vectors as one block of shared memory: opened in microseconds, read by any number of threads, never copied.
 *
 * A row's number is its word's rank by frequency. Rows are signed bytes that store only the direction: with 127 levels
 * cosines stay within 0.004 of those of 32-bit rows at a quarter of the memory.
 */
export interface WordVectors {
  readonly dimensions: number;
  /** Number of words. */
  readonly size: number;
  /** The whole block: hand it to another thread and `openWordVectors` there. */
  readonly buffer: SharedArrayBuffer;
  /** Row of a word, ignoring case; -1 if it has none. */
  rowOf(word: string): number;
  wordAt(row: number): string;
  /** Writes the row's vector at unit length. */
  vectorInto(row: number, out: Float32Array): void;
  /** Adds multiples of the vectors of the first `count` rows at unit length, in their order. */
  addRows(sum: Float32Array, rows: Int32Array, factors: Float64Array, count: number): void;
  /** Cosine of two rows, in [-1, 1]. */
  cosine(a: number, b: number): number;
  /** Cosine of a row with a vector of unit length. */
  similarity(row: number, vector: Float32Array): number;
  /**
   * Writes the normalised mean of the words' unit vectors, and returns the number of words with a vector. If there are
   * none, or they cancel out, `out` is all zero: its similarity with anything is 0.
   */
  meanVector(words: Iterable<string>, out: Float32Array): number;
  /** The rows most similar to a vector of unit length, best first; equal ones by frequency. */
  nearest(vector: Float32Array, limit: number, among?: number): Neighbour[];
}

interface Neighbour {
  readonly row: number;
  readonly word: string;
  readonly similarity: number;
}

/** Increased when the layout changes. */
const FORMAT = 2;
const MAGIC = 0x56574c47; // "GLWV"
export const HEADER_BYTES = 64;
const HEADER_WORDS = 7;
const ALIGNMENT = 8;
/** Minimum slots per word: linear probing then needs 1.5 probes per word. */
const SLOTS_PER_WORD = 1.6;
/**
 * Default vocabulary searched by `nearest`: rarer words are mostly names and misspellings, and 100 000 rows cost some
 * 15 ms.
 */
const NEAREST_AMONG = 100_000;

/** Dimensions that `addRows` adds at a time. */
const BLOCK = 4;
const ONE_ROW = new Int32Array(1);
const ONCE = Float64Array.of(1);

/** Start of each part of the block, bytes. */
interface Layout {
  readonly dimensions: number;
  readonly size: number;
  readonly slots: number;
  readonly chars: number;
  readonly rows: number;
  readonly inverseNorms: number;
  readonly hash: number;
  readonly offsets: number;
  readonly words: number;
  readonly total: number;
}

function layoutOf(dimensions: number, size: number, slots: number, chars: number): Layout {
  let at = HEADER_BYTES;
  const take = (bytes: number): number => {
    const start = at;
    at = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    return start;
  };
  const rows = take(size * dimensions);
  const inverseNorms = take(size * 4);
  const hash = take(slots * 4);
  const offsets = take((size + 1) * 4);
  const words = take(chars * 2);
  return { dimensions, size, slots, chars, rows, inverseNorms, hash, offsets, words, total: at };
}

/** FNV-1a over UTF-16 code units, with the high bits folded in because slots use the low ones. */
function hashWord(word: string): number {
  let x = 2_166_136_261;
  for (let i = 0; i < word.length; i++) x = Math.imul(x ^ word.charCodeAt(i), 16_777_619);
  return (x ^ (x >>> 15)) >>> 0;
}

function checksum(header: Uint32Array): number {
  let x = 2_166_136_261;
  for (let i = 0; i < HEADER_WORDS; i++) x = Math.imul(x ^ header[i], 16_777_619);
  return x >>> 0;
}

/** The facts in a block's header. */
interface WordVectorsShape {
  readonly dimensions: number;
  readonly size: number;
  /** Total bytes of the block. */
  readonly total: number;
}

/**
 * Reads and checks the first `HEADER_BYTES` of a block.
 * @throws RangeError if they are not a header of this format
 */
export function wordVectorsShape(header: Uint8Array): WordVectorsShape {
  return layoutFrom(header);
}

function layoutFrom(bytes: Uint8Array): Layout {
  if (bytes.length < HEADER_BYTES) throw new RangeError('word vectors are cut short');
  const head = new Uint32Array(bytes.slice(0, HEADER_BYTES).buffer);
  if (head[0] !== MAGIC) throw new RangeError('not word vectors');
  if (head[1] !== FORMAT) throw new RangeError(`word vectors of format ${head[1]}, expected ${FORMAT}`);
  if (head[HEADER_WORDS] !== checksum(head)) throw new RangeError('the header of the word vectors is damaged');
  const layout = layoutOf(head[2], head[3], head[4], head[5]);
  if (layout.total !== head[6]) throw new RangeError('the header of the word vectors contradicts itself');
  return layout;
}

/** @throws RangeError if the block is not the complete output of `WordVectorsBuilder` */
export function openWordVectors(buffer: SharedArrayBuffer): WordVectors {
  const layout = layoutFrom(new Uint8Array(buffer));
  if (buffer.byteLength !== layout.total)
    throw new RangeError(`word vectors have ${buffer.byteLength} bytes, expected ${layout.total}`);
  return new OpenedWordVectors(buffer, layout);
}

/** Views of a checked block. The loops over dimensions are written out: policies call them for each link. */
class OpenedWordVectors implements WordVectors {
  readonly dimensions: number;
  readonly size: number;
  private readonly rows: Int8Array;
  private readonly inverseNorms: Float32Array;
  /** Open addressing with linear probing: a word's row and 1, or 0 for a free slot. */
  private readonly hash: Uint32Array;
  /** Start of each word in `chars`; the last number is their end. */
  private readonly offsets: Uint32Array;
  private readonly chars: Uint16Array;
  /** Of each row being added: where it begins, and the factor of its bytes. */
  private starts = new Int32Array(0);
  private scales = new Float64Array(0);

  constructor(
    readonly buffer: SharedArrayBuffer,
    layout: Layout,
  ) {
    const { dimensions, size } = layout;
    this.dimensions = dimensions;
    this.size = size;
    this.rows = new Int8Array(buffer, layout.rows, size * dimensions);
    this.inverseNorms = new Float32Array(buffer, layout.inverseNorms, size);
    this.hash = new Uint32Array(buffer, layout.hash, layout.slots);
    this.offsets = new Uint32Array(buffer, layout.offsets, size + 1);
    this.chars = new Uint16Array(buffer, layout.words, layout.chars);
  }

  rowOf(raw: string): number {
    const { hash } = this;
    const word = raw.toLowerCase();
    const mask = hash.length - 1;
    for (let slot = hashWord(word) & mask; hash[slot] !== 0; slot = (slot + 1) & mask) {
      const row = hash[slot] - 1;
      if (this.isAt(row, word)) return row;
    }
    return -1;
  }

  private isAt(row: number, word: string): boolean {
    const { chars, offsets } = this;
    const from = offsets[row];
    if (offsets[row + 1] - from !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (chars[from + i] !== word.charCodeAt(i)) return false;
    return true;
  }

  wordAt(row: number): string {
    return String.fromCharCode(...this.chars.subarray(this.offsets[row], this.offsets[row + 1]));
  }

  vectorInto(row: number, out: Float32Array): void {
    const { dimensions, rows } = this;
    const inverse = this.inverseNorms[row];
    for (let i = 0, at = row * dimensions; i < dimensions; i++) out[i] = rows[at + i] * inverse;
  }

  addRows(sum: Float32Array, rows: Int32Array, factors: Float64Array, count: number): void {
    const { dimensions } = this;
    const starts = (this.starts = withRoom(this.starts, count));
    const scales = (this.scales = withRoom(this.scales, count));
    for (let i = 0; i < count; i++) {
      starts[i] = rows[i] * dimensions;
      scales[i] = factors[i] * this.inverseNorms[rows[i]];
    }
    const blocks = dimensions - (dimensions % BLOCK);
    for (let at = 0; at < blocks; at += BLOCK) this.addBlock(sum, at, count);
    for (let at = blocks; at < dimensions; at++)
      for (let i = 0; i < count; i++) sum[at] += scales[i] * this.rows[starts[i] + at];
  }

  /** Adds `BLOCK` dimensions of all rows: their sums stay in registers, rounded as the array would round them. */
  private addBlock(sum: Float32Array, at: number, count: number): void {
    const { rows, starts, scales } = this;
    let a = Math.fround(sum[at]);
    let b = Math.fround(sum[at + 1]);
    let c = Math.fround(sum[at + 2]);
    let d = Math.fround(sum[at + 3]);
    for (let i = 0; i < count; i++) {
      const from = starts[i] + at;
      const scale = scales[i];
      a = Math.fround(a + scale * rows[from]);
      b = Math.fround(b + scale * rows[from + 1]);
      c = Math.fround(c + scale * rows[from + 2]);
      d = Math.fround(d + scale * rows[from + 3]);
    }
    sum[at] = a;
    sum[at + 1] = b;
    sum[at + 2] = c;
    sum[at + 3] = d;
  }

  cosine(a: number, b: number): number {
    const { dimensions, rows, inverseNorms } = this;
    let sum = 0;
    for (let i = 0, p = a * dimensions, q = b * dimensions; i < dimensions; i++) sum += rows[p + i] * rows[q + i];
    return sum * inverseNorms[a] * inverseNorms[b];
  }

  similarity(row: number, vector: Float32Array): number {
    const { dimensions, rows } = this;
    let sum = 0;
    for (let i = 0, at = row * dimensions; i < dimensions; i++) sum += rows[at + i] * vector[i];
    return sum * this.inverseNorms[row];
  }

  meanVector(words: Iterable<string>, out: Float32Array): number {
    out.fill(0);
    let known = 0;
    for (const word of words) {
      const row = this.rowOf(word);
      if (row < 0) continue;
      known++;
      ONE_ROW[0] = row;
      this.addRows(out, ONE_ROW, ONCE, 1);
    }
    toUnitLength(out);
    return known;
  }

  nearest(vector: Float32Array, limit: number, among = NEAREST_AMONG): Neighbour[] {
    const best: { row: number; similarity: number }[] = [];
    for (let row = 0, end = Math.min(this.size, among); row < end; row++) {
      const score = this.similarity(row, vector);
      if (best.length === limit && score <= (best.at(-1)?.similarity ?? Infinity)) continue;
      let at = best.length;
      while (at > 0 && best[at - 1].similarity < score) at--;
      best.splice(at, 0, { row, similarity: score });
      if (best.length > limit) best.pop();
    }
    return best.map(({ row, similarity }) => ({ row, word: this.wordAt(row), similarity }));
  }
}

/** Unit vectors that cancel out leave a rounding error shorter than this, whose direction is noise. */
const NO_LENGTH = 1e-5;

/** Scales a vector to length 1 in place; one without length becomes all zero. */
export function toUnitLength(vector: Float32Array): void {
  let square = 0;
  for (const x of vector) square += x * x;
  if (square < NO_LENGTH * NO_LENGTH) {
    vector.fill(0);
    return;
  }
  const inverse = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] *= inverse;
}

/** The range of a signed byte without -128, so that both signs are symmetric. */
export const MAX_LEVELS = 127;

/** Builds a block: first the words, most frequent first, then each row once, in any order, then `finish`. */
export class WordVectorsBuilder {
  private readonly layout: Layout;
  private readonly block: SharedArrayBuffer;
  private readonly filled: Uint8Array;
  private missing: number;

  /** @throws RangeError when a word is repeated */
  constructor(words: readonly string[], dimensions: number) {
    let slots = 1;
    while (slots < words.length * SLOTS_PER_WORD) slots *= 2;
    const chars = words.reduce((sum, word) => sum + word.length, 0);
    this.layout = layoutOf(dimensions, words.length, slots, chars);
    this.block = new SharedArrayBuffer(this.layout.total);
    this.filled = new Uint8Array(words.length);
    this.missing = words.length;
    this.writeWords(words);
  }

  private writeWords(words: readonly string[]): void {
    const { size, slots } = this.layout;
    const hash = new Uint32Array(this.block, this.layout.hash, slots);
    const offsets = new Uint32Array(this.block, this.layout.offsets, size + 1);
    const chars = new Uint16Array(this.block, this.layout.words, this.layout.chars);
    let at = 0;
    words.forEach((word, row) => {
      let slot = hashWord(word) & (slots - 1);
      for (; hash[slot] !== 0; slot = (slot + 1) & (slots - 1)) {
        if (words[hash[slot] - 1] === word) throw new RangeError(`word ${JSON.stringify(word)} is repeated`);
      }
      hash[slot] = row + 1;
      offsets[row] = at;
      for (let i = 0; i < word.length; i++) chars[at++] = word.charCodeAt(i);
    });
    offsets[size] = at;
  }

  /**
   * Sets a row from the first `dimensions` values.
   *
   * @param levels levels up to the largest absolute value, at most `MAX_LEVELS`
   * @throws RangeError if a value is not finite, or the row was set before
   */
  setRow(row: number, values: ArrayLike<number>, levels = MAX_LEVELS): void {
    const { dimensions, size } = this.layout;
    if (!(row >= 0 && row < size) || this.filled[row] === 1)
      throw new RangeError(`row ${row} is out of range or repeated`);
    let largest = 0;
    for (let i = 0; i < dimensions; i++) {
      const size = values[i] < 0 ? -values[i] : values[i];
      // No comparison with NaN is true, so once taken it stays and fails the check below.
      if (size > largest || Number.isNaN(size)) largest = size;
    }
    if (!Number.isFinite(largest)) throw new RangeError(`row ${row} has a value that is not a finite number`);
    const scale = largest / levels || 1;
    const rows = new Int8Array(this.block, this.layout.rows + row * dimensions, dimensions);
    let square = 0;
    for (let i = 0; i < dimensions; i++) {
      const quantised = Math.round(values[i] / scale);
      rows[i] = quantised;
      square += quantised * quantised;
    }
    new Float32Array(this.block, this.layout.inverseNorms, size)[row] = square === 0 ? 0 : 1 / Math.sqrt(square);
    this.filled[row] = 1;
    this.missing--;
  }

  /** @throws RangeError if a row is missing */
  finish(): SharedArrayBuffer {
    if (this.missing > 0) throw new RangeError(`${this.missing} words have no vector`);
    const { dimensions, size, slots, chars, total } = this.layout;
    const head = new Uint32Array(this.block, 0, HEADER_WORDS + 1);
    head.set([MAGIC, FORMAT, dimensions, size, slots, chars, total]);
    head[HEADER_WORDS] = checksum(head);
    return this.block;
  }
}
