import { ownCopy } from './own-copy.js';
import { stemOfScript } from './stemmers.js';
import porter2 from 'wink-porter2-stemmer';

/** The library is for English and takes the digit `3` as a mark of its own, so only words of a-z may reach it. */
const ENGLISH_WORD = /^[a-z]{3,}$/;

/** Longer runs of letters are no words, and the stemmer's expressions need quadratic time on them. */
const MAX_WORD_CHARS = 40;

/** A stem takes some 3 µs, a look-up 0.05; 100 000 words with their stems fill about 10 MB and cover nearly all of what one crawl reads. */
const MAX_REMEMBERED = 100_000;
const remembered = new Map<string, string>();

/**
 * Stem of one lower-case English word by Porter2 (the Snowball English stemmer, Porter 2001). Words with other characters than a-z, shorter than 3 or longer
 * than 40 are their own stem.
 */
export function englishStem(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (word.length > MAX_WORD_CHARS || !ENGLISH_WORD.test(word)) return word;
  const result = porter2(word);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  // The stem of a word may be a part of it.
  remembered.set(ownCopy(word), ownCopy(result));
  return result;
}

const ASCII = /^[\0-\x7f]*$/;

/** Stem of one lower-case word in a text of any language: English where it is of ASCII, otherwise as its script says. */
export const stem = (word: string): string => (ASCII.test(word) ? englishStem(word) : stemOfScript(word));
