import { addScores } from './ngram-table.js';
import { BYTE_SIGNS, LANGUAGES, SEPARATORS, USUAL_SCORES } from './ngrams.js';

/**
 * Most characters of a text that are read, and bytes of its words: at the first bound to the end of the word, at the
 * second at once.
 */
const MAX_CHARS = 1_000;
const WORD_END_BYTES = 350;
const MAX_BYTES = 380;
/** Most bytes of one word. */
const MAX_WORD_SIGNS = 70;
const NGRAM_SIGNS = 4;
const STRIDE = 3;
/** The lowest score, which the data omits; and half of the way to the highest mark. */
const LEAST_SCORE = 53;
const HALF_SCORE = 25;
/** A mark is reliable from this share of the usual one on, and from this number of n-grams on. */
const USUAL_SHARE = 0.75;
const MIN_NGRAMS = 3;
const LEAST_DISTANCE = 0.01;

/** The detected language of a text. */
interface Detection {
  /** ISO 639-1; '' if no language is likelier than others. */
  readonly language: string;
  readonly isReliable: boolean;
  /** Languages with their marks from 0 to 1, best first. */
  readonly marks: readonly (readonly [language: string, mark: number])[];
}

const UNKNOWN: Detection = { language: '', isReliable: false, marks: [] };

/**
 * The UTF-8 bytes of a character, one sign per byte. ASCII is unchanged; characters beyond the basic plane separate
 * words.
 */
function signsOf(char: number): string {
  const rest = (shift: number) => BYTE_SIGNS[0x80 | ((char >> shift) & 0x3f)];
  if (char < 0x80) return String.fromCharCode(char);
  if (char < 0x800) return BYTE_SIGNS[0xc0 | (char >> 6)] + rest(0);
  return BYTE_SIGNS[0xe0 | (char >> 12)] + rest(6) + rest(0);
}

const SPACE = 0x20;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let bytes = 0;
  for (const sign of text) {
    const char = sign.codePointAt(0) ?? 0;
    if (char === SPACE) {
      if (word !== '') words.push(word);
      word = '';
      if (bytes > WORD_END_BYTES) break;
      bytes++;
    } else {
      const signs = signsOf(char);
      word += signs;
      bytes += signs.length;
    }
    if (bytes > MAX_BYTES) break;
  }
  if (word !== '') words.push(word);
  return words;
}

/** Four signs at every third position, and the end of the word. A space marks beginning and end. */
function ngramsOf(words: readonly string[]): Set<string> {
  const ngrams = new Set<string>();
  for (const word of words) {
    const length = Math.min(word.length, MAX_WORD_SIGNS);
    let at = 0;
    for (; at + NGRAM_SIGNS < length; at += STRIDE)
      ngrams.add((at === 0 ? ' ' : '') + word.substring(at, at + NGRAM_SIGNS));
    ngrams.add(`${at === 0 ? ' ' : ''}${word.substring(length === NGRAM_SIGNS - 1 ? 0 : length - NGRAM_SIGNS)} `);
  }
  return ngrams;
}

/**
 * Detects the language of a text of any length by n-grams of its bytes.
 *
 * Algorithm and results are those of eld (Efficient Language Detector, Nito T.M., Apache-2.0); a test compares them.
 * The package holds its data as 28 MB of objects, this module in less than one.
 */
export function detectLanguage(text: string): Detection {
  const clean = text.substring(0, MAX_CHARS).replace(SEPARATORS, ' ').trim().toLowerCase();
  const ngrams = ngramsOf(wordsOf(clean));
  const sums = addScores(ngrams, LEAST_SCORE);
  const ranked = [...sums.keys()]
    .filter((language) => sums[language] > 0)
    .map((language) => {
      const score = sums[language] / ngrams.size;
      return { language, mark: score / (score + HALF_SCORE) };
    })
    .sort((a, b) => b.mark - a.mark);
  if (ranked.length === 0) return UNKNOWN;
  // The first of equals, including marks that differ only by rounding.
  const best = sums.indexOf(Math.max(...sums));
  const [first, second] = ranked;
  // The number of the second language, not its mark: eld does so, and the usual values were measured with it.
  const distance = Math.abs(first.mark - (second?.language ?? 0));
  return {
    language: LANGUAGES[best],
    isReliable:
      ngrams.size >= MIN_NGRAMS && first.mark >= USUAL_SCORES[best] * USUAL_SHARE && distance >= LEAST_DISTANCE,
    marks: ranked.map(({ language, mark }) => [LANGUAGES[language], mark]),
  };
}
