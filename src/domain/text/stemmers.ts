import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { ownCopy } from './cut-text.js';
import { inOneDevanagari, withoutAccents } from './scripts.js';

type Stemmer = (word: string) => string;

/** Longer runs of letters are no words, and stemmers' expressions may need quadratic time for them. */
const MAX_WORD_CHARS = 40;
/** Shorter words are their own stems: stemmers would leave too little of them. */
const MIN_WORD_CHARS = 3;

/** Particles that Korean attaches to nouns, longest first. */
const KOREAN_PARTICLES =
  /(?:이라는|이라고|에서는|에서도|으로는|으로써|으로서|에게서|까지는|부터는|라는|라고|에서|에게|으로|까지|부터|처럼|보다|마다|조차|밖에|이나|이랑|하고|에는|에도|와는|과는|들의|들은|들이|들을|은|는|이|가|을|를|의|에|로|와|과|도|만|들|랑|께)$/;
/** Minimum syllables left of a word. */
const KOREAN_LEAST = 2;

function korean(word: string): string {
  for (let left = word; ;) {
    const shorter = left.replace(KOREAN_PARTICLES, '');
    if (shorter === left || shorter.length < KOREAN_LEAST) return left;
    left = shorter;
  }
}

/**
 * Hebrew points, which are rarely written; below them the article and the conjunction before a word, and the plural
 * ending.
 */
const HEBREW_POINTS = /[\u0591-\u05c7]/g;
const HEBREW_PREFIX = /^(?:וה|שה|כש|ה|ו)(?=.{3})/;
const HEBREW_PLURAL = /(?<=.{3})(?:ים|ות)$/;
const hebrew: Stemmer = (word) => word.replace(HEBREW_POINTS, '').replace(HEBREW_PREFIX, '').replace(HEBREW_PLURAL, '');

/** The conjunction and prepositions before the article, which Snowball's stemmer leaves. */
const ARABIC_PREFIX = /^(?:و?(?:بال|كال|فال|لل)|وال)(?=.{2})/;
const arabicWithArticle: Stemmer = (word) => arabic(word.replace(ARABIC_PREFIX, ''));

/**
 * Snowball's stemmer gives the nominative of these words another stem than all other cases: `mehiläinen`, `mehiläisen`.
 */
const finnishWithNen: Stemmer = (word) => finnish(word.replace(/(?<=..)nen$/, 's'));

/** The library assigns to the letters of some words, which throws for strings. */
const bulgarianOfLetters: Stemmer = (word) => {
  const letters = word.split('');
  const assignable = Object.assign(letters, {
    substring: (from: number, to: number) => letters.slice(from, to).join(''),
  });
  return bulgarian(assignable as unknown as string);
};

/** Endings of plural and comparison that Persian attaches to words. */
const PERSIAN_ENDING = /(?<=.{3})(?:هایی|های|ها|ترین|تر)$/;
const persian: Stemmer = (word) => word.replace(PERSIAN_ENDING, '');

/**
 * Replaces a stemmer by a prefix. McNamee and Mayfield, "Character n-gram tokenization for European language text
 * retrieval" (2004), found prefixes of four and five letters as good as stemmers in inflecting languages.
 */
const BEGINNING = 5;
const FINAL_VOWELS = /(?<=.{3})[aeiouyąęáéíóúůýěäöüõőāēīū]+$/;
const truncated: Stemmer = (word) => withoutVowels(word).slice(0, BEGINNING);
/** A word without its final vowels, with at least three letters. */
export const withoutVowels = (word: string): string => word.replace(FINAL_VOWELS, '');
/** Languages in Latin script whose words do not inflect, or change at their beginning. */
const UNINFLECTED: ReadonlySet<string> = new Set(['en', 'ms', 'sw', 'tl', 'vi', 'yo']);

/** By ISO 639-1: the Snowball stemmers of `@orama/stemmers`, and three of our own for particles and articles. */
const STEMMERS: Readonly<Record<string, Stemmer>> = {
  ar: arabicWithArticle,
  hy: armenian,
  bg: bulgarianOfLetters,
  da: danish,
  nl: dutch,
  fa: persian,
  fi: finnishWithNen,
  fr: french,
  de: german,
  el: greek,
  he: hebrew,
  hi: hindi,
  hu: hungarian,
  id: indonesian,
  ga: irish,
  it: italian,
  ko: korean,
  lt: lithuanian,
  ne: nepali,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sr: serbian,
  es: spanish,
  sv: swedish,
  ta: tamil,
  tr: turkish,
  uk: ukrainian,
};

/** ISO 639-1 codes of languages with a stemmer. */
export const STEMMED_LANGUAGES: ReadonlySet<string> = new Set(Object.keys(STEMMERS));

const LATIN = /^\p{Script=Latin}/u;
/**
 * The default stemming language of a script, if the text's language is unknown, and the languages that use the script.
 */
const SCRIPTS: readonly (readonly [script: RegExp, language: string, others: readonly string[]])[] = [
  [LATIN, '', ['da', 'nl', 'fi', 'fr', 'de', 'hu', 'id', 'ga', 'it', 'lt', 'no', 'pt', 'ro', 'es', 'sv', 'tr', 'sr']],
  [/^\p{Script=Cyrillic}/u, 'ru', ['uk', 'bg', 'sr']],
  [/^\p{Script=Hangul}/u, 'ko', []],
  [/^\p{Script=Arabic}/u, 'ar', ['fa']],
  [/^\p{Script=Hebrew}/u, 'he', []],
  [/^\p{Script=Greek}/u, 'el', []],
  [/^\p{Script=Devanagari}/u, 'hi', ['ne']],
  [/^\p{Script=Armenian}/u, 'hy', []],
  [/^\p{Script=Tamil}/u, 'ta', []],
];

/** Most remembered stems, each of which takes 3 to 10 µs: nearly all words that one crawl reads. Some 10 MB. */
const MAX_REMEMBERED = 100_000;
const remembered = new Map<string, Map<string, string>>();
let size = 0;

/**
 * Minimum letters left of a word in these scripts, or all but the last one: Snowball's Turkish reduces both `eksen` and
 * `ekler` to `ek`.
 */
const LEAST_LETTERS = 3;
const OF_LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const kept = (word: string, stem: string): string =>
  stem.length < Math.min(LEAST_LETTERS, word.length - 1) && OF_LETTERS.test(word) ? word : stem || word;

function stemBy(language: string, word: string): string {
  let known = remembered.get(language) ?? new Map<string, string>();
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = kept(word, STEMMERS[language](word));
  if (size++ >= MAX_REMEMBERED) {
    remembered.clear();
    size = 1;
    known = new Map();
  }
  remembered.set(language, known);
  known.set(ownCopy(word), ownCopy(stem));
  return stem;
}

/**
 * The stemming language of a lower-case word in a text: the text's language, or the default of the word's script if
 * that differs from the text's, as for names. '' if there is none.
 *
 * @param language ISO 639-1; '' if unknown
 */
export function stemmingLanguage(language: string, word: string): string {
  if (word.length > MAX_WORD_CHARS) return '';
  for (const [script, usual, others] of SCRIPTS)
    if (script.test(word))
      return language !== '' && (language === usual || others.includes(language)) ? language : usual;
  return '';
}

/** All possible results of `stemmingLanguage` for a lower-case word. @param texts languages of its texts; null: any */
export function stemmingLanguages(word: string, texts: ReadonlySet<string> | null = null): string[] {
  const found = word.length > MAX_WORD_CHARS ? undefined : SCRIPTS.find(([script]) => script.test(word));
  if (found === undefined) return [];
  const [, usual, others] = found;
  return [usual, ...others.filter((language) => texts?.has(language) ?? true)].filter((language) => language !== '');
}

/**
 * Stem of one lower-case word in a text of a language. A word in another script, such as a name, is stemmed in the
 * default language of that script.
 *
 * @param language ISO 639-1; '' if unknown
 */
export function stemIn(language: string, word: string): string {
  if (word.length < MIN_WORD_CHARS || word.length > MAX_WORD_CHARS) return word;
  const chosen = stemmingLanguage(language, word);
  if (chosen !== '') return stemBy(chosen, word);
  return isUninflected(language, word) ? word : truncated(word);
}

const inPersian = (word: string): string => word.replace(/[يى]/g, 'ی').replaceAll('ك', 'ک');
/** By language: one spelling of words with letters that keyboards and fonts have in two forms. */
const SPELLINGS: Readonly<Record<string, (word: string) => string>> = {
  // Arabic letters of Persian keyboards, and words ending in letters that are often written alike.
  ar: (word) => word.replaceAll('ی', 'ي').replaceAll('ک', 'ك').replace(/ه$/, 'ة').replace(/ى$/, 'ي'),
  fa: inPersian,
  ro: (word) => word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'),
  ur: inPersian,
};

/** One spelling of a lower-case word in a language; the word itself if it has only one. */
export const oneSpelling = (language: string, word: string): string => SPELLINGS[language]?.(word) ?? word;

/** By language: further spellings, and plurals that stemmers miss, which stored models do not unite. */
const SEARCHED: Readonly<Record<string, (word: string) => string>> = {
  // Letters of Urdu and Persian, and the plural of feminine nouns.
  ar: (word) =>
    word
      .replace(/[ہۀ]/g, 'ه')
      .replaceAll('ۓ', 'ئے')
      .replace(/(?<=..)ات$/, 'ة'),
  fa: (word) => word.replaceAll('ۀ', 'ه'),
  he: withoutAccents,
  hi: inOneDevanagari,
  ne: inOneDevanagari,
};

/** `stemIn`, the same for all spellings of a word. */
export function stemOfSpellings(language: string, word: string): string {
  const used = stemmingLanguage(language, word);
  const spelled = oneSpelling(used, word);
  return stemIn(language, SEARCHED[used]?.(spelled) ?? spelled);
}

/** Prefixes that Hebrew writes with a word: prepositions, `that` and `from the`. Words may also begin with them. */
const HEBREW_PREFIXES = 'ב ל מ כ ש מה שב של שמ'.split(' ');
const HEBREW_PREPOSITION = /^[בלמכש]ה?(?=.{4})/;
const HEBREW_FEMININE = /(?<=.{3})(?:ה|ת|ות)$/;
const HEBREW_FINALS = ['כך', 'מם', 'נן', 'פף', 'צץ'];
/** Shortest stem that prefixes are put before, letters. */
const LEAST_PREFIXED = 3;

/** Letters at the end of a word have other forms than within it. */
function withOtherFinal(word: string): string[] {
  const pair = HEBREW_FINALS.find((letters) => letters.includes(word.slice(-1)));
  return pair === undefined ? [word] : [word, word.slice(0, -1) + pair.replace(word.slice(-1), '')];
}

/** Stems of the other forms of a Hebrew word: the feminine, its plural and construct, and with prefixes. */
function hebrewStems(word: string): string[] {
  const stems = [stemOfSpellings('he', word)];
  if (HEBREW_FEMININE.test(word.replace(HEBREW_POINTS, ''))) {
    const base = stems[0].replace(HEBREW_FEMININE, '');
    stems.push(base, `${base}ה`, `${base}ת`);
  }
  const forms = stems.flatMap(withOtherFinal);
  const prefixed = forms
    .filter(({ length }) => length >= LEAST_PREFIXED)
    .flatMap((form) => HEBREW_PREFIXES.map((prefix) => prefix + form));
  return [...forms, ...forms.map((form) => form.replace(HEBREW_PREPOSITION, '')), ...prefixed];
}

/**
 * The stems, as by `stemOfSpellings`, of the words that match a lower-case word of a search: in Hebrew several,
 * elsewhere its own. Their number is bounded.
 */
export const searchedStems = (language: string, word: string): string[] =>
  stemmingLanguage(language, word) === 'he' && word.length <= MAX_WORD_CHARS
    ? [...new Set(hebrewStems(word))]
    : [stemOfSpellings(language, word)];

const isUninflected = (language: string, word: string): boolean =>
  LATIN.test(word) && (language === '' || UNINFLECTED.has(language));

/**
 * Whether the prefix of a lower-case word serves as its stem: it may have other forms, and there is no stemmer for it.
 */
export const isBeginning = (language: string, word: string): boolean =>
  stemmingLanguage(language, word) === '' && !isUninflected(language, word);

/** Stem of one lower-case word by its script alone; Latin words are their own stems. */
export const stemOfScript = (word: string): string => stemIn('', word);

/**
 * Stems of one lower-case word in all languages of its script with a stemmer, in the same order for all words of the
 * script.
 */
export function stemsOf(word: string): string[] {
  const [, usual, others] = SCRIPTS.find(([script]) => script.test(word)) ?? [null, '', []];
  return [usual, ...others].map((language) => stemIn(language, word));
}
