import type { DocumentText } from '../../text/document-text.js';
import { englishStem, isStopWord, letterRuns } from '../../text/index.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { KeywordTrie } from '../../topic/keyword-trie.js';

/** The words of a document by field, lower case, in order. */
interface DocumentWords {
  readonly title: readonly string[];
  readonly description: readonly string[];
  readonly text: readonly string[];
}

/** Real titles and descriptions are shorter; longer ones are stuffed with keywords. */
const MAX_TITLE_WORDS = 40;
const MAX_DESCRIPTION_WORDS = 100;
/** The first thousands of words show a page's subject; later ones cost time and are mostly lists and comments. */
const MAX_TEXT_WORDS = 3_000;
/** Most words read of a short text: an anchor with context and URL words has some fifty. */
export const MAX_SHORT_TEXT_WORDS = 100;
/**
 * Characters read per word: twice the English mean with its space, so that the word limits apply to real text and this
 * one to endless words.
 */
const CHARS_PER_WORD = 12;
/** Longer words are encodings and hashes. */
const MAX_WORD_CHARS = 40;

/** A short text and its limit. */
export const shortField = (text: string): FieldText => ({
  text,
  maxWords: MAX_SHORT_TEXT_WORDS,
  maxChars: MAX_SHORT_TEXT_WORDS * CHARS_PER_WORD,
});

/** At most `limit` words of a text, without reading more of it than needed. */
export function wordsOf(text: string, limit: number): string[] {
  const most = limit * CHARS_PER_WORD;
  const words = letterRuns(text.length > most ? text.slice(0, most) : text);
  return words.length > limit ? words.slice(0, limit) : words;
}

/** The text of each field and its limit: the input of `documentWords`. */
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

/** The lower-case words of each field, in order, at most as many as the field's limit. */
export function documentWords(document: DocumentText): DocumentWords {
  return {
    title: wordsOf(document.title, MAX_TITLE_WORDS),
    description: wordsOf(document.description, MAX_DESCRIPTION_WORDS),
    text: wordsOf(document.text, MAX_TEXT_WORDS),
  };
}

const LETTERS = /\p{L}.*\p{L}/u;

/** Whether a word can distinguish topics: at least two letters, no stop word. */
export function isContentWord(word: string): boolean {
  return word.length > 1 && word.length <= MAX_WORD_CHARS && LETTERS.test(word) && !isStopWord(word);
}

/** A training document: its words by field as numbers of a `WordTable`, 4 bytes each. */
export interface NumberedDocument {
  readonly title: Int32Array;
  readonly description: Int32Array;
  readonly text: Int32Array;
}

/** Assigns dense numbers to words, so that thousands of documents fit in memory and work per word is done once. */
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

/**
 * The keywords as models match them: if the topic is not English, among the letter runs of a previously analysed text
 * (`Analyzer`).
 */
export const keywordTrie = (keywords: readonly Keyword[]): KeywordTrie =>
  new KeywordTrie(
    keywords.map(({ text }) => text),
    { words: letterRuns, stem: englishStem },
  );
