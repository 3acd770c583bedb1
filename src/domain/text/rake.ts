import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/** A candidate keyword or key phrase of a text. */
export interface RankedPhrase {
  /** Lower case, words joined by one space. */
  readonly text: string;
  readonly score: number;
}

export interface RakeOptions {
  /** Words of a phrase, at most. Longer runs without a stop word are lists or tables, not phrases; they are left out. */
  readonly maxWords?: number;
  /** Characters of a word, at least. */
  readonly minWordChars?: number;
}

const DEFAULT_MAX_WORDS = 4;
const DEFAULT_MIN_WORD_CHARS = 3;
/** Whatever ends a phrase besides a stop word. Hyphens and apostrophes do not. */
const PHRASE_END = /[^\p{L}\p{M}\p{N}\s'’\-]+|\n+/u;
const NUMBER = /^\p{N}+$/u;

/**
 * Runs of content words, each as its words: what lies between stop words, numbers, short words and marks other than hyphens and apostrophes.
 *
 * @param minWordChars shorter words end a run
 */
export function contentRuns(text: string, minWordChars: number = DEFAULT_MIN_WORD_CHARS): string[][] {
  const found: string[][] = [];
  for (const piece of text.split(PHRASE_END)) {
    let run: string[] = [];
    const end = (): void => {
      if (run.length > 0) found.push(run);
      run = [];
    };
    for (const word of tokenize(piece)) {
      if (word.length < minWordChars || NUMBER.test(word) || isStopWord(word)) end();
      else run.push(word);
    }
    end();
  }
  return found;
}

const candidates = (text: string, maxWords: number, minWordChars: number): string[][] =>
  contentRuns(text, minWordChars).filter((run) => run.length <= maxWords);

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
function ranked(scores: Iterable<readonly [string, number]>): RankedPhrase[] {
  return [...scores]
    .map(([text, score]) => ({ text, score }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/**
 * Keywords (single words) of a text by RAKE's degree over frequency, best first.
 *
 * Rose, Engel, Cramer and Cowley, "Automatic keyword extraction from individual documents" (2010), section 1.2. Deviations: phrases above `maxWords`
 * and numbers are left out, and keywords with inner stop words ("axis of evil") are not joined.
 */
export function rakeKeywords(text: string, options: RakeOptions = {}): RankedPhrase[] {
  return ranked(
    scoreWords(candidates(text, options.maxWords ?? DEFAULT_MAX_WORDS, options.minWordChars ?? DEFAULT_MIN_WORD_CHARS)),
  );
}

/** Key phrases (one word or several) of a text, best first; a phrase's score is the sum of its words' (as `rakeKeywords`, same source). */
export function rakePhrases(text: string, options: RakeOptions = {}): RankedPhrase[] {
  const phrases = candidates(
    text,
    options.maxWords ?? DEFAULT_MAX_WORDS,
    options.minWordChars ?? DEFAULT_MIN_WORD_CHARS,
  );
  const words = scoreWords(phrases);
  return ranked(
    new Map(phrases.map((phrase) => [phrase.join(' '), phrase.reduce((sum, word) => sum + (words.get(word) ?? 0), 0)])),
  );
}
