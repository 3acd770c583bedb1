/** A word: letters with their marks and digits. Apostrophes and hyphens end it: `don't` gives `don`, `t`. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * The words of a text in order, lower case, numbers kept.
 *
 * Unicode words in normal form C, so that one word has one spelling. Scripts without spaces (Chinese, Japanese, Thai) are not segmented: a run of
 * letters is one word.
 */
export function tokenize(text: string): string[] {
  if (!NON_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return text.normalize('NFC').toLowerCase().match(WORD) ?? [];
}
