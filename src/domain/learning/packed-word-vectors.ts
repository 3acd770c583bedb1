import { HEADER_BYTES, MAX_LEVELS, WordVectorsBuilder } from './word-vectors.js';

/**
 * Word vectors as they are kept in the repository: before a general compressor, which finds in them nothing but how often each value stands there.
 *
 * Values of a row are whole numbers in [-levels, levels], the largest of which is one of both ends. Frequent words have many levels, rare ones few: their rows
 * are most of the vocabulary, and a hundredth of the words of pages. As many values as fit share a byte: a compressor that gives each byte a code of whole bits
 * then loses little.
 *
 * Layout: a line of JSON (`Head`), a line of the words with spaces between them, the rows.
 */
interface Head {
  readonly dimensions: number;
  readonly words: number;
  readonly tiers: readonly Tier[];
}

/** Rows up to the end of a tier, and from the end of the one before it. */
export interface Tier {
  readonly end: number;
  readonly levels: number;
}

const NEWLINE = 0x0a;

/** How many values of so many levels share a byte. */
const perByte = (levels: number): number => Math.floor(Math.log(256) / Math.log(2 * levels + 1));

/**
 * @param words most frequent first
 * @param vectorOf the vector of the word in a row, of `dimensions` numbers
 * @param tiers rising; the last one ends with the words
 * @throws RangeError when a word has a space in it, or a vector is refused by `WordVectorsBuilder`
 */
export function packWordVectors(
  words: readonly string[],
  dimensions: number,
  vectorOf: (row: number) => ArrayLike<number>,
  tiers: readonly Tier[],
): Uint8Array {
  const spaced = words.find((word) => word === '' || /[ \n]/.test(word));
  if (spaced !== undefined) throw new RangeError(`word ${JSON.stringify(spaced)} is empty or has a space in it`);
  const builder = new WordVectorsBuilder(words, dimensions);
  forEachRow(tiers, words.length, (row, { levels }) => builder.setRow(row, vectorOf(row), levels));
  const values = new Int8Array(builder.finish(), HEADER_BYTES, words.length * dimensions);
  const head: Head = { dimensions, words: words.length, tiers };
  const bytes: number[] = [];
  const packed: Uint8Array[] = [new TextEncoder().encode(`${JSON.stringify(head)}\n${words.join(' ')}\n`)];
  forEachRow(tiers, words.length, (row, { levels }) => {
    const together = perByte(levels);
    for (let i = 0; i < dimensions; i += together) {
      let byte = 0;
      for (let k = Math.min(i + together, dimensions) - 1; k >= i; k--)
        byte = byte * (2 * levels + 1) + values[row * dimensions + k] + levels;
      bytes.push(byte);
    }
    packed.push(Uint8Array.from(bytes));
    bytes.length = 0;
  });
  const all = new Uint8Array(packed.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of packed) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The block of packed word vectors.
 *
 * @throws RangeError when they are not what `packWordVectors` made, or are cut short
 */
export function unpackWordVectors(packed: Uint8Array): SharedArrayBuffer {
  const endOfHead = packed.indexOf(NEWLINE);
  const endOfWords = packed.indexOf(NEWLINE, endOfHead + 1);
  if (endOfHead < 0 || endOfWords < 0) throw new RangeError('packed word vectors have no head');
  const text = (from: number, to: number): string => new TextDecoder().decode(packed.subarray(from, to));
  const { dimensions, words: count, tiers } = JSON.parse(text(0, endOfHead)) as Head;
  const words = text(endOfHead + 1, endOfWords).split(' ');
  if (words.length !== count) throw new RangeError(`${words.length} words where ${count} were packed`);
  const builder = new WordVectorsBuilder(words, dimensions);
  const values = new Float64Array(dimensions);
  let at = endOfWords + 1;
  forEachRow(tiers, count, (row, { levels }) => {
    const [together, base] = [perByte(levels), 2 * levels + 1];
    for (let i = 0; i < dimensions; i += together) {
      let byte = packed[at++];
      for (let k = i; k < Math.min(i + together, dimensions); k++) {
        values[k] = (byte % base) - levels;
        byte = Math.floor(byte / base);
      }
    }
    // Rows were packed so that the largest value is one of both ends: they are taken as they are.
    builder.setRow(row, values, levels);
  });
  if (at !== packed.length) throw new RangeError(`packed word vectors have ${packed.length} bytes, expected ${at}`);
  return builder.finish();
}

/** @throws RangeError when the tiers do not end with the words, or a number of levels is out of range */
function forEachRow(tiers: readonly Tier[], words: number, take: (row: number, tier: Tier) => void): void {
  let row = 0;
  for (const tier of tiers) {
    if (!(tier.levels >= 1 && tier.levels <= MAX_LEVELS))
      throw new RangeError(`word vectors of ${tier.levels} levels, expected 1 to ${MAX_LEVELS}`);
    for (; row < tier.end; row++) take(row, tier);
  }
  if (row !== words) throw new RangeError(`tiers end after ${row} of ${words} words`);
}
