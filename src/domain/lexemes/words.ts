/** Scripts that are written without spaces between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const LETTERS = '\\p{L}\\p{M}\\p{N}';
/** A run of an unspaced script, or a word of another one. Made from text, since the compiler's target does not know the flag `v`. */
const WORD = new RegExp(`[[${LETTERS}]&&[${UNSPACED}]]+|[[${LETTERS}]--[${UNSPACED}]]+`, 'gv');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');

/** Spaces, dashes, quotation marks and signs that English pages use beside ASCII. Left alone, ™ would become letters of the word before it. */
const TYPOGRAPHY =
  /[\u00a0-\u00a9\u00ab\u00ac\u00ae\u00af\u00b6\u00b7\u00bb\u2000-\u200b\u200e-\u205f\u2120\u2122\u2190-\u22ff\u25a0-\u27bf]/g;
/** Inside a word, and not seen: soft hyphens and joiners. */
const UNSEEN = /[\u00ad\u200c\u200d\u2060\ufeff]/g;

/** A text without what stands between words beside ASCII: a page in English has nothing else then. */
export const plainText = (text: string): string => text.replace(TYPOGRAPHY, ' ').replace(UNSEEN, '');

/** A word in lower case and compatibility form (NFKC), or a run of a script without spaces, which is longer. */
export interface Word {
  readonly word: string;
  readonly isUnspaced: boolean;
}

/** The words of a plain text in order. */
export function* wordsOf(plain: string): Generator<Word> {
  for (const [word] of plain.normalize('NFKC').toLowerCase().matchAll(WORD))
    yield { word, isUnspaced: IS_UNSPACED.test(word) };
}

/** The pairs of neighbours in a run, and its last character by itself. */
export function* pairsOf(run: string): Generator<string> {
  let before = '';
  for (const character of run) {
    if (before !== '') yield before + character;
    before = character;
  }
  if (before !== '') yield before;
}
