import { shownWordsIn, wordsIn } from './scripts.js';

/** Letters with their marks, and digits. Apostrophes and hyphens end a run: `don't` gives `don`, `t`. */
const LETTERS = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * Runs of letters and digits in order, lower case, in normal form C, so that one word has one spelling. They are words,
 * except in scripts without spaces, where a whole clause is one run.
 */
export function letterRuns(text: string): string[] {
  if (!NON_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return text.normalize('NFC').toLowerCase().match(LETTERS) ?? [];
}

/**
 * The words of a text in order, lower case, including numbers.
 *
 * Unicode words in normal form C. In Chinese and Japanese each pair of adjacent characters is a word, because
 * dictionaries cut a word differently in different places. Thai, Lao, Khmer and Burmese are cut by dictionaries.
 */
export function tokenize(text: string): string[] {
  const runs = letterRuns(text);
  return NON_ASCII.test(text) ? runs.flatMap(wordsIn) : runs;
}

/**
 * The words of a text as a reader sees them, in order, lower case, including numbers: those of scripts without spaces
 * are cut by dictionaries.
 */
export function shownWords(text: string): string[] {
  const runs = letterRuns(text);
  return NON_ASCII.test(text) ? runs.flatMap(shownWordsIn) : runs;
}
