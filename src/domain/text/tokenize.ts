import { shownWordsIn, wordsIn } from './scripts.js';

/** Letters with their marks and digits. Apostrophes and hyphens end them: `don't` gives `don`, `t`. */
const LETTERS = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * Runs of letters and digits in order, lower case, in normal form C, so that one word has one spelling. Words, but of scripts without spaces, where a whole
 * clause is one run.
 */
export function letterRuns(text: string): string[] {
  if (!NON_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return text.normalize('NFC').toLowerCase().match(LETTERS) ?? [];
}

/**
 * The words of a text in order, lower case, numbers kept.
 *
 * Unicode words in normal form C. Of Chinese and Japanese each pair of neighbours is a word: dictionaries cut one word in one way here and in another way there.
 * Thai, Lao, Khmer and Burmese are cut by dictionaries.
 */
export function tokenize(text: string): string[] {
  const runs = letterRuns(text);
  return NON_ASCII.test(text) ? runs.flatMap(wordsIn) : runs;
}

/** The words of a text as a reader sees them, in order, lower case, numbers kept: those of scripts without spaces as dictionaries cut them. */
export function shownWords(text: string): string[] {
  const runs = letterRuns(text);
  return NON_ASCII.test(text) ? runs.flatMap(shownWordsIn) : runs;
}
