import { ALPHABET, LANGUAGES, NGRAM_COUNT, NGRAMS, SCORE_COUNT } from './ngrams.js';

/** Every n-gram is a number: its signs as digits, padded on the right, so that numbers sort as texts do. */
const MAX_SIGNS = 6;
const BASE = 128;
/** Digit of each sign; 0 for signs without n-grams. */
const DIGITS = new Uint8Array(256);
for (let at = 0; at < ALPHABET.length; at++) DIGITS[ALPHABET.charCodeAt(at)] = at + 1;

/** The scores of n-grams: less than a megabyte, as numbers. */
interface NgramTable {
  /** Ascending. */
  readonly numbers: Float64Array;
  /** Start of each n-gram's scores, and the end of the last. */
  readonly starts: Uint32Array;
  readonly languages: Uint8Array;
  readonly scores: Uint8Array;
}

function unpack(packed: string): NgramTable {
  const bytes = atob(packed);
  let at = 0;
  const next = (): number => bytes.charCodeAt(at++);
  const numbers = new Float64Array(NGRAM_COUNT);
  const starts = new Uint32Array(NGRAM_COUNT + 1);
  const [languages, scores] = [new Uint8Array(SCORE_COUNT), new Uint8Array(SCORE_COUNT)];
  const digits = new Uint8Array(MAX_SIGNS);
  let filled = 0;
  for (let ngram = 0; ngram < NGRAM_COUNT; ngram++) {
    const lengths = next();
    const shared = lengths >> 4;
    const length = shared + (lengths & 0xf);
    for (let sign = shared; sign < length; sign++) digits[sign] = next() + 1;
    digits.fill(0, length);
    numbers[ngram] = digits.reduce((number, digit) => number * BASE + digit, 0);
    for (let left = next(); left > 0; left--) {
      languages[filled] = next();
      scores[filled++] = next();
    }
    starts[ngram + 1] = filled;
  }
  return { numbers, starts, languages, scores };
}

/** -1 if it cannot be an n-gram. */
function numberOf(ngram: string): number {
  if (ngram.length > MAX_SIGNS) return -1;
  let number = 0;
  for (let at = 0; at < MAX_SIGNS; at++) {
    const digit = at < ngram.length ? DIGITS[ngram.charCodeAt(at)] : 0;
    if (at < ngram.length && !digit) return -1;
    number = number * BASE + digit;
  }
  return number;
}

function find(numbers: Float64Array, number: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] === number) return middle;
    if (numbers[middle] < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

let table: NgramTable | null = null;

/**
 * Sums the scores of n-grams for each language.
 *
 * @param extra added to each score
 * @returns sums by language number
 */
export function addScores(ngrams: Iterable<string>, extra: number): number[] {
  // Unpacked on first use: processes that detect no language do not need it.
  const { numbers, starts, languages, scores } = (table ??= unpack(NGRAMS));
  const sums = LANGUAGES.map(() => 0);
  for (const ngram of ngrams) {
    const found = find(numbers, numberOf(ngram));
    if (found < 0) continue;
    for (let at = starts[found]; at < starts[found + 1]; at++) sums[languages[at]] += scores[at] + extra;
  }
  return sums;
}
