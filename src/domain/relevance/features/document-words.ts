import type { DocumentText } from '../../text/document-text.js';
import { englishStem, isStopWord, letterRuns } from '../../text/index.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { KeywordTrie } from '../../topic/keyword-trie.js';

/** The words of a document by field, lower case, in order. */
export interface DocumentWords {
  readonly title: readonly string[];
  readonly description: readonly string[];
  readonly text: readonly string[];
}

/** Real titles and descriptions end long before; longer ones are stuffed with keywords. */
const MAX_TITLE_WORDS = 40;
const MAX_DESCRIPTION_WORDS = 100;
/** A page says what it is about in its first thousands of words; what follows costs time and is mostly lists and comments. */
export const MAX_TEXT_WORDS = 3_000;
/** Words of a short text looked at: an anchor with context and URL words has some fifty. */
export const MAX_SHORT_TEXT_WORDS = 100;
/** Characters read for a word: twice the English mean with its space, so that the word limits decide on real text and this one on endless words. */
const CHARS_PER_WORD = 12;
/** Longer words are encodings and hashes. */
const MAX_WORD_CHARS = 40;

/** At most `limit` words of a text, reading no more of it than that takes. */
export function wordsOf(text: string, limit: number): string[] {
  const most = limit * CHARS_PER_WORD;
  const words = letterRuns(text.length > most ? text.slice(0, most) : text);
  return words.length > limit ? words.slice(0, limit) : words;
}

/** The text of each field and how much of it counts: what `documentWords` gives the words of. */
export function documentFields({ title, description, text }: DocumentText): Record<keyof DocumentWords, FieldText> {
  return {
    title: { text: title, maxWords: MAX_TITLE_WORDS, maxChars: MAX_TITLE_WORDS * CHARS_PER_WORD },
    description: {
      text: description,
      maxWords: MAX_DESCRIPTION_WORDS,
      maxChars: MAX_DESCRIPTION_WORDS * CHARS_PER_WORD,
    },
    text: { text, maxWords: MAX_TEXT_WORDS, maxChars: MAX_TEXT_WORDS * CHARS_PER_WORD },
  };
}

export interface FieldText {
  readonly text: string;
  readonly maxWords: number;
  readonly maxChars: number;
}

export function documentWords(document: DocumentText): DocumentWords {
  return {
    title: wordsOf(document.title, MAX_TITLE_WORDS),
    description: wordsOf(document.description, MAX_DESCRIPTION_WORDS),
    text: wordsOf(document.text, MAX_TEXT_WORDS),
  };
}

const LETTERS = /\p{L}.*\p{L}/u;

/** Words that can tell topics apart: two letters at least, none of the stop words. */
export function isContentWord(word: string): boolean {
  return word.length > 1 && word.length <= MAX_WORD_CHARS && LETTERS.test(word) && !isStopWord(word);
}

/** A document of a training set: its words by field as numbers of a `WordTable`, 4 bytes each. */
export interface NumberedDocument {
  readonly title: Int32Array;
  readonly description: Int32Array;
  readonly text: Int32Array;
}

/** Numbers words densely, so that thousands of documents fit in memory and work done for a word is done once. */
export class WordTable {
  private readonly ids = new Map<string, number>();
  readonly words: string[] = [];

  number(document: DocumentText): NumberedDocument {
    const { title, description, text } = documentWords(document);
    return { title: this.idsOf(title), description: this.idsOf(description), text: this.idsOf(text) };
  }

  private idsOf(words: readonly string[]): Int32Array {
    return Int32Array.from(words, (word) => {
      let id = this.ids.get(word);
      if (id === undefined) {
        id = this.words.length;
        this.ids.set(word, id);
        this.words.push(word);
      }
      return id;
    });
  }
}

/** The keywords as models find them: among the runs of letters of a text that was analyzed before, where the topic is not English (`Analyzer`). */
export const keywordTrie = (keywords: readonly Keyword[]): KeywordTrie =>
  new KeywordTrie(
    keywords.map(({ text }) => text),
    { words: letterRuns, stem: englishStem },
  );
