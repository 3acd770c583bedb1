import type { Candidate } from '../../frontier/frontier-view.js';
import { tokenize } from '../../text/index.js';
import { urlWords } from '../../url/index.js';
import { hashText } from './hashing.js';

/** Most words kept per candidate; those of the anchor first, then of the URL, the heading and the context. */
export const MOST_WORDS = 8;
/** Words are identified by 16 bits of a hash: two bytes per word, and a table of weights of fixed size. */
export const WORD_BITS = 16;
const MIN_WORD_CHARS = 3;
/** The place of a word, by the letter of its field. */
export const WORD_FIELDS: Readonly<Record<string, string>> = {
  a: 'anchor',
  u: 'URL',
  h: 'heading',
  c: 'around the link',
};

/**
 * Numbers of a link's words, each specific to its place.
 *
 * @param met called with each number and its text: the letter of its field, and the word
 */
export function linkWords(
  { anchor, url, heading, before, after }: Candidate,
  met?: (number: number, text: string) => void,
): number[] {
  const numbers = new Set<number>();
  for (const [field, text] of [
    ['a', anchor],
    ['u', urlWords(url)],
    ['h', heading],
    ['c', `${before} ${after}`],
  ]) {
    for (const token of tokenize(text)) {
      if (numbers.size >= MOST_WORDS) return [...numbers];
      if (token.length < MIN_WORD_CHARS) continue;
      const number = hashText(field + token) >>> (32 - WORD_BITS);
      numbers.add(number);
      met?.(number, field + token);
    }
  }
  return [...numbers];
}
