import type { Candidate } from '../../frontier/frontier-view.js';
import { tokenize } from '../../text/index.js';
import { urlWords } from '../../url/index.js';
import { hashEnd, hashUnit, hashUnits } from './hashing.js';

/** Most words kept per candidate; those of the anchor first, then of the URL, the heading and the context. */
export const MOST_WORDS = 8;
/** Words are identified by 16 bits of a hash: two bytes per word, and a table of weights of fixed size. */
export const WORD_BITS = 16;
const MIN_WORD_CHARS = 3;
/** The place of a word, by the letter of its field. */
export const WORD_FIELDS: Readonly<Record<string, string>> = {
  a: 'anchor',
  u: 'URL',
  h: 'heading',
  c: 'around the link',
};

const NON_ASCII = /[^\0-\x7f]/;
const numberOf = (hash: number): number => hashEnd(hash) >>> (32 - WORD_BITS);

/** ASCII letters in lower case and digits unchanged, all other characters 0, as `tokenize` reads them. */
const LOWER = new Uint8Array(128);
for (let c = 0x30; c <= 0x39; c++) LOWER[c] = c;
for (let c = 0x61; c <= 0x7a; c++) LOWER[c] = LOWER[c - 0x20] = c;

/** Numbers of words: the first `count`. */
export type WordNumbers = Pick<LinkWordReader, 'numbers' | 'count'>;
export const NO_WORDS: WordNumbers = { numbers: new Uint16Array(0), count: 0 };

/** Names for numbers of words. */
export interface NamesOfWords {
  /** Whether a number lacks a name that it should have. */
  lacks(number: number): boolean;
  /** @param text the letter of the word's field, and the word */
  note(number: number, text: string): void;
}

/** Reads the words of links, one link at a time. */
export class LinkWordReader {
  /** The numbers of the latest link's words, each specific to its place: the first `count`. */
  readonly numbers = new Uint16Array(MOST_WORDS);
  count = 0;

  constructor(private readonly names: NamesOfWords | null = null) {}

  read({ anchor, url, heading, before, after }: Candidate): this {
    this.count = 0;
    this.add('a', anchor);
    // The words of a URL are worth reading only if there is room for them.
    if (this.hasRoom) this.add('u', urlWords(url));
    if (this.hasRoom) this.add('h', heading);
    if (this.hasRoom) this.addBoth('c', before, after);
    return this;
  }

  private get hasRoom(): boolean {
    return this.count < MOST_WORDS;
  }

  /** The words of two texts. Together they are one text to `tokenize`. */
  private addBoth(field: string, before: string, after: string): void {
    if (NON_ASCII.test(before) || NON_ASCII.test(after)) this.addTokens(field, tokenize(`${before} ${after}`));
    else {
      this.addAscii(field, before);
      this.addAscii(field, after);
    }
  }

  private add(field: string, text: string): void {
    if (NON_ASCII.test(text)) this.addTokens(field, tokenize(text));
    else this.addAscii(field, text);
  }

  private addTokens(field: string, tokens: readonly string[]): void {
    for (const token of tokens) {
      if (!this.hasRoom) return;
      if (token.length >= MIN_WORD_CHARS) this.keep(numberOf(hashUnits(field + token)), field, token, 0, token.length);
    }
  }

  /** As `addTokens` of `tokenize`, without a text for each word. */
  private addAscii(field: string, text: string): void {
    const start = hashUnits(field);
    for (let at = 0; at < text.length && this.hasRoom; at++) {
      let unit = LOWER[text.charCodeAt(at)];
      if (unit === 0) continue;
      const from = at;
      let hash = start;
      while (unit !== 0) {
        hash = hashUnit(hash, unit);
        at++;
        unit = at < text.length ? LOWER[text.charCodeAt(at)] : 0;
      }
      if (at - from >= MIN_WORD_CHARS) this.keep(numberOf(hash), field, text, from, at);
    }
  }

  private keep(number: number, field: string, text: string, from: number, to: number): void {
    let at = 0;
    while (at < this.count && this.numbers[at] !== number) at++;
    if (at === this.count) this.numbers[this.count++] = number;
    if (this.names?.lacks(number) === true) this.names.note(number, field + text.slice(from, to).toLowerCase());
  }
}
