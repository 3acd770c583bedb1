const classOf = (scripts: readonly string[]): string => scripts.map((script) => `\\p{scx=${script}}`).join('');
/** Scripts without spaces whose words dictionaries cut inconsistently: pairs of adjacent characters serve as words. */
const PAIRED = classOf(['Han', 'Hiragana', 'Katakana', 'Bopomofo']);
/** Alphabetic scripts without spaces: pairs of letters say little. */
const SEGMENTED = classOf(['Thai', 'Lao', 'Khmer', 'Myanmar']);
/** Scripts without spaces between words. */
const UNSPACED = PAIRED + SEGMENTED;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/**
 * A run in a script without spaces, or in others. Built from text, because the compiler's target does not support the
 * flag `v`.
 */
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gv');
const IS_SEGMENTED = new RegExp(`^[${SEGMENTED}]`, 'v');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
/** No script without spaces has a character below U+0E00, where those of Europe and most others are. */
const HIGH = /[\u0e00-\uffff]/;

/**
 * Spaces, dashes, quotation marks and signs that English pages use besides ASCII. Otherwise ™ would become letters of
 * the preceding word.
 */
const TYPOGRAPHY =
  /[\u00a0-\u00a9\u00ab\u00ac\u00ae\u00af\u00b6\u00b7\u00bb\u2000-\u200b\u200e-\u205f\u2120\u2122\u2190-\u22ff\u25a0-\u27bf]/g;
/** Invisible characters inside words: soft hyphens and joiners. */
const UNSEEN = /[\u00ad\u200c\u200d\u2060\ufeff]/g;

/** The zeros of scripts, each followed by its other digits. */
const ZEROS = Array.from('٠۰०০੦૦୦௦౦೦൦๐໐༠၀០', (zero) => zero.charCodeAt(0));
const OTHER_DIGITS = new RegExp(`[${ZEROS.map((zero) => String.fromCharCode(zero, 0x2d, zero + 9)).join('')}]`, 'g');
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
}

/**
 * The joiner of Persian words. It is kept, as within a word, after the prefix of verbs and before endings that the
 * stemmer removes; other endings (possessives, copula, article, genitive) are left out.
 */
const JOINER = '\u200c';
const KEPT_JOINER = /(?<=(?<!\p{L})ن?می)\u200c|\u200c(?=(?:های?ی?|ترین|تر)(?![\p{L}\u200c]))/gu;
const ENDINGS = /\u200c(?:های(?:م|ت|ش|مان|تان|شان)|ی|ای|ام|ات|اش|اند|ایم|اید|مان|تان|شان)(?![\p{L}\p{M}])/gu;
const BETWEEN_WORDS = /(?<=\p{sc=Arab}\p{M}{0,3})\u200c(?=\p{sc=Arab})/gu;
/** Stands for a kept joiner meanwhile: invisible too, and removed with all such characters. */
const WITHIN = '\u2060';

/**
 * A text of the same length with ASCII digits, and with spaces between the words of Persian compounds: `دوچرخه‌سواری`
 * and `دوچرخه سواری` are one.
 */
export function inUsualSigns(text: string): string {
  const digits = text.replace(OTHER_DIGITS, asciiDigit);
  if (!digits.includes(JOINER)) return digits;
  return digits
    .replace(KEPT_JOINER, WITHIN)
    .replace(ENDINGS, (ending) => ' '.repeat(ending.length))
    .replace(BETWEEN_WORDS, ' ');
}

/** Removes non-ASCII characters between words: a page in English then has no others. */
export const plainText = (text: string): string => inUsualSigns(text).replace(TYPOGRAPHY, ' ').replace(UNSEEN, '');

/** In these languages the capital I is that of the letter ı. */
const DOTLESS: ReadonlySet<string> = new Set(['tr', 'az']);
/** Whether the language has other letters in lower case than English. @param language ISO 639-1; '' if unknown */
export const isDotless = (language: string): boolean => DOTLESS.has(language);

/**
 * A text in lower case. The Turkish capital İ becomes the letter i, without a mark that no other spelling has.
 *
 * @param language of the text, ISO 639-1; '' if unknown
 */
export const lowerCase = (text: string, language = ''): string =>
  (isDotless(language) ? text.toLocaleLowerCase('tr') : text.toLowerCase()).replaceAll('i\u0307', 'i');

/** The place of the next word of a text. Faster than a search: few signs are between words, nearly all of ASCII. */
function placeOf(word: string, text: string, from: number): number {
  const first = word.charCodeAt(0);
  let at = from;
  while (text.charCodeAt(at) < 0x80 && text.charCodeAt(at) !== first) at++;
  return first < 0x80 && text.charCodeAt(at) === first ? at : text.indexOf(word, at);
}

/**
 * Calls back for each word of a plain text in order, in lower case and compatibility form (NFKC), with its offset.
 *
 * @param unspaced called instead for a run in a script without spaces, which is longer than a word
 * @param language of the text, ISO 639-1; '' if unknown
 * @returns the text of the offsets in its own case; in lower case if that has another length
 */
export function forEachWord(
  plain: string,
  word: (word: string, from: number) => void,
  unspaced: (run: string) => void,
  language = '',
): string {
  const cased = plain.normalize('NFKC');
  const text = lowerCase(cased, language);
  const hasUnspaced = HIGH.test(plain);
  let from = 0;
  for (const one of text.match(WORD) ?? []) {
    from = placeOf(one, text, from);
    for (const run of hasUnspaced ? (one.match(RUN) ?? []) : [one]) {
      if (hasUnspaced && IS_UNSPACED.test(run)) unspaced(run);
      else word(run, from);
      from += run.length;
    }
  }
  return cased.length === text.length ? cased : text;
}

/** Letters with marks that are often left out; in Cyrillic and in Indic scripts marks make other letters. */
const MARKED = new RegExp(`([${classOf(['Latin', 'Greek', 'Arabic', 'Hebrew'])}])\\p{Mn}+`, 'gu');
/** Letters without a decomposition. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
  ...{ װ: 'וו', ױ: 'וי', ײ: 'יי' },
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
const NON_ASCII = /[^\0-\x7f]/;

const DEVANAGARI = /[\u0900-\u097f]/;
/** Nasals before consonants of their place, which are also written as a dot. */
const HOMORGANIC = /(?:ङ\u094d(?=[क-ङ])|ञ\u094d(?=[च-ञ])|ण\u094d(?=[ट-ण])|न\u094d(?=[त-ध])|म\u094d(?=[प-भ]))/g;
/**
 * One spelling of a Hindi word, whose writers choose between letters and dots for nasals, and omit the dots of foreign
 * sounds.
 */
export const inOneDevanagari = (word: string): string =>
  DEVANAGARI.test(word)
    ? word
        .normalize('NFD')
        .replaceAll('\u093c', '')
        .replaceAll('\u0901', '\u0902')
        .replace(HOMORGANIC, '\u0902')
        .normalize('NFC')
    : word;

/** A word without accents and other marks that people leave out when they search. @param word in lower case */
export const withoutAccents = (word: string): string =>
  NON_ASCII.test(word)
    ? word
        .normalize('NFD')
        .replace(MARKED, '$1')
        .replaceAll('е\u0308', 'е')
        .normalize('NFC')
        .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter])
    : word;

/** A word as searches compare it: `withoutAccents`, and in one spelling of Hindi. @param word in lower case */
export const searchedForm = (word: string): string =>
  NON_ASCII.test(word) ? withoutAccents(inOneDevanagari(word.replaceAll('ۀ', 'ه'))) : word;

/** The pairs of adjacent characters in a run, and its last character alone. */
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

/** Uses ICU's dictionaries, which are the same in every locale. Created once, because it takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

const byDictionary = (run: string): string[] => {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
};

/**
 * The words of a run in a script without spaces, in order: pairs of adjacent characters, so that a word is found in any
 * context; for Thai and similar scripts, dictionary words.
 */
function wordsOfRun(run: string): string[] {
  if (IS_SEGMENTED.test(run)) return byDictionary(run);
  const pairs = pairsOf(run);
  return pairs.length === 1 ? pairs : pairs.slice(0, -1);
}

/** Splits a run of letters, marks and digits into runs of scripts without spaces and others. */
export const runsOf = (letters: string): readonly string[] =>
  HIGH.test(letters) ? (letters.match(RUN) ?? []) : [letters];

function cut(letters: string, unspaced: (run: string) => readonly string[]): readonly string[] {
  return runsOf(letters).flatMap((run) => (IS_UNSPACED.test(run) ? unspaced(run) : [run]));
}

/** The words of a run of letters, marks and digits, as used for search. */
export const wordsIn = (letters: string): readonly string[] => cut(letters, wordsOfRun);

/**
 * The words of a run of letters, marks and digits, as a reader sees them: cut by dictionaries, which may cut a word
 * differently in different places.
 */
export const shownWordsIn = (letters: string): readonly string[] => cut(letters, byDictionary);

/** Whether a word is in a script without spaces. */
export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word);

/** Joins words: with a space if either is in a script that has them. */
export const written = (words: readonly string[]): string =>
  words.reduce(
    (text, word, i) => text + (i > 0 && !(isUnspaced(words[i - 1]) && isUnspaced(word)) ? ' ' : '') + word,
    '',
  );

/** By blocks of 256 UTF-16 units, each computed on first use: number of letters per word, 0 if a space ends it. */
const lettersPerWord: (Uint8Array | undefined)[] = [];
/** About as many as a word has in a translation into English. */
const PAIRED_LETTERS = 2;
const SEGMENTED_LETTERS = 5;
const IS_LETTER = /^[\p{L}\p{M}]/u;

/**
 * Number of letters like this one per word, in a script without spaces; 0 for other characters. The first half of a
 * surrogate pair stands for the pair.
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

/** A word of one or two characters in a script whose words are pairs. */
const PAIR = new RegExp(`^[${PAIRED}]{1,2}$`, 'v');
export const isPair = (word: string): boolean => word.length <= 4 && PAIR.test(word);
