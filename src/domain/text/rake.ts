import { isUnspaced, written } from './scripts.js';
import { shownWords } from './tokenize.js';
import { ENGLISH_READING, type WordReading } from './word-reading.js';

/** A candidate keyword or key phrase of a text. */
interface RankedPhrase {
  /** Lower case, words joined by one space, or by none in scripts without spaces. */
  readonly text: string;
  readonly words: number;
  readonly score: number;
}

interface RakeOptions {
  /** Most words of a phrase. Longer runs without a stop word are lists or tables, not phrases; they are dropped. */
  readonly maxWords?: number;
  /** Minimum characters of a word; 2 in scripts without spaces. */
  readonly minWordChars?: number;
  /** How words of the text's language are read. Default: English. */
  readonly reading?: WordReading;
}

const DEFAULT_MAX_WORDS = 4;
const DEFAULT_MIN_WORD_CHARS = 3;
const MIN_UNSPACED_CHARS = 2;
/** Separators of phrases besides stop words. Hyphens and apostrophes are none. */
const PHRASE_END = /[^\p{L}\p{M}\p{N}\s'’\-]+|\n+/u;
const NUMBER = /^\p{N}+$/u;

/**
 * Runs of content words between stop words, numbers, short words and punctuation other than hyphens and apostrophes;
 * each as its words.
 */
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

/**
 * Score of each word: degree divided by frequency. The degree counts the words of all candidates with it, including
 * itself.
 */
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

/** By score, then by text, which makes the order deterministic. */
function ranked(scores: Iterable<RankedPhrase>): RankedPhrase[] {
  return [...scores].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/**
 * Key phrases (one word or several) of a text, best first; a phrase's score is the sum of its words' scores.
 *
 * Rose, Engel, Cramer and Cowley, "Automatic keyword extraction from individual documents" (2010), section 1.2.
 * Deviations: phrases above `maxWords` and numbers are left out, and keywords with inner stop words ("axis of evil")
 * are not joined.
 */
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
