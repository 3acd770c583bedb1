import { languageOf } from '../../language/index.js';
import type { DocumentText } from '../../text/document-text.js';
import { isBeginning, stemIn, stemsOf, withoutVowels, wordsIn } from '../../text/index.js';
import { ownCopy } from '../../text/cut-text.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { ENGLISH } from '../../topic/topic-language.js';

/** Increased when a text would give another result. Older models read texts with their version. */
const ANALYZER_VERSION = 3;
export const ANALYZER_VERSIONS = [2, ANALYZER_VERSION] as const;
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

  /**
   * @param language of the topic, and of texts without a known language, ISO 639-1; '' if unknown
   * @param keywords of the topic, searched for within longer words
   */
  constructor(
    readonly language: string,
    private readonly keywords: readonly string[],
    private readonly version: AnalyzerVersion = ANALYZER_VERSION,
  ) {
    const known = keywords.map((keyword) => keyword.normalize('NFC').toLowerCase());
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
    const words = (keyword.text.normalize('NFC').toLowerCase().match(LETTERS) ?? []).flatMap(wordsIn);
    return { ...keyword, text: words.join(' ') };
  }

  /** @param language of the text. Default: the topic's */
  text(text: string, language = this.language): string {
    return text
      .normalize('NFC')
      .toLowerCase()
      .replace(LETTERS, (letters) => this.word(letters, language));
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
    for (const form of formsOf(word, language)) {
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
            (this.version === 2 ? [word] : formsOf(word, language)).map((form) => [stemIn(language, form), word]),
          ),
      );
      this.byStem.set(language, known);
    }
    return known;
  }
}

/**
 * A word, and other words of which it may be a form. Finnish: `esitys` has the genitive `esityksen`, `dia` the plural
 * `dioja`.
 */
function formsOf(word: string, language: string): string[] {
  if (language !== 'fi') return [word];
  return [word, word.replace(FINNISH_KS, 's'), word.replace(FINNISH_PLURAL, 'a')].filter(
    (form, at, all) => all.indexOf(form) === at,
  );
}
const FINNISH_KS =
  /(?<=..[uyoö])ks(?:en|e[nt]|ee[nt]|i[aä]|ien|iin|e(?:ss|st|ll|lt)[aä]|elle|i(?:ss|st|ll|lt)[aä]|ille)$/;
const FINNISH_PLURAL = /(?<=..)o(?:jen|ja|i(?:ss|st|ll|lt)a|ihin|ille|ina|iksi|iden)$/;

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
