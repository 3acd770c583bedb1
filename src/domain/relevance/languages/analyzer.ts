import { languageOf } from '../../language/index.js';
import type { DocumentText } from '../../text/document-text.js';
import { inSimplified, isBeginning, oneSpelling, stemIn, stemsOf, withoutVowels, wordsIn } from '../../text/index.js';
import { ownCopy } from '../../text/cut-text.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { ENGLISH } from '../../topic/topic-language.js';

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
/** Its topics and their pages may be in either form of the characters. */
const CHINESE = 'zh';
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
  private readonly words = new Map<string, string>();
  private readonly spacing: KoreanSpacing;

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
    this.spacing = new KoreanSpacing(version < 5 ? [] : known);
    this.given = [...new Set(known.flatMap((keyword) => keyword.match(LETTERS) ?? []).flatMap(wordsIn))];
    this.parts = known.filter(
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
    return this.spacing.asKeywords(this.spelled(text)).replace(LETTERS, (letters) => this.word(letters, language));
  }

  private spelled(text: string): string {
    const lower = text.normalize('NFC').toLowerCase();
    if (this.version < 4) return lower;
    const spelled = inOneSpelling(lower);
    return this.version < 5 || this.language !== CHINESE ? spelled : inSimplified(spelled);
  }

  private formsOf(word: string, language: string): string[] {
    if (this.version < 4) return language === 'fi' ? formsOf(word, language) : [word];
    return formsOf(word, language);
  }

  private word(letters: string, language: string): string {
    const key = `${language} ${letters}`;
    const known = this.words.get(key);
    if (known !== undefined) return known;
    const words = wordsIn(letters).map((word) => this.stemmed(word, language));
    // A cut run is put between spaces, because its neighbours may be cut as well.
    const result = words.length === 1 ? words[0] : ` ${words.join(' ')} `;
    if (this.words.size >= MAX_REMEMBERED) this.words.clear();
    this.words.set(ownCopy(key), ownCopy(result));
    return result;
  }

  private stemmed(word: string, language: string): string {
    if (language === ENGLISH) return word;
    if (language === '') return this.inAnyLanguage(word);
    const stem = stemIn(language, word);
    const keyword = this.version === 2 ? this.stemsOfGiven(language).get(stem) : this.keywordOf(word, language);
    if (keyword !== undefined) return keyword;
    if (!COMPOUNDING.has(language)) return stem;
    const parts = this.parts.filter((part) => {
      if (this.version !== 2 && isBeginning(language, word)) return isPartOf(word, part);
      const partStem = stemIn(language, part);
      if (partStem.length < Math.min(LEAST_PART_STEM, part.length)) return false;
      return word.startsWith(part) || stem.endsWith(partStem);
    });
    return [stem, ...parts].join(' ');
  }

  /** The keyword's word of which a word is a form. */
  private keywordOf(word: string, language: string): string | undefined {
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
  private inAnyLanguage(word: string): string {
    const stems = stemsOf(word);
    return this.given.find((given) => given === word || stemsOf(given).some((stem, at) => stem === stems[at])) ?? word;
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

/**
 * Forms of characters for narrow and wide columns, for places in a word, and of Chinese dictionaries: they stand for
 * other characters (NFKC), unlike signs.
 */
const PRESENTATION = /[\u2e80-\u2fdf\uf900-\ufdff\ufe70-\ufeff\uff00-\uffef]+/g;
/** The lower case of the Turkish capital with a dot, and vowels of Thai and Lao in two parts. */
const inOneSpelling = (lower: string): string =>
  lower
    .replace(PRESENTATION, (letters) => letters.normalize('NFKC').toLowerCase())
    .replaceAll('i\u0307', 'i')
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3');

/** Minimum syllables of a Korean keyword whose words may be written together or apart. */
const LEAST_SPACED_SYLLABLES = 4;
const HANGUL_WORDS = /^\p{Script=Hangul}+(?: \p{Script=Hangul}+)*$/u;

/** Writes Korean compounds as the keywords do: with or without spaces, which writers set as they like. */
class KoreanSpacing {
  /** By the letters without spaces. */
  private readonly keywords: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | null;

  constructor(keywords: readonly string[]) {
    const compounds = keywords
      .filter((keyword) => HANGUL_WORDS.test(keyword))
      .map((keyword): [string, string] => [keyword.replaceAll(' ', ''), keyword])
      .filter(([letters]) => letters.length >= LEAST_SPACED_SYLLABLES);
    this.keywords = new Map(compounds);
    // The longest first: one may begin with another.
    const patterns = [...this.keywords.keys()]
      .sort((a, b) => b.length - a.length)
      .map((letters) => letters.replace(/(?<=.)(?=.)/gsu, ' ?'));
    this.pattern = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'g');
  }

  asKeywords(text: string): string {
    if (this.pattern === null) return text;
    return text.replace(this.pattern, (found) => this.keywords.get(found.replaceAll(' ', '')) ?? found);
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
