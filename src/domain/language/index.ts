import { detectLanguage } from './detect.js';
import { isOfOtherScript, mainScriptOf, signedLanguage, signedLanguageOfWords } from './by-script.js';
import { LANGUAGES } from './ngrams.js';
import { languageOfDomain } from './top-level-domains.js';

export { languageOfDomain };

/** Characters read per sample. More would take longer without making the result more certain. */
const SAMPLE_CHARS = 500;
/** A text with fewer letters is not reliable; Chinese, Japanese and Korean characters count as three. */
const MIN_LETTERS = 60;
const SIGN_WORTH = 3;
/** A text of at least this length may be in several languages. */
const SEVERAL_FROM = 3 * SAMPLE_CHARS;
/** Marks are from 0 to 1. Languages closer than this are indistinguishable; then the declared one is used. */
const LEAST_LEAD = 0.03;
/** Codes that `Intl` keeps or replaces otherwise: those of written Norwegian, and Tagalog, which it calls Filipino. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['fil', 'tl'],
]);
/** Languages written as another one in Latin script: the detector knows Serbian in Cyrillic, and Bosnian not at all. */
const WRITTEN_ALIKE: Readonly<Record<string, string>> = { bs: 'hr', sr: 'hr' };
/**
 * Words frequent only in English. Finding several in a sample is faster than the detector, which costs as much as
 * parsing.
 */
const ENGLISH_WORDS = /\b(?:the|and|with|that|this|from|which|have)\b/gi;
const MIN_ENGLISH_WORDS = 4;
/** A sample with several of these may be a text with an English quotation. */
const FOREIGN_LETTERS = /[\u00c0-\u024f]/g;
const MIN_FOREIGN_LETTERS = 2;
const KNOWN: ReadonlySet<string> = new Set(LANGUAGES);

/** Letters by their weight. Characters beyond ASCII letters and Latin-1 signs count as one. */
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

/**
 * The ISO 639-1 code of a declared language, also of one with a withdrawn code or one of three letters; '' if it has
 * none. @param declared a BCP 47 tag in lower case
 */
export function languageCode(declared: string): string {
  const [primary] = declared.split('-', 1);
  if (!/^[a-z]{2,3}$/.test(primary)) return '';
  const [usual] = Intl.getCanonicalLocales(primary)[0].split('-', 1);
  const code = OTHER_CODES.get(usual) ?? usual;
  return code.length === 2 && isLanguage(code) ? code : '';
}

/** Some pages declare a country instead: `cz`, `jp`. Created once, because it takes milliseconds. */
let names: Intl.DisplayNames | undefined;
function isLanguage(code: string): boolean {
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(code) !== undefined;
}

/** A page's language from its text and declaration, ISO 639-1. */
interface LanguageDecision {
  /** '' if unknown. */
  readonly language: string;
  /** All languages that the text may be in; empty if the text does not say and the language is the declared one. */
  readonly possible: readonly string[];
}
const surely = (language: string): LanguageDecision => ({ language, possible: [language] });
const asDeclared = (language: string): LanguageDecision => ({ language, possible: [] });

/**
 * The language of a text, as by `decideLanguage`.
 *
 * @param declared a BCP 47 tag in lower case, '' if there is none
 * @returns ISO 639-1
 */
export const languageOf = (text: string, declared: string): string => decideLanguage(text, declared).language;

/**
 * Determines the language of a text: by its letters if they suffice, otherwise by its declaration.
 *
 * Scripts are weighed by their letters. Words in scripts shared by several languages are classified by eld (Efficient
 * Language Detector, n-grams of bytes, 60 languages): some 100 µs, and 10 for plain English. A declared language that
 * eld does not know (Indonesian, say, which it would take for Malay) is accepted, unless the script is wrong or the
 * text is plainly English. A long text that is not in the declared language at one place is read at three, and the
 * majority counts.
 *
 * @param declared a BCP 47 tag in lower case, '' if there is none
 */
export function decideLanguage(text: string, declared: string): LanguageDecision {
  const said = languageCode(declared);
  const script = mainScriptOf(text, said);
  if (script?.isBesideDeclared === true) return asDeclared(said);
  const own = script?.text ?? text;
  if (script !== null && script.language !== null && lettersIn(own) >= MIN_LETTERS) return surely(script.language);
  const isPossible = script === null ? !isOfOtherScript(said) : script.fits(said);
  if (said !== '' && !KNOWN.has(said) && isPossible) {
    const isEnglish = isPlainEnglish(sampleOf(own, 1)) && isPlainEnglish(sampleOf(own, 2));
    return isEnglish ? surely('en') : asDeclared(said);
  }
  const signed = script === null ? '' : signedLanguage(own);
  if (signed !== '' && lettersIn(own) >= MIN_LETTERS) return surely(signed);
  const decideAt = (quarter: number): LanguageDecision =>
    decideBySample(sampleOf(own, quarter), said, isPossible && script === null);
  const first = decideAt(1);
  if (own.length < SEVERAL_FROM || (first.possible.length > 0 && first.language === said)) return first;
  const second = decideAt(2);
  if (second.possible.length > 0 && second.language === first.language) return first;
  const told = [first, second, decideAt(3)].filter(({ possible }) => possible.length > 0);
  // No two places agree: the declaration decides.
  return (
    told.find((one, i) => told.some(({ language }, j) => j > i && language === one.language)) ??
    (told.length === 1 ? told[0] : asDeclared(said))
  );
}

/** Letters of other Cyrillic languages that Russian lacks. */
const NOT_RUSSIAN = /[іўјљњћђџ]/i;
const UKRAINIAN = /[їєґ]/i;

/**
 * The likeliest language of a few words in another script than Latin, ISO 639-1; '' if there is none. Words that may be
 * Russian are, because short words of Cyrillic languages have no other difference.
 */
export function languageOfWords(words: string): string {
  const text = words.normalize('NFC');
  const signed = signedLanguageOfWords(text);
  if (signed !== '') return signed;
  if (UKRAINIAN.test(text)) return 'uk';
  const { language, marks } = detectLanguage(text);
  const mayBeRussian =
    !NOT_RUSSIAN.test(text) && marks.some(([code, mark]) => code === 'ru' && marks[0][1] - mark < LEAST_LEAD);
  return mayBeRussian ? 'ru' : language;
}

/**
 * The usual language of a page's top-level domain, if the page is written in a script of this language; '' otherwise.
 *
 * @returns ISO 639-1
 */
export function usualLanguage(url: string, text: string): string {
  const usual = languageCode(languageOfDomain(url));
  if (usual === '' || !KNOWN.has(usual)) return '';
  const script = mainScriptOf(text, usual);
  if (isOfOtherScript(usual)) return script?.fits(usual) === true ? usual : '';
  return script === null && /\p{L}/u.test(text) && !isPlainEnglish(text) ? usual : '';
}

/** Skips the beginning with its menus and names. @param quarter of the text before the sample */
function sampleOf(text: string, quarter: number): string {
  const start = Math.max(0, Math.min((text.length * quarter) >> 2, text.length - SAMPLE_CHARS));
  // The detector knows letters and their marks as one character.
  return text.slice(start, start + SAMPLE_CHARS).normalize('NFC');
}

function isPlainEnglish(sample: string): boolean {
  return (
    (sample.match(ENGLISH_WORDS)?.length ?? 0) >= MIN_ENGLISH_WORDS &&
    (sample.match(FOREIGN_LETTERS)?.length ?? 0) < MIN_FOREIGN_LETTERS
  );
}

/** @param isLatin whether the text and the declared language are in Latin script */
function decideBySample(sample: string, said: string, isLatin: boolean): LanguageDecision {
  if (lettersIn(sample) < MIN_LETTERS) return asDeclared(said);
  if ((said === '' || said === 'en') && isPlainEnglish(sample)) return surely('en');
  const { language, isReliable, marks } = detectLanguage(sample);
  if (!isReliable) return asDeclared(said);
  const [[, best]] = marks;
  const close = marks.filter(([, mark]) => best - mark < LEAST_LEAD).map(([code]) => code);
  if (close.includes(said)) return { language: said, possible: close };
  if (isLatin && close.includes(WRITTEN_ALIKE[said])) return { language: said, possible: [said, ...close] };
  if (close.length === 1) return surely(language);
  // Names and numbers in Latin script resemble any language; other scripts have few.
  return isLatin ? asDeclared(said) : { language, possible: close };
}
