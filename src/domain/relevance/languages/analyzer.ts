import { languageOf } from '../../language/index.js';
import type { DocumentText } from '../../text/document-text.js';
import { isBeginning, oneSpelling, stemIn, stemsOf, withoutVowels, wordsIn } from '../../text/index.js';
import { ownCopy } from '../../text/cut-text.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { ENGLISH } from '../../topic/topic-language.js';
import { inOneForm, inUsualSpelling, Spacing } from './spelling.js';

/** Increased when a text would give another result. Older models read texts with their version. */
const ANALYZER_VERSION = 5;
export const ANALYZER_VERSIONS = [2, 3, 4, ANALYZER_VERSION] as const;
type AnalyzerVersion = (typeof ANALYZER_VERSIONS)[number];
/** Languages that join several words into one, which may contain a keyword. */
const COMPOUNDING: ReadonlySet<string> = new Set(['da', 'de', 'et', 'fi', 'hu', 'is', 'ko', 'nl', 'no', 'sv']);
/** Minimum characters of a keyword, and of its stem, that is searched for within longer words; syllables in Korean. */
const LEAST_PART = 4;
const LEAST_PART_STEM = 3;
const LEAST_SYLLABLES = 2;
const HANGUL = /^\p{Script=Hangul}+$/u;
const ONE_WORD = /^[\p{L}\p{M}]+$/u;
/** Characters of a document for the language detector. */
const TOLD_BY = 1_000;
const MAX_REMEMBERED = 50_000;

/** Stems of two letters are shared by many words: then this many letters must be equal. */
const LEAST_STEM = 3;
/** Forms of one word unknown to stemmers share their beginning except this many letters. */
const ENDING = 2;
const LEAST_BEGINNING = 5;
/** A vowel that may be absent before the last consonant: Czech `vzorec`, `vzorce`; Polish `rysunek`, `rysunku`. */
const FLEETING_VOWEL = /(?<=.{3})e(?=[ckńl]$)/;
const FLEETING: ReadonlySet<string> = new Set(['cs', 'sk', 'pl']);
const MARKS = /\p{M}/gu;

const LETTERS = /[\p{L}\p{M}\p{N}]+/gu;
/** Words that hyphens join, or joiners in Persian: writers set them within long words as they like. */
const HYPHENED = /[\p{L}\p{M}\p{N}]+(?:[-\u2010\u2011\u200c][\p{L}\p{M}\p{N}]+)*/gu;
const HYPHENS = /[-\u2010\u2011\u200c]/g;

/**
 * Converts texts of any language to words between spaces, so that models find equal words by equal letters: runs in
 * scripts without spaces are cut, words are stemmed by the language of the text, and a form of a keyword is replaced by
 * the keyword, which is also added after a longer word that contains it. English texts keep their words.
 *
 * The result depends only on the text, not on earlier ones.
 */
export class Analyzer {
  private readonly parts: readonly string[];
  /** The keywords' words. */
  private readonly given: readonly string[];
  /** The keywords' words by their stems in each language of a text; the number of languages bounds it. */
  private readonly byStem = new Map<string, ReadonlyMap<string, string>>();
  /** Keywords with hyphens, their words between spaces, by their letters. */
  private readonly apart: ReadonlyMap<string, string>;
  private readonly words = new Map<string, string>();
  private readonly spacing: Spacing;

  /**
   * @param language of the topic, and of texts without a known language, ISO 639-1; '' if unknown
   * @param keywords of the topic, searched for within longer words
   */
  constructor(
    readonly language: string,
    private readonly keywords: readonly string[],
    private readonly version: AnalyzerVersion = ANALYZER_VERSION,
  ) {
    const known = keywords.map((keyword) => this.spelled(keyword));
    this.spacing = new Spacing(version < 5 ? [] : known);
    const given = known.flatMap((keyword) => keyword.match(LETTERS) ?? []).flatMap(wordsIn);
    const hyphened = version < 5 ? [] : known.flatMap((keyword) => keyword.match(HYPHENED) ?? []);
    this.apart = new Map(
      hyphened
        .map((keyword): [string, string] => [keyword.replace(HYPHENS, ''), keyword.replace(HYPHENS, ' ')])
        .filter(([joined, apart]) => joined !== apart && !given.includes(joined)),
    );
    this.given = [...new Set([...given, ...this.apart.keys()])];
    this.parts = [...known, ...this.apart.keys()].filter(
      (word) => ONE_WORD.test(word) && word.length >= (HANGUL.test(word) ? LEAST_SYLLABLES : LEAST_PART),
    );
  }

  /** The constructor's arguments, and the version. */
  save(): { version: number; language: string; keywords: string[] } {
    return { version: this.version, language: this.language, keywords: [...this.keywords] };
  }

  document(document: DocumentText): DocumentText {
    const { title, description, text, anchors } = document;
    const language = languageOf(`${text.slice(0, TOLD_BY)} ${title}`, '') || this.language;
    return {
      ...document,
      title: this.text(title, language),
      description: this.text(description, language),
      text: this.text(text, language),
      ...(anchors && { anchors: anchors.map((anchor) => this.text(anchor, language)) }),
    };
  }

  /** The keyword in its form in analysed texts. */
  keyword(keyword: Keyword): Keyword {
    const words = (this.spelled(keyword.text).match(LETTERS) ?? []).flatMap(wordsIn);
    return { ...keyword, text: words.join(' ') };
  }

  /** @param language of the text. Default: the topic's */
  text(text: string, language = this.language): string {
    return this.spacing
      .asKeywords(this.spelled(text))
      .replace(this.version < 5 ? LETTERS : HYPHENED, (letters) => this.remembered(letters, language));
  }

  private spelled(text: string): string {
    const lower = text.normalize('NFC').toLowerCase();
    if (this.version < 4) return lower;
    return this.version < 5 ? inOneForm(lower) : inUsualSpelling(lower, this.language);
  }

  private formsOf(word: string, language: string): string[] {
    if (this.version < 4 && language !== 'fi') return [word];
    const forms = formsOf(word, language);
    const spellings = this.version < 5 ? [] : forms.flatMap((form) => SPELLED_ALIKE[language]?.(form) ?? []);
    return [...forms, ...spellings].filter((form, at, all) => all.indexOf(form) === at);
  }

  private remembered(letters: string, language: string): string {
    const key = `${language} ${letters}`;
    const known = this.words.get(key);
    if (known !== undefined) return known;
    const result = this.compound(letters, language);
    if (this.words.size >= MAX_REMEMBERED) this.words.clear();
    this.words.set(ownCopy(key), ownCopy(result));
    return result;
  }

  /** Words joined by hyphens: the keyword that they are a form of, or each of them and the keywords that span them. */
  private compound(letters: string, language: string): string {
    const words = letters.replace(LETTERS, (word) => this.word(word, language));
    const joined = letters.replace(HYPHENS, '');
    if (joined === letters || language === ENGLISH) return words;
    const keyword = this.keywordOf(joined, language);
    if (keyword !== undefined) return this.asGiven(keyword);
    const spanning = this.partsOf(joined, language).filter((part) => !words.includes(part));
    return [words, ...spanning.map((part) => this.asGiven(part))].join(' ');
  }

  private word(letters: string, language: string): string {
    const words = wordsIn(letters).map((word) => this.stemmed(word, language));
    // A cut run is put between spaces, because its neighbours may be cut as well.
    return words.length === 1 ? words[0] : ` ${words.join(' ')} `;
  }

  private stemmed(word: string, language: string): string {
    if (language === ENGLISH) return word;
    const keyword = this.keywordOf(word, language);
    if (keyword !== undefined) return this.asGiven(keyword);
    if (language === '') return word;
    return [stemIn(language, word), ...this.partsOf(word, language).map((part) => this.asGiven(part))].join(' ');
  }

  private asGiven(keyword: string): string {
    return this.apart.get(keyword) ?? keyword;
  }

  /** The keywords in a longer word. */
  private partsOf(word: string, language: string): string[] {
    if (!COMPOUNDING.has(language)) return [];
    const stem = stemIn(language, word);
    return this.parts.filter((part) => {
      if (this.version !== 2 && isBeginning(language, word)) return isPartOf(word, part);
      const partStem = stemIn(language, part);
      if (partStem.length < Math.min(LEAST_PART_STEM, part.length)) return false;
      return word.startsWith(part) || stem.endsWith(partStem);
    });
  }

  /** The keyword's word of which a word is a form. */
  private keywordOf(word: string, language: string): string | undefined {
    if (language === '') return this.inAnyLanguage(word);
    if (this.version === 2) return this.stemsOfGiven(language).get(stemIn(language, word));
    if (isBeginning(language, word)) return this.given.find((given) => haveOneBeginning(given, word, language));
    const byStem = this.stemsOfGiven(language);
    for (const form of this.formsOf(word, language)) {
      const stem = stemIn(language, form);
      const given = byStem.get(stem);
      if (given !== undefined && (given === word || stem.length >= LEAST_STEM || begin(given, form, LEAST_STEM)))
        return given;
    }
    return undefined;
  }

  /** In an unknown language a word matches the keyword that shares a stem with it in any language. */
  private inAnyLanguage(word: string): string | undefined {
    const stems = stemsOf(word);
    return this.given.find((given) => given === word || stemsOf(given).some((stem, at) => stem === stems[at]));
  }

  private stemsOfGiven(language: string): ReadonlyMap<string, string> {
    let known = this.byStem.get(language);
    if (known === undefined) {
      known = new Map(
        [...this.given]
          .reverse()
          .flatMap((word) =>
            (this.version === 2 ? [word] : this.formsOf(word, language)).map((form) => [stemIn(language, form), word]),
          ),
      );
      this.byStem.set(language, known);
    }
    return known;
  }
}

/** A word, and other words of which it may be a form or spelling. */
function formsOf(word: string, language: string): string[] {
  const forms = OTHER_FORMS[language]?.(word) ?? [oneSpelling(language, word)];
  return [word, ...forms].filter((form, at, all) => all.indexOf(form) === at);
}

const FINNISH_KS =
  /(?<=..[uyoö])ks(?:en|e[nt]|ee[nt]|i[aä]|ien|iin|e(?:ss|st|ll|lt)[aä]|elle|i(?:ss|st|ll|lt)[aä]|ille)$/;
const FINNISH_PLURAL = /(?<=..)o(?:jen|ja|i(?:ss|st|ll|lt)a|ihin|ille|ina|iksi|iden)$/;
/** Prepositions before a Hebrew word, and endings of feminine nouns. */
const HEBREW_PREPOSITION = /^ו?[בלמכש]ה?(?=.{4})/;
const HEBREW_FEMININE = /(?<=.{3})(?:ה|ות)$/;
/** A Korean word of one syllable with a particle; the particle depends on how the syllable ends. */
const ONE_SYLLABLE =
  /^(\p{Script=Hangul})(?:(은|이|을|과|으로|이나|이랑)|(는|가|를|와|로|나|랑)|의|에|도|만|에서|까지|부터|처럼|보다)$/u;
/** Vietnamese vowels whose tone either of them may bear: `hoà`, `hòa`. */
const VIETNAMESE_TONE = /([ou])([aey])([\u0300\u0301\u0303\u0309\u0323])$/;

/** By language. Finnish: `esitys` has the genitive `esityksen`, `dia` the plural `dioja`. */
const OTHER_FORMS: Readonly<Record<string, (word: string) => string[]>> = {
  el: (word) => [plain(word)],
  // Capitals are often written without accents.
  es: (word) => (word.length > 4 ? [word.normalize('NFD').replaceAll('\u0301', '').normalize('NFC')] : []),
  fi: (word) => [word.replace(FINNISH_KS, 's'), word.replace(FINNISH_PLURAL, 'a')],
  he: (word) => {
    const bare = word.replace(HEBREW_PREPOSITION, '');
    return [bare, word.replace(HEBREW_FEMININE, ''), bare.replace(HEBREW_FEMININE, '')];
  },
  hi: hindi,
  ko: (word) => {
    const [, syllable = '', closed, open] = ONE_SYLLABLE.exec(word) ?? [];
    const isClosed = (syllable.charCodeAt(0) - 0xac00) % 28 > 0;
    return syllable === '' || (isClosed ? open : closed) !== undefined ? [] : [syllable];
  },
  mr: hindi,
  ne: hindi,
  // Capitals have become other letters in lower case.
  tr: (word) => [word.replaceAll('ı', 'i'), word.replaceAll('i', 'ı')],
  vi: (word) => [word.normalize('NFD').replace(VIETNAMESE_TONE, '$1$3$2').normalize('NFC')],
};

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe' };
const withTwoLetters = (word: string): string => word.replace(/[äöüæøåœ]/g, (letter) => UMLAUTS[letter]);

/** By language, since version 5: spellings of keyboards without a letter, and letters at the end of a word. */
const SPELLED_ALIKE: Readonly<Record<string, (word: string) => string>> = {
  da: withTwoLetters,
  de: withTwoLetters,
  fr: withTwoLetters,
  he: (word) => word.replace(/[ךםןףץ]$/, (letter) => FINAL_LETTERS[letter]),
  no: withTwoLetters,
  tr: (word) => word.normalize('NFD').replaceAll('\u0302', '').normalize('NFC'),
};

/** Nasals before consonants are written as letters or as a dot, and foreign sounds with or without a dot. */
function hindi(word: string): string[] {
  return [
    word
      .normalize('NFD')
      .replaceAll('\u093c', '')
      .replaceAll('\u0901', '\u0902')
      .replace(/[ङञणनम]\u094d(?=[क-ह])/g, '\u0902'),
  ];
}

const plain = (word: string): string => word.normalize('NFD').replace(MARKS, '');
/** Whether two words begin with the same letters, ignoring diacritics. */
const begin = (one: string, other: string, letters: number): boolean =>
  plain(one).slice(0, letters) === plain(other).slice(0, letters);

/** Whether a longer word begins with a part, or ends with it except for an ending. */
function isPartOf(word: string, part: string): boolean {
  const base = withoutVowels(part);
  const at = word.lastIndexOf(base);
  return word.startsWith(part) || (at > 0 && word.length - at - base.length <= ENDING + 1);
}

function haveOneBeginning(given: string, word: string, language: string): boolean {
  if (given === word) return true;
  const [one, other] = [given, word].map((form) =>
    withoutVowels(FLEETING.has(language) ? form.replace(FLEETING_VOWEL, '') : form),
  );
  if (one === other) return true;
  const least = Math.max(Math.min(LEAST_BEGINNING, one.length), one.length - ENDING);
  return other.length <= one.length + ENDING + 1 && other.startsWith(one.slice(0, least));
}
