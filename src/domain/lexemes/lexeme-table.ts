import { withRoom } from '../base/growable.js';
import {
  asciiWords,
  englishStem,
  MAX_WORD_NUMBERS,
  stemmingLanguage,
  stemmingLanguages,
  stemOfSpellings,
  wordGeneration,
} from '../text/index.js';
import { ownCopy } from '../text/cut-text.js';
import { forEachWord, pairsOf, plainText, withoutAccents } from '../text/scripts.js';

/**
 * Stop words: the Snowball project's English list (Porter, public domain), as in PostgreSQL's `english` configuration.
 */
const UNSEARCHED: ReadonlySet<string> = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs ' +
    'themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or ' +
    'because as until while of at by for with about against between into through during before after above below to from up down in out on off over under ' +
    'again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very ' +
    's t can will just don should now'
  ).split(' '),
);

/** Most lexemes of one page; PostgreSQL supports no higher position. */
export const MAX_POSITION = 16_383;
/** UTF-16 units. Longer words are cut alike in pages and searches. */
const MAX_WORD_CHARS = 64;
/** Most remembered lexemes; nearly all that one crawl reads. About 10 MB. */
const MAX_LEXEMES = 100_000;
const MAX_WORDS = 50_000;

/** Marks a word without a lexeme. */
export const UNSEARCHED_WORD = -1;
const UNKNOWN = -2;

const encoder = new TextEncoder();
const numbers = new Map<string, number>();
/** Non-ASCII words. */
const ofWord = new Map<string, number>();
/** By word number of `asciiWords`. */
const ofNumber = new Int32Array(MAX_WORD_NUMBERS).fill(UNKNOWN);
/** By language: the numbers of words' stems. */
const stemsOf = new Map<string, Map<string, number>>();
let stemCount = 0;
let generation = -1;
let bytes = new Uint8Array(1 << 16);
let ends = new Int32Array(1 << 10);
let size = 0;

function forgetAll(): void {
  numbers.clear();
  ofWord.clear();
  forgetStems();
  ofNumber.fill(UNKNOWN);
  size = 0;
}

function forgetStems(): void {
  stemsOf.clear();
  stemCount = 0;
}

/**
 * The lexemes that this process has met, each with a number and its bytes. Numbers are valid until `makeRoom` is
 * called.
 */
export const lexemeTable = {
  /** Makes room for the lexemes of another page. */
  makeRoom(): void {
    if (size > MAX_LEXEMES - 2 * MAX_POSITION) forgetAll();
  },
  /** One more than the largest number so far. */
  get size(): number {
    return size;
  },
  /** UTF-8 of all lexemes, concatenated. */
  get bytes(): Uint8Array {
    return bytes;
  },
  from: (lexeme: number): number => (lexeme === 0 ? 0 : ends[lexeme - 1]),
  to: (lexeme: number): number => ends[lexeme],
};

function numberOf(lexeme: string): number {
  const known = numbers.get(lexeme);
  if (known !== undefined) return known;
  const from = size === 0 ? 0 : ends[size - 1];
  bytes = withRoom(bytes, from + 3 * lexeme.length);
  ends = withRoom(ends, size + 1);
  ends[size] = from + encoder.encodeInto(lexeme, bytes.subarray(from)).written;
  numbers.set(ownCopy(lexeme), size);
  return size++;
}

/** Leaves no half of a surrogate pair. */
const cut = (word: string): string =>
  word.length <= MAX_WORD_CHARS ? word : word.slice(0, MAX_WORD_CHARS).replace(/[\ud800-\udbff]$/, '');

/** The lexeme of a word: its stem (`englishStem`) without accents; null for a stop word. @param word in lower case */
export const lexemeOfWord = (word: string): string | null =>
  UNSEARCHED.has(word) ? null : englishStem(cut(withoutAccents(word)));

/** Separates the language of a stem, so that it differs from English lexemes: no word contains it. */
const STROKE = '/';
const stemLexeme = (language: string, word: string): string => `${language}${STROKE}${stemOfSpellings(language, word)}`;

/** A word of one letter has no other forms. Many Korean words have two syllables. */
const hasForms = (word: string): boolean => word.length > 1;

/**
 * The lexemes that match other forms of a word. @param word in lower case @param texts languages of the texts; null:
 * any
 */
export const stemLexemes = (word: string, texts: ReadonlySet<string> | null): string[] =>
  hasForms(word) ? stemmingLanguages(word, texts).map((language) => stemLexeme(language, word)) : [];

function numberOfStem(language: string, word: string): number {
  const known = stemsOf.get(language)?.get(word);
  if (known !== undefined) return known;
  const stemmed = UNSEARCHED.has(word) || !hasForms(word) ? '' : stemmingLanguage(language, word);
  const number = stemmed === '' ? UNSEARCHED_WORD : numberOf(stemLexeme(stemmed, word));
  if (stemCount++ >= MAX_WORDS) forgetStems();
  const numbersOfLanguage = stemsOf.get(language) ?? new Map<string, number>();
  stemsOf.set(language, numbersOfLanguage.set(ownCopy(word), number));
  return number;
}

function numberOfWord(word: string): number {
  const lexeme = lexemeOfWord(word);
  return lexeme === null ? UNSEARCHED_WORD : numberOf(lexeme);
}

/**
 * Writes the lexemes of a text in order; each word has a position, including stop words.
 *
 * @param language of the text, ISO 639-1; '' if unknown
 * @param at index of the first lexeme
 * @param stems at the same indices, the additional stems of words besides the English ones, otherwise `UNSEARCHED_WORD`
 * @returns index after the last lexeme; at most `MAX_POSITION`
 */
export function readLexemes(text: string, language: string, into: Int32Array, stems: Int32Array, at: number): number {
  const words = asciiWords(text) ?? asciiWords(plainText(text));
  if (words === null) return readOtherWords(text, language, into, stems, at);
  if (words.generation !== generation) {
    ofNumber.fill(UNKNOWN);
    generation = wordGeneration();
  }
  const count = Math.min(words.count, MAX_POSITION - at);
  for (let i = 0; i < count; i++) {
    const number = words.numbers[i];
    if (ofNumber[number] === UNKNOWN) ofNumber[number] = numberOfWord(words.wordAt(i));
    into[at + i] = ofNumber[number];
  }
  if (!hasLatinStems(language)) stems.fill(UNSEARCHED_WORD, at, at + count);
  else for (let i = 0; i < count; i++) stems[at + i] = numberOfStem(language, words.wordAt(i));
  return at + count;
}

/** Whether words in Latin letters, nearly all of an English page, have additional stems in a language. */
const hasLatinStems = (language: string): boolean => stemmingLanguage(language, 'word') !== '';
/** Letters of other scripts begin here. */
const BEYOND_LATIN = 0x370;

function readOtherWords(text: string, language: string, into: Int32Array, stems: Int32Array, first: number): number {
  let at = first;
  const least = hasLatinStems(language) ? 0 : BEYOND_LATIN;
  const add = (lexeme: number, stem: number): void => {
    if (at >= MAX_POSITION) return;
    stems[at] = stem;
    into[at++] = lexeme;
  };
  forEachWord(
    plainText(text),
    (word) => add(known(word), word.charCodeAt(0) < least ? UNSEARCHED_WORD : numberOfStem(language, word)),
    (run) => {
      for (const pair of pairsOf(run)) add(numberOf(pair), UNSEARCHED_WORD);
    },
  );
  return at;
}

function known(word: string): number {
  const found = ofWord.get(word);
  if (found !== undefined) return found;
  const number = numberOfWord(word);
  if (ofWord.size >= MAX_WORDS) ofWord.clear();
  ofWord.set(ownCopy(word), number);
  return number;
}
