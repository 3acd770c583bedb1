import { isUnspaced, written } from './scripts.js';
import { shownWords } from './tokenize.js';
import { ENGLISH_READING, type WordReading } from './word-reading.js';

/** A candidate keyword or key phrase of a text. */
export interface RankedPhrase {
  /** Lower case, words joined by one space, or by none in scripts without spaces. */
  readonly text: string;
  readonly words: number;
  readonly score: number;
}

export interface RakeOptions {
  /** Words of a phrase, at most. Longer runs without a stop word are lists or tables, not phrases; they are left out. */
  readonly maxWords?: number;
  /** Characters of a word, at least; 2 in scripts without spaces. */
  readonly minWordChars?: number;
  /** How the words of the text's language are read; English ones when left out. */
  readonly reading?: WordReading;
}

const DEFAULT_MAX_WORDS = 4;
const DEFAULT_MIN_WORD_CHARS = 3;
const MIN_UNSPACED_CHARS = 2;
/** Whatever ends a phrase besides a stop word. Hyphens and apostrophes do not. */
const PHRASE_END = /[^\p{L}\p{M}\p{N}\s'’\-]+|\n+/u;
const NUMBER = /^\p{N}+$/u;

/** Runs of content words, each as its words: what lies between stop words, numbers, short words and marks other than hyphens and apostrophes. */
export function contentRuns(
  text: string,
  {
    minWordChars = DEFAULT_MIN_WORD_CHARS,
    reading = ENGLISH_READING,
  }: Pick<RakeOptions, 'minWordChars' | 'reading'> = {},
): string[][] {
  const isShort = (word: string): boolean =>
    word.length < minWordChars && (word.length < MIN_UNSPACED_CHARS || !isUnspaced(word));
  const found: string[][] = [];
  for (const piece of text.split(PHRASE_END)) {
    let run: string[] = [];
    const end = (): void => {
      if (run.length > 0) found.push(run);
      run = [];
    };
    for (const word of shownWords(piece)) {
      if (isShort(word) || NUMBER.test(word) || reading.isStopWord(word)) end();
      else run.push(word);
    }
    end();
  }
  return found;
}

const candidates = (text: string, options: RakeOptions): string[][] =>
  contentRuns(text, options).filter((run) => run.length <= (options.maxWords ?? DEFAULT_MAX_WORDS));

/** Score of each word: degree over frequency. The degree counts the words of all candidates it stands in, itself included. */
function scoreWords(phrases: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, { frequency: number; degree: number }>();
  for (const phrase of phrases) {
    for (const word of phrase) {
      const count = counts.get(word) ?? { frequency: 0, degree: 0 };
      count.frequency++;
      count.degree += phrase.length;
      counts.set(word, count);
    }
  }
  return new Map([...counts].map(([word, { frequency, degree }]) => [word, degree / frequency]));
}

/** By score, then by text, so that the order is always the same. */
function ranked(scores: Iterable<RankedPhrase>): RankedPhrase[] {
  return [...scores].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/**
 * Keywords (single words) of a text by RAKE's degree over frequency, best first.
 *
 * Rose, Engel, Cramer and Cowley, "Automatic keyword extraction from individual documents" (2010), section 1.2. Deviations: phrases above `maxWords`
 * and numbers are left out, and keywords with inner stop words ("axis of evil") are not joined.
 */
export function rakeKeywords(text: string, options: RakeOptions = {}): RankedPhrase[] {
  const scores = scoreWords(candidates(text, options));
  return ranked([...scores].map(([word, score]) => ({ text: word, words: 1, score })));
}

/** Key phrases (one word or several) of a text, best first; a phrase's score is the sum of its words' (as `rakeKeywords`, same source). */
export function rakePhrases(text: string, options: RakeOptions = {}): RankedPhrase[] {
  const phrases = candidates(text, options);
  const words = scoreWords(phrases);
  const scored = phrases.map((phrase): [string, RankedPhrase] => {
    const shown = written(phrase);
    const score = phrase.reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
    return [shown, { text: shown, words: phrase.length, score }];
  });
  return ranked(new Map(scored).values());
}
