import { NameTable } from '../../frontier/name-table.js';
import type { Candidate } from '../../frontier/frontier-view.js';
import { isStopWord, stem, tokenize } from '../../text/index.js';
import { urlWords } from '../../url/index.js';

/** Places of a link's words. */
export const FIELDS = ['around', 'anchor', 'url'] as const;
export const FIELD_COUNT = FIELDS.length;

/** Words read before and after a link, each, without stop words (program: 10). */
const WORDS_EACH_SIDE = 10;
/** Most distinct words per field: two sides, an anchor, a URL. */
const MOST_WORDS = [2 * WORDS_EACH_SIDE, 12, 12] as const;
export const MAX_LINK_WORDS = MOST_WORDS[0] + MOST_WORDS[1] + MOST_WORDS[2];
/** Shorter words are ignored (program: length > 2). */
const MIN_WORD_CHARS = 3;
/** Most distinct words: two bytes each. Later ones are ignored; by then the frequent ones are known. */
export const MAX_WORDS = 65_536;

/** The words of a link as numbers, field by field, distinct within a field. */
export interface LinkWords {
  readonly words: Uint16Array;
  /** Number of words in each field. */
  readonly counts: readonly number[];
}

export const NO_WORDS: LinkWords = { words: new Uint16Array(0), counts: [0, 0, 0] };

/** Numbers the words of links in order of first use. */
export class WordNumbers {
  private readonly names = new NameTable();

  get size(): number {
    return this.names.size;
  }

  wordsOf({ before, after, anchor, url }: Pick<Candidate, 'before' | 'after' | 'anchor' | 'url'>): LinkWords {
    const around = [...telling(before).slice(-WORDS_EACH_SIDE), ...telling(after).slice(0, WORDS_EACH_SIDE)];
    const fields = [around, telling(anchor), telling(urlWords(url))].map((tokens, field) =>
      this.numbersOf(tokens, MOST_WORDS[field]),
    );
    return { words: Uint16Array.from(fields.flat()), counts: fields.map(({ length }) => length) };
  }

  nameOf(word: number): string {
    return this.names.nameOf(word);
  }

  save(): string[] {
    return this.names.save();
  }

  restore(words: readonly string[]): void {
    this.names.restore(words);
  }

  private numbersOf(tokens: readonly string[], most: number): number[] {
    const numbers = new Set<number>();
    for (const token of tokens) {
      if (token.length < MIN_WORD_CHARS || numbers.size >= most) continue;
      const word = stem(token);
      const number = this.names.size < MAX_WORDS ? this.names.intern(word) : this.names.find(word);
      if (number !== undefined) numbers.add(number);
    }
    return [...numbers];
  }
}

/** The words of a text without stop words, which the program never sees. */
const telling = (text: string): string[] => tokenize(text).filter((word) => !isStopWord(word));
