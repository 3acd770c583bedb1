import { createReadStream } from 'node:fs';
import { WordVectorsBuilder } from '../../domain/learning/word-vectors.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;

const WORDS_START = '"words":[';
const VECTORS_START = '],"vectors":{';
/** Read per turn: few enough turns, little enough memory. */
const CHUNK_BYTES = 1 << 20;
/** The list of 341 479 words takes 3.6 MB; a file that goes on longer without vectors is not the one expected. */
const MAX_HEAD_BYTES = 32 << 20;
/** An entry of 100 dimensions takes some 900 bytes. */
const MAX_ENTRY_BYTES = 1 << 20;

/**
 * Turns an embeddings file of the wink packages into one block of word vectors, reading it as a stream.
 *
 * `JSON.parse` of the 307 MB file takes over 1 GB; this takes the block itself (48 MB), the list of words and a few chunks. The shape read is
 * `{…,"dimensions":D,"words":[…],"vectors":{"word":[D numbers, norm, row],…},…}`, in this order and without white space, as the package has it.
 *
 * @throws RangeError when the file has another shape
 */
export async function readEmbeddingsJson(path: string): Promise<SharedArrayBuffer> {
  const reader = new EmbeddingsReader();
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) reader.push(chunk as Buffer);
  return reader.finish();
}

class EmbeddingsReader {
  private rest: Buffer = Buffer.alloc(0);
  private builder: WordVectorsBuilder | null = null;
  private words: readonly string[] = [];
  private values = new Float64Array(0);
  private done = false;

  push(chunk: Buffer): void {
    if (this.done) return;
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    if (this.builder === null) this.readHead();
    if (this.builder !== null) this.readEntries(this.builder);
  }

  finish(): SharedArrayBuffer {
    if (this.builder === null || !this.done) throw new RangeError('the embeddings file ends early');
    return this.builder.finish();
  }

  private readHead(): void {
    const end = this.rest.indexOf(VECTORS_START);
    if (end < 0) {
      if (this.rest.length > MAX_HEAD_BYTES)
        throw new RangeError('the embeddings file has no vectors where they should be');
      return;
    }
    const start = this.rest.indexOf(WORDS_START);
    const dimensions = Number(/"dimensions":(\d+)/.exec(this.rest.toString('latin1', 0, Math.max(0, start)))?.[1]);
    if (start < 0 || !(dimensions > 0)) throw new RangeError('the embeddings file does not begin as expected');
    this.words = JSON.parse(this.rest.toString('utf8', start + WORDS_START.length - 1, end + 1)) as string[];
    this.values = new Float64Array(dimensions + 2);
    this.builder = new WordVectorsBuilder(this.words, dimensions);
    this.rest = this.rest.subarray(end + VECTORS_START.length);
  }

  /** Takes every entry that is complete and keeps the rest for the next chunk. */
  private readEntries(builder: WordVectorsBuilder): void {
    const bytes = this.rest;
    let at = 0;
    while (at < bytes.length && bytes[at] !== CLOSE_BRACE) {
      if (bytes[at] === COMMA) at++;
      const quote = closingQuote(bytes, at);
      const end = quote < 0 ? -1 : bytes.indexOf(CLOSE_BRACKET, quote + 3);
      if (end < 0) break;
      this.readNumbers(bytes, quote + 3, end);
      const row = this.values[this.values.length - 1];
      const word = JSON.parse(bytes.toString('utf8', at, quote + 1)) as string;
      if (this.words[row] !== word)
        throw new RangeError(`the vector of ${JSON.stringify(word)} names row ${row}, another word's`);
      builder.setRow(row, this.values);
      at = end + 1;
    }
    this.done = bytes[at] === CLOSE_BRACE;
    this.rest = bytes.subarray(at);
    if (!this.done && this.rest.length > MAX_ENTRY_BYTES + CHUNK_BYTES)
      throw new RangeError('an entry of the embeddings file does not end');
  }

  private readNumbers(bytes: Buffer, from: number, to: number): void {
    let at = from;
    for (let i = 0; i < this.values.length; i++) {
      const next = readNumber(bytes, at, to);
      this.values[i] = next.value;
      at = next.end + 1;
    }
    if (at !== to + 1) throw new RangeError('a vector has another number of values than the file says');
  }
}

/** Index of the quote that ends the string beginning at `at`; -1 when it is not there yet. */
function closingQuote(bytes: Buffer, at: number): number {
  for (let i = at + 1; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE) return i;
  }
  return -1;
}

const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const number = { value: 0, end: 0 };

/** A JSON number by its bytes; ten times faster than through a string. The answer's object is reused. */
function readNumber(bytes: Buffer, from: number, to: number): Readonly<typeof number> {
  let at = from;
  const negative = bytes[at] === MINUS;
  if (negative) at++;
  let mantissa = 0;
  let exponent = 0;
  let fraction = false;
  for (; at < to; at++) {
    const digit = bytes[at] - ZERO;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      if (fraction) exponent--;
    } else if (bytes[at] === POINT && !fraction) fraction = true;
    else break;
  }
  if (at < to && (bytes[at] | 0x20) === 0x65) {
    at++;
    const sign = bytes[at] === MINUS ? -1 : 1;
    if (bytes[at] === MINUS || bytes[at] === PLUS) at++;
    let power = 0;
    for (; at < to && bytes[at] !== COMMA; at++) power = power * 10 + (bytes[at] - ZERO);
    exponent += sign * power;
  }
  if (at < to && bytes[at] !== COMMA)
    throw new RangeError('a vector of the embeddings file holds something that is not a number');
  // Powers up to 22 are exact, and a table of them is several times faster than computing each.
  const size =
    exponent === 0
      ? mantissa
      : exponent < 0
        ? mantissa / (POWERS[-exponent] ?? 10 ** -exponent)
        : mantissa * 10 ** exponent;
  number.value = negative ? -size : size;
  number.end = at;
  return number;
}
