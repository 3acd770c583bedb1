import { ownCopy } from './cut-text.js';
import { stemOfScript } from './stemmers.js';
import porter2 from 'wink-porter2-stemmer';

/** The library is for English and uses the digit `3` internally, so it must only get words of a-z. */
const ENGLISH_WORD = /^[a-z]{3,}$/;

/** Longer runs of letters are no words, and the stemmer's expressions need quadratic time for them. */
const MAX_WORD_CHARS = 40;

/**
 * A stem takes some 3 µs, a look-up 0.05; 100 000 words with their stems take about 10 MB and cover nearly all that one
 * crawl reads.
 */
const MAX_REMEMBERED = 100_000;
const remembered = new Map<string, string>();

/**
 * Stem of one lower-case English word by Porter2 (the Snowball English stemmer, Porter 2001). Words with other
 * characters than a-z, or shorter than 3 or longer than 40 characters, are their own stem.
 */
export function englishStem(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (word.length > MAX_WORD_CHARS || !ENGLISH_WORD.test(word)) return word;
  const result = porter2(word);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  // The stem may be a slice of the word.
  remembered.set(ownCopy(word), ownCopy(result));
  return result;
}

const ASCII = /^[\0-\x7f]*$/;

/** Stem of one lower-case word in a text of any language: English for ASCII words, otherwise by script. */
export const stem = (word: string): string => (ASCII.test(word) ? englishStem(word) : stemOfScript(word));
