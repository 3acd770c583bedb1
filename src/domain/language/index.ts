import { detectLanguage } from './detect.js';
import { LANGUAGES } from './ngrams.js';

export { detectLanguage };

/** Characters looked at. More costs time and makes the answer no surer. */
const SAMPLE_CHARS = 500;
/** A text with fewer letters tells nothing for sure; Chinese, Japanese and Korean signs say as much as three. */
const MIN_LETTERS = 60;
const SIGN_WORTH = 3;
/** Marks are from 0 to 1. Languages this close cannot be told apart; of them the declared one is believed. */
const LEAST_LEAD = 0.03;
/** Codes that say the same otherwise: Norwegian's two written forms, withdrawn codes, those of three letters that pages use. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
  ['eng', 'en'],
  ['deu', 'de'],
  ['ger', 'de'],
  ['fra', 'fr'],
  ['fre', 'fr'],
  ['spa', 'es'],
  ['ita', 'it'],
  ['por', 'pt'],
  ['rus', 'ru'],
  ['zho', 'zh'],
  ['jpn', 'ja'],
]);
/** Words that English has and no other language uses much. So many in a sample are found sooner than the detector has begun: it costs as much as parsing. */
const ENGLISH_WORDS = /\b(?:the|and|with|that|this|from|which|have)\b/gi;
const MIN_ENGLISH_WORDS = 4;
const KNOWN: ReadonlySet<string> = new Set(LANGUAGES);

/** Letters by their worth. Whatever lies beyond ASCII's letters and Latin-1's signs counts as one. */
function lettersIn(sample: string): number {
  let count = 0;
  for (let i = 0; i < sample.length; i++) {
    const unit = sample.charCodeAt(i);
    const lower = unit | 0x20;
    if (unit >= 0x2e80 && unit <= 0xd7a3) count += SIGN_WORTH;
    else if ((lower >= 0x61 && lower <= 0x7a) || unit >= 0xc0) count++;
  }
  return count;
}

/** The ISO 639-1 code of a declared language, '' when it has none. @param declared a BCP 47 tag in lower case */
export function languageCode(declared: string): string {
  const [primary] = declared.split('-', 1);
  const code = OTHER_CODES.get(primary) ?? primary;
  return /^[a-z]{2}$/.test(code) ? code : '';
}

/**
 * The language of a text, ISO 639-1: as its letters tell where they do, else as it is declared, '' when neither says.
 *
 * As eld does (Efficient Language Detector, n-grams of bytes, 60 languages), some 100 µs, and 10 for plain English. A declared language that it does not
 * know is believed: Indonesian, say, which it would take for Malay.
 *
 * @param declared a BCP 47 tag in lower case, '' when there is none
 */
export function languageOf(text: string, declared: string): string {
  const said = languageCode(declared);
  if (said !== '' && !KNOWN.has(said)) return said;
  // From behind the beginning, where menus and names stand.
  const start = Math.max(0, Math.min(text.length >> 2, text.length - SAMPLE_CHARS));
  const sample = text.slice(start, start + SAMPLE_CHARS);
  if (lettersIn(sample) < MIN_LETTERS) return said;
  if ((said === '' || said === 'en') && (sample.match(ENGLISH_WORDS)?.length ?? 0) >= MIN_ENGLISH_WORDS) return 'en';
  const { language, isReliable, marks } = detectLanguage(sample);
  if (language === said || !isReliable) return said;
  const [[, best], [, second] = ['', -1]] = marks;
  return best - second < LEAST_LEAD ? said : language;
}
