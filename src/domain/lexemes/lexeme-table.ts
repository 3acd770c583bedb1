import { withRoom } from '../base/growable.js';
import { asciiWords, englishStem, MAX_WORD_NUMBERS, wordGeneration } from '../text/index.js';
import { ownCopy } from '../text/own-copy.js';
import { forEachWord, pairsOf, plainText } from '../text/scripts.js';
import { UNSEARCHED } from './stop-words.js';

/** Lexemes of one page at most; PostgreSQL knows no higher position. */
export const MAX_POSITION = 16_383;
/** UTF-16 units. What is longer is no word; pages and searches cut it alike. */
const MAX_WORD_CHARS = 64;
/** Remembered at most; nearly all of what one crawl reads. About 10 MB. */
const MAX_LEXEMES = 100_000;
const MAX_WORDS = 50_000;

/** In place of the number of a lexeme. */
export const UNSEARCHED_WORD = -1;
const UNKNOWN = -2;

const encoder = new TextEncoder();
const numbers = new Map<string, number>();
/** Words that are not of ASCII. */
const ofWord = new Map<string, number>();
/** By the number that `asciiWords` gives a word. */
const ofNumber = new Int32Array(MAX_WORD_NUMBERS).fill(UNKNOWN);
let generation = -1;
let bytes = new Uint8Array(1 << 16);
let ends = new Int32Array(1 << 10);
let size = 0;

function forgetAll(): void {
  numbers.clear();
  ofWord.clear();
  ofNumber.fill(UNKNOWN);
  size = 0;
}

/** The lexemes that this process has met, each with a number and its bytes. Numbers hold until `makeRoom` is called. */
export const lexemeTable = {
  /** For the lexemes of one more page. */
  makeRoom(): void {
    if (size > MAX_LEXEMES - MAX_POSITION) forgetAll();
  },
  /** One more than the largest number so far. */
  get size(): number {
    return size;
  },
  /** UTF-8 of all lexemes, one after the other. */
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

/** No half of a pair of surrogates is left. */
const cut = (word: string): string =>
  word.length <= MAX_WORD_CHARS ? word : word.slice(0, MAX_WORD_CHARS).replace(/[\ud800-\udbff]$/, '');

/** What a word is found by: its stem (`englishStem`); null for one that is not searched. @param word in lower case */
export const lexemeOfWord = (word: string): string | null => (UNSEARCHED.has(word) ? null : englishStem(cut(word)));

function numberOfWord(word: string): number {
  const lexeme = lexemeOfWord(word);
  return lexeme === null ? UNSEARCHED_WORD : numberOf(lexeme);
}

/**
 * Writes the lexemes of a text in order; each has a place, also where it is not searched.
 *
 * @param at where the first one goes
 * @returns where the next one goes; at most `MAX_POSITION`
 */
export function readLexemes(text: string, into: Int32Array, at: number): number {
  const words = asciiWords(text) ?? asciiWords(plainText(text));
  if (words === null) return readOtherWords(text, into, at);
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
  return at + count;
}

function readOtherWords(text: string, into: Int32Array, first: number): number {
  let at = first;
  const add = (lexeme: number): void => {
    if (at < MAX_POSITION) into[at++] = lexeme;
  };
  forEachWord(
    plainText(text),
    (word) => add(known(word)),
    (run) => {
      for (const pair of pairsOf(run)) add(numberOf(pair));
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
