import { HEADER_BYTES, MAX_LEVELS, WordVectorsBuilder } from './word-vectors.js';

/**
 * Word vectors as stored in the repository: input of a general compressor, to which only the frequencies of values are
 * useful.
 *
 * Values of a row are whole numbers in [-levels, levels], and the largest absolute value is `levels`. Frequent words
 * have many levels, rare ones few: rare rows are most of the vocabulary, and a hundredth of the words of pages. As many
 * values as fit share a byte: then a compressor that codes each byte with whole bits loses little.
 *
 * Layout: a line of JSON (`Head`), a line of the words separated by spaces, the rows.
 */
interface Head {
  readonly dimensions: number;
  readonly words: number;
  readonly tiers: readonly Tier[];
}

/** The rows up to `end`, from the end of the previous tier. */
export interface Tier {
  readonly end: number;
  readonly levels: number;
}

const NEWLINE = 0x0a;

/** Number of values with this number of levels that share a byte. */
const perByte = (levels: number): number => Math.floor(Math.log(256) / Math.log(2 * levels + 1));

/**
 * @param words most frequent first
 * @param vectorOf the vector of a row's word, with `dimensions` numbers
 * @param tiers ascending; the last one ends with the words
 * @throws RangeError if a word contains a space, or `WordVectorsBuilder` refuses a vector
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
 * Unpacks word vectors to a block.
 *
 * @throws RangeError if the data is not the complete output of `packWordVectors`
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
    // The largest value of a packed row is at one of both ends, so the rows need no scaling.
    builder.setRow(row, values, levels);
  });
  if (at !== packed.length) throw new RangeError(`packed word vectors have ${packed.length} bytes, expected ${at}`);
  return builder.finish();
}

/** @throws RangeError if the tiers do not end with the words, or a number of levels is out of range */
function forEachRow(tiers: readonly Tier[], words: number, take: (row: number, tier: Tier) => void): void {
  let row = 0;
  for (const tier of tiers) {
    if (!(tier.levels >= 1 && tier.levels <= MAX_LEVELS))
      throw new RangeError(`word vectors of ${tier.levels} levels, expected 1 to ${MAX_LEVELS}`);
    for (; row < tier.end; row++) take(row, tier);
  }
  if (row !== words) throw new RangeError(`tiers end after ${row} of ${words} words`);
}
