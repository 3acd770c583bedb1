import { withRoom } from '../base/growable.js';
import {
  asciiWords,
  englishStem,
  isDotless,
  MAX_WORD_NUMBERS,
  searchedStems,
  stemmingLanguage,
  stemmingLanguages,
  stemOfSpellings,
  wordGeneration,
} from '../text/index.js';
import { ownCopy } from '../text/cut-text.js';
import { forEachWord, pairsOf, plainText, searchedForm } from '../text/scripts.js';
import { forEachName, isUnsearched } from '../text/searched-names.js';

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
    if (size > MAX_LEXEMES - 3 * MAX_POSITION) forgetAll();
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

/** The lexeme of a name (`forEachName`). */
export const lexemeOfName = cut;

/** The lexeme of a word: its stem (`englishStem`) without accents; null for a stop word. @param word in lower case */
export const lexemeOfWord = (word: string): string | null =>
  isUnsearched(word) ? null : englishStem(cut(searchedForm(word)));

/** Endings that stems do not keep: the stem of `university` does not begin with `universit`. */
const ENDINGS = ['', 'y', 'ty', 'ze', 'zation', 'tion', 'ion', 'ing', 'ng', 'ed', 'al', 'ly', 'ness', 'ment'];

/** The lexemes of words that begin with some letters. @param letters in lower case */
export function lexemesFrom(letters: string): { readonly beginning: string; readonly others: readonly string[] } {
  const beginning = cut(searchedForm(letters));
  const stems = new Set(ENDINGS.map((ending) => englishStem(beginning + ending)));
  return { beginning, others: [...stems].filter((stem) => !stem.startsWith(beginning)) };
}

/** Separates the language of a stem, so that it differs from English lexemes: no word contains it. */
const STROKE = '/';
const stemLexeme = (language: string, stem: string): string => `${language}${STROKE}${stem}`;

/** A word of one letter has no other forms. Many Korean words have two syllables. */
const hasForms = (word: string): boolean => word.length > 1;

/**
 * The lexemes that match other forms of a word. @param word in lower case @param texts languages of the texts; null:
 * any
 */
export const stemLexemes = (word: string, texts: ReadonlySet<string> | null): string[] =>
  hasForms(word)
    ? stemmingLanguages(word, texts).flatMap((language) =>
        searchedStems(language, word).map((stem) => stemLexeme(language, stem)),
      )
    : [];

function numberOfStem(language: string, word: string): number {
  const known = stemsOf.get(language)?.get(word);
  if (known !== undefined) return known;
  const stemmed = isUnsearched(word) || !hasForms(word) ? '' : stemmingLanguage(language, word);
  const number = stemmed === '' ? UNSEARCHED_WORD : numberOf(stemLexeme(stemmed, stemOfSpellings(stemmed, word)));
  if (stemCount++ >= MAX_WORDS) forgetStems();
  const numbersOfLanguage = stemsOf.get(language) ?? new Map<string, number>();
  stemsOf.set(language, numbersOfLanguage.set(ownCopy(word), number));
  return number;
}

function numberOfWord(word: string): number {
  const lexeme = lexemeOfWord(word);
  return lexeme === null ? UNSEARCHED_WORD : numberOf(lexeme);
}

/** The lexemes of a page by position, as numbers: `UNSEARCHED_WORD` where there is none. */
export class PlacedLexemes {
  readonly words = new Int32Array(MAX_POSITION);
  /** The additional stems of words besides the English ones. */
  readonly stems = new Int32Array(MAX_POSITION);
  /** Names that begin with the word (`forEachName`). */
  readonly names = new Int32Array(MAX_POSITION);
  length = 0;

  clear(): this {
    this.length = 0;
    return this;
  }

  /** Leaves no position beyond `MAX_POSITION`. */
  add(word: number, stem: number): void {
    if (this.length >= MAX_POSITION) return;
    this.names[this.length] = UNSEARCHED_WORD;
    this.stems[this.length] = stem;
    this.words[this.length++] = word;
  }
}

/**
 * Adds the lexemes of a text in order; each word has a position, including stop words.
 *
 * @param language of the text, ISO 639-1; '' if unknown
 */
export function readLexemes(text: string, language: string, into: PlacedLexemes): void {
  const words = isDotless(language) && text.includes('I') ? null : (asciiWords(text) ?? asciiWords(plainText(text)));
  if (words === null) return readOtherWords(text, language, into);
  if (words.generation !== generation) {
    ofNumber.fill(UNKNOWN);
    generation = wordGeneration();
  }
  const at = into.length;
  const count = Math.min(words.count, MAX_POSITION - at);
  for (let i = 0; i < count; i++) {
    const number = words.numbers[i];
    if (ofNumber[number] === UNKNOWN) ofNumber[number] = numberOfWord(words.wordAt(i));
    into.words[at + i] = ofNumber[number];
  }
  into.names.fill(UNSEARCHED_WORD, at, at + count);
  if (!hasLatinStems(language)) into.stems.fill(UNSEARCHED_WORD, at, at + count);
  else for (let i = 0; i < count; i++) into.stems[at + i] = numberOfStem(language, words.wordAt(i));
  into.length = at + count;
  forEachName(
    { text: words.text, count, starts: words.starts, ends: words.ends },
    (i) => into.words[at + i] === UNSEARCHED_WORD,
    ({ name, first }) => (into.names[at + first] = numberOf(lexemeOfName(name))),
  );
}

/** Whether words in Latin letters, nearly all of an English page, have additional stems in a language. */
const hasLatinStems = (language: string): boolean => stemmingLanguage(language, 'word') !== '';
/** Letters of other scripts begin here. */
const BEYOND_LATIN = 0x370;

/** Places of the words of the text being read, and their positions in the page. */
const wordStarts = new Int32Array(MAX_POSITION);
const wordEnds = new Int32Array(MAX_POSITION);
const wordPositions = new Int32Array(MAX_POSITION);

function readOtherWords(text: string, language: string, into: PlacedLexemes): void {
  const least = hasLatinStems(language) ? 0 : BEYOND_LATIN;
  let count = 0;
  const cased = forEachWord(
    plainText(text),
    (word, from) => {
      if (into.length >= MAX_POSITION) return;
      wordStarts[count] = from;
      wordEnds[count] = from + word.length;
      wordPositions[count++] = into.length;
      into.add(known(word), word.charCodeAt(0) < least ? UNSEARCHED_WORD : numberOfStem(language, word));
    },
    (run) => {
      for (const pair of pairsOf(run)) into.add(numberOf(pair), UNSEARCHED_WORD);
    },
    language,
  );
  forEachName(
    { text: cased, count, starts: wordStarts, ends: wordEnds },
    (i) => into.words[wordPositions[i]] === UNSEARCHED_WORD,
    ({ name, first }) => (into.names[wordPositions[first]] = numberOf(lexemeOfName(name))),
  );
}

function known(word: string): number {
  const found = ofWord.get(word);
  if (found !== undefined) return found;
  const number = numberOfWord(word);
  if (ofWord.size >= MAX_WORDS) ofWord.clear();
  ofWord.set(ownCopy(word), number);
  return number;
}
