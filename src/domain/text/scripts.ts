const classOf = (scripts: readonly string[]): string => scripts.map((script) => `\\p{scx=${script}}`).join('');
/** Written without spaces between words, in words that no dictionary cuts alike everywhere: the pairs of neighbours are the words. */
const PAIRED = classOf(['Han', 'Hiragana', 'Katakana', 'Bopomofo']);
/** Written without spaces between words, in letters: two of them say little. */
const SEGMENTED = classOf(['Thai', 'Lao', 'Khmer', 'Myanmar']);
/** Scripts that are written without spaces between words. */
const UNSPACED = PAIRED + SEGMENTED;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A run of an unspaced script, or of others. Made from text, since the compiler's target does not know the flag `v`. */
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gv');
const IS_SEGMENTED = new RegExp(`^[${SEGMENTED}]`, 'v');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
/** No unspaced script has a character below U+0E00, where those of Europe and most others are. */
const HIGH = /[\u0e00-\uffff]/;

/** Spaces, dashes, quotation marks and signs that English pages use beside ASCII. Left alone, ™ would become letters of the word before it. */
const TYPOGRAPHY =
  /[\u00a0-\u00a9\u00ab\u00ac\u00ae\u00af\u00b6\u00b7\u00bb\u2000-\u200b\u200e-\u205f\u2120\u2122\u2190-\u22ff\u25a0-\u27bf]/g;
/** Inside a word, and not seen: soft hyphens and joiners. */
const UNSEEN = /[\u00ad\u200c\u200d\u2060\ufeff]/g;

/** A text without what stands between words beside ASCII: a page in English has nothing else then. */
export const plainText = (text: string): string => text.replace(TYPOGRAPHY, ' ').replace(UNSEEN, '');

/**
 * Calls back for each word of a plain text in order, in lower case and compatibility form (NFKC).
 *
 * @param unspaced called in its place for a run of a script without spaces, which is longer than a word
 */
export function forEachWord(plain: string, word: (word: string) => void, unspaced: (run: string) => void): void {
  const words = plain.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  if (!HIGH.test(plain)) return words.forEach(word);
  for (const one of words) for (const run of one.match(RUN) ?? []) (IS_UNSPACED.test(run) ? unspaced : word)(run);
}

/** The pairs of neighbours in a run, and its last character by itself. */
export function pairsOf(run: string): string[] {
  const pairs: string[] = [];
  for (let at = 0; at < run.length;) {
    const second = at + sizeAt(run, at);
    pairs.push(run.slice(at, second < run.length ? second + sizeAt(run, second) : second));
    at = second;
  }
  return pairs;
}

/** UTF-16 units of the character. */
const sizeAt = (text: string, at: number): 1 | 2 => sizeOf(text.charCodeAt(at));
const sizeOf = (unit: number): 1 | 2 => (unit >= 0xd800 && unit < 0xdc00 ? 2 : 1);

/** By the dictionaries of ICU, which are the same in every locale. Made once: that takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

const byDictionary = (run: string): string[] => {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
};

/** The words of a run of a script without spaces, in order: pairs of neighbours, so that a word is found in whatever stands around it; of Thai and its like, words. */
function wordsOfRun(run: string): string[] {
  if (IS_SEGMENTED.test(run)) return byDictionary(run);
  const pairs = pairsOf(run);
  return pairs.length === 1 ? pairs : pairs.slice(0, -1);
}

/** Runs of scripts without spaces and what stands between them, of a run of letters, marks and digits. */
export const runsOf = (letters: string): readonly string[] =>
  HIGH.test(letters) ? (letters.match(RUN) ?? []) : [letters];

function cut(letters: string, unspaced: (run: string) => readonly string[]): readonly string[] {
  return runsOf(letters).flatMap((run) => (IS_UNSPACED.test(run) ? unspaced(run) : [run]));
}

/** The words that a run of letters, marks and digits holds: those by which it is found. */
export const wordsIn = (letters: string): readonly string[] => cut(letters, wordsOfRun);

/** The words that a reader sees in a run of letters, marks and digits: as dictionaries cut it, which they do in one way here and in another way there. */
export const shownWordsIn = (letters: string): readonly string[] => cut(letters, byDictionary);

/** Whether a word is of a script without spaces. */
export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word);

/** Words as one writes them one after the other: with a space where either is of a script that has them. */
export const written = (words: readonly string[]): string =>
  words.reduce(
    (text, word, i) => text + (i > 0 && !(isUnspaced(words[i - 1]) && isUnspaced(word)) ? ' ' : '') + word,
    '',
  );

/** By 256 UTF-16 units, each made when it is first asked for: how many letters make a word, 0 where a space ends it. */
const lettersPerWord: (Uint8Array | undefined)[] = [];
/** About as many as a word of their translation into English has. */
const PAIRED_LETTERS = 2;
const SEGMENTED_LETTERS = 5;
const IS_LETTER = /^[\p{L}\p{M}]/u;

/**
 * How many letters like this one make about one word where the script has no spaces between words; 0 for what is no letter of such a script. The first half of a
 * surrogate pair stands for the whole of it.
 */
export function lettersOfWord(unit: number): number {
  const page = (lettersPerWord[unit >> 8] ??= Uint8Array.from({ length: 256 }, (_, low) => {
    const code = (unit & 0xff00) | low;
    // The planes are filled in blocks larger than the thousand characters that share a first half.
    const sign = String.fromCharCode(code, ...(sizeOf(code) === 2 ? [0xdc00] : []));
    if (!IS_LETTER.test(sign) || !IS_UNSPACED.test(sign)) return 0;
    return IS_SEGMENTED.test(sign) ? SEGMENTED_LETTERS : PAIRED_LETTERS;
  }));
  return page[unit & 0xff];
}

/** Whether a word is one or two characters of a script whose words are pairs. */
const PAIR = new RegExp(`^[${PAIRED}]{1,2}$`, 'v');
export const isPair = (word: string): boolean => word.length <= 4 && PAIR.test(word);
