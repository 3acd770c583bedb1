import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { languageOfDomain } from '../../../../domain/language/index.js';

/** Legacy encodings of a language, the most usual one first, and the letters beyond ASCII that it is written in. */
interface Writing {
  readonly encodings: readonly string[];
  readonly letters: RegExp;
}

const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866'];
const CENTRAL = ['windows-1250', 'iso-8859-2'];
const BALTIC = ['windows-1257', 'iso-8859-13'];
const HAN = '\\p{scx=Han}\\uff01-\\uff5e';

/** Latin letters in small and capital form. */
const latin = (small: string): RegExp => new RegExp(`[${small}${small.toUpperCase()}]`, 'gu');
/** Beside letters of ASCII stand accented ones that were misread. */
const signs = (set: string): RegExp => new RegExp(`(?<![a-z])[${set}](?![a-z])`, 'gu');
/** A capital behind a small letter is one of another encoding. */
const alphabet = (small: string): RegExp =>
  new RegExp(`(?<![a-z])(?:[${small}]|(?<!\\p{Ll})[${small.toUpperCase()}])(?![a-z])`, 'gu');

const WRITINGS: ReadonlyMap<string, Writing> = new Map<string, Writing>([
  ['ja', { encodings: ['shift_jis', 'euc-jp'], letters: signs(`\\p{sc=Hira}\\u30a0-\\u30ff${HAN}`) }],
  ['zh', { encodings: ['gb18030', 'big5'], letters: signs(HAN) }],
  ['zh-tw', { encodings: ['big5', 'gb18030'], letters: signs(HAN) }],
  ['ko', { encodings: ['euc-kr'], letters: signs(`\\p{sc=Hang}${HAN}`) }],
  ['th', { encodings: ['windows-874'], letters: signs('\\p{sc=Thai}฿') }],
  ...['ru', 'uk', 'be', 'bg', 'mk'].map(
    (language) => [language, { encodings: CYRILLIC, letters: alphabet('а-яёєіїґўђѓјљњћќџ') }] as const,
  ),
  ['el', { encodings: ['windows-1253', 'iso-8859-7'], letters: alphabet('α-ωάέήίόύώϊϋ') }],
  ['he', { encodings: ['windows-1255', 'iso-8859-8'], letters: signs('\\p{sc=Hebr}') }],
  ...['ar', 'fa'].map(
    (language) =>
      [language, { encodings: ['windows-1256', 'iso-8859-6'], letters: signs('\\p{sc=Arab}،؛؟\\u200c') }] as const,
  ),
  ['tr', { encodings: ['windows-1254'], letters: latin('çğıöşüâîûİ') }],
  ['is', { encodings: ['windows-1252'], letters: latin('áðéíóúýþæö') }],
  ['et', { encodings: ['windows-1252', ...BALTIC], letters: latin('äöõüšž') }],
  ['lv', { encodings: BALTIC, letters: latin('āčēģīķļņšūž') }],
  ['lt', { encodings: BALTIC, letters: latin('ąčęėįšųūž') }],
  ['pl', { encodings: CENTRAL, letters: latin('ąćęłńóśźż') }],
  ['cs', { encodings: CENTRAL, letters: latin('áčďéěíňóřšťúůýž') }],
  ['sk', { encodings: CENTRAL, letters: latin('áäčďéíĺľňóôŕšťúýž') }],
  ['hu', { encodings: CENTRAL, letters: latin('áéíóöőúüű') }],
  ['ro', { encodings: CENTRAL, letters: latin('ăâîşţ') }],
  ...['sl', 'hr', 'bs'].map((language) => [language, { encodings: CENTRAL, letters: latin('čćđšž') }] as const),
]);

const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/;
const LANGUAGE = /<html\b[^>]{0,500}?\slang\s*=\s*["']?([a-z]{2}(?:-[a-z]+)?)/i;

/** Characters that are not in all languages. */
const OTHERS = /[^\0-\x7f\u00a0§©«®°·»\u2010-\u2022\u2026\u2039\u203a€™№]/gu;
/** A text with fewer of its letters is in another language. */
const LEAST_SHARE = 0.7;
/** Characters behind which no encoding differs from another. */
const COMPARED_BYTES = 8_192;

/**
 * The encoding of an undeclared page by the letters of its language: short texts say too little in any other way. Null
 * if it has other letters, or its language is not known.
 *
 * @param start of the page, as latin1
 * @param sample its text
 * @param url of the page, whose top-level domain may tell the language
 */
export function encodingByLanguage(start: string, sample: Buffer, url: string): string | null {
  const declared = LANGUAGE.exec(start)?.[1]?.toLowerCase() ?? '';
  for (const language of [TRADITIONAL.test(declared) ? 'zh-tw' : declared.slice(0, 2), languageOfDomain(url)]) {
    const writing = WRITINGS.get(language);
    if (writing === undefined) continue;
    const found = encodingOfLetters(writing, sample.subarray(0, COMPARED_BYTES));
    if (found !== null) return found;
  }
  return null;
}

function encodingOfLetters({ encodings, letters }: Writing, sample: Buffer): string | null {
  let best: string | null = null;
  let most = LEAST_SHARE;
  for (const encoding of encodings) {
    // The end may be half a character.
    const text = new LegacyDecoder(encoding).decode(sample);
    const others = text.match(OTHERS)?.length ?? 0;
    const share = others === 0 ? 0 : (text.match(letters)?.length ?? 0) / others;
    if (share > most) [best, most] = [encoding, share];
  }
  return best;
}
