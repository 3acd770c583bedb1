import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import { languageOf, languageOfDomain } from '../../../../domain/language/index.js';

/** Legacy encodings of a language, the most usual one first, and the letters beyond ASCII that it is written in. */
interface Writing {
  readonly encodings: readonly string[];
  readonly letters: RegExp;
}

const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'];
const WESTERN = ['windows-1252', 'macintosh'];
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

const CYRILLIC_LETTERS = alphabet('а-яёєіїґўђѓјљњћќџ');

const WRITINGS: ReadonlyMap<string, Writing> = new Map<string, Writing>([
  ['ja', { encodings: ['shift_jis', 'euc-jp'], letters: signs(`\\p{sc=Hira}\\u30a0-\\u30ff${HAN}`) }],
  ['zh', { encodings: ['gb18030', 'big5'], letters: signs(HAN) }],
  ['zh-tw', { encodings: ['big5', 'gb18030'], letters: signs(HAN) }],
  ['ko', { encodings: ['euc-kr'], letters: signs(`\\p{sc=Hang}${HAN}`) }],
  ['th', { encodings: ['windows-874'], letters: signs('\\p{sc=Thai}฿') }],
  ...['ru', 'uk', 'be', 'bg', 'mk'].map(
    (language) => [language, { encodings: CYRILLIC, letters: CYRILLIC_LETTERS }] as const,
  ),
  ['el', { encodings: ['windows-1253', 'iso-8859-7'], letters: alphabet('α-ωάέήίόύώϊϋ') }],
  ['he', { encodings: ['windows-1255', 'iso-8859-8'], letters: signs('\\p{sc=Hebr}') }],
  ...['ar', 'fa'].map(
    (language) =>
      [language, { encodings: ['windows-1256', 'iso-8859-6'], letters: signs('\\p{sc=Arab}،؛؟\\u200c') }] as const,
  ),
  ['tr', { encodings: ['windows-1254'], letters: latin('çğıöşüâîûİ') }],
  ['de', { encodings: WESTERN, letters: latin('äöüß') }],
  ['es', { encodings: WESTERN, letters: latin('áéíñóúü¡¿') }],
  ['fr', { encodings: WESTERN, letters: latin('àâçèéêëîïôœùûü’') }],
  ['it', { encodings: WESTERN, letters: latin('àèéìòù’') }],
  ['pt', { encodings: WESTERN, letters: latin('áâãàçéêíóôõú') }],
  ...['da', 'no'].map((language) => [language, { encodings: WESTERN, letters: latin('æøåé') }] as const),
  ...['fi', 'sv'].map((language) => [language, { encodings: WESTERN, letters: latin('äöåé') }] as const),
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

/** A lead in the share of letters that corrects a detected encoding: short texts resemble similar languages. */
const LEAST_GAIN = 0.1;

/**
 * Corrects a detected encoding by the language of the text, as by `encodingByLanguage`: detectors by frequency mistake
 * encodings that share most letters.
 *
 * @param detected has the letters of ASCII
 */
export function correctedByText(detected: string, sample: Buffer): string {
  const compared = sample.subarray(0, COMPARED_BYTES);
  const text = new LegacyDecoder(detected).decode(compared);
  const writing = WRITINGS.get(languageOf(text, ''));
  if (writing === undefined) return detected;
  return encodingOfLetters(writing, compared, shareOfLetters(writing, text) + LEAST_GAIN) ?? detected;
}

/** Letters of Serbian and Macedonian: encodings have them at capitals of each other. */
const RARE_CYRILLIC = /[ђѓѕјљњћќџ]/giu;
const RARE_WORTH = 0.9;
/** Some 60% of the letters of texts in Russian, Ukrainian and Bulgarian; fewer if an encoding is wrong. */
const FREQUENT_CYRILLIC = /[оеаинтсрвлі]/giu;
const LEAST_FREQUENT_SHARE = 0.5;
/** A capital within a word is a small letter of another encoding. */
const LEAST_CYRILLIC_SHARE = 0.9;
/** Shorter texts say too little about frequencies. */
const LEAST_CYRILLIC = 20;
/** Detectors by frequency know the others, and tell them from Greek and Hebrew ones. */
const RARELY_DETECTED: ReadonlySet<string | null> = new Set(['ibm866', 'x-mac-cyrillic']);

/** The encoding of undeclared Cyrillic bytes if it is one of DOS or old Macintosh computers; null for others. */
export function oldCyrillicEncoding(sample: Buffer): string | null {
  let best: string | null = null;
  let most = 0;
  for (const encoding of CYRILLIC) {
    const score = cyrillicScore(new LegacyDecoder(encoding).decode(sample.subarray(0, COMPARED_BYTES)));
    if (score > most) [best, most] = [encoding, score];
  }
  return RARELY_DETECTED.has(best) ? best : null;
}

/** Number of letters, the frequent ones counted twice; 0 if the text is no words of a Cyrillic language. */
function cyrillicScore(text: string): number {
  const found = text.match(CYRILLIC_LETTERS) ?? [];
  const letters = found.join('');
  const count = (some: RegExp): number => letters.match(some)?.length ?? 0;
  const frequent = count(FREQUENT_CYRILLIC);
  const least = Math.max(LEAST_CYRILLIC, LEAST_CYRILLIC_SHARE * (text.match(OTHERS)?.length ?? 0));
  if (found.length < least || frequent < LEAST_FREQUENT_SHARE * found.length) return 0;
  return found.length + frequent - (1 - RARE_WORTH) * count(RARE_CYRILLIC);
}

/** The encoding with the largest share of letters, if this is more than `least`. */
function encodingOfLetters(writing: Writing, sample: Buffer, least = LEAST_SHARE): string | null {
  let best: string | null = null;
  let most = Math.max(least, LEAST_SHARE);
  for (const encoding of writing.encodings) {
    // The end may be half a character.
    const share = shareOfLetters(writing, new LegacyDecoder(encoding).decode(sample));
    if (share > most) [best, most] = [encoding, share];
  }
  return best;
}

/** Share of a language's letters among the characters beyond ASCII; 0 without any. */
function shareOfLetters({ letters }: Writing, text: string): number {
  const others = text.match(OTHERS)?.length ?? 0;
  return others === 0 ? 0 : (text.match(letters)?.length ?? 0) / others;
}
