import { languageOf } from '../../language/index.js';
import type { DocumentText } from '../../text/document-text.js';
import { stemIn, stemsOf, wordsIn } from '../../text/index.js';
import { ownCopy } from '../../text/own-copy.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { ENGLISH } from '../../topic/topic-language.js';

/** Raised when the same text would give another result. */
export const ANALYZER_VERSION = 2;
/** Languages that write several words as one, of which a keyword may be one. */
const COMPOUNDING: ReadonlySet<string> = new Set(['da', 'de', 'et', 'fi', 'hu', 'is', 'ko', 'nl', 'no', 'sv']);
/** Characters of a keyword, and of its stem, that is looked for within a longer word; syllables in Korean. */
const LEAST_PART = 4;
const LEAST_PART_STEM = 3;
const LEAST_SYLLABLES = 2;
const HANGUL = /^\p{Script=Hangul}+$/u;
const ONE_WORD = /^[\p{L}\p{M}]+$/u;
/** Characters of a document that the language detector reads. */
const TOLD_BY = 1_000;
const MAX_REMEMBERED = 50_000;

const LETTERS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Makes texts of any language ones of words between spaces, so that models find the same word by the same letters: runs of scripts without spaces are cut, words
 * are stemmed by the language of the text, and a form of a keyword stands as the keyword itself, behind a longer word that it is a part of. Texts of English keep
 * their words.
 *
 * The same text gives the same result, whatever was analyzed before.
 */
export class Analyzer {
  private readonly parts: readonly string[];
  /** The keywords' words. */
  private readonly given: readonly string[];
  /** The keywords' words by their stems in each language that a text was in, bounded by the number of these. */
  private readonly byStem = new Map<string, ReadonlyMap<string, string>>();
  private readonly words = new Map<string, string>();

  /**
   * @param language of the topic, and of texts that do not tell theirs, ISO 639-1; '' where it is unknown
   * @param keywords of the topic, looked for within longer words
   */
  constructor(
    readonly language: string,
    private readonly keywords: readonly string[],
  ) {
    const known = keywords.map((keyword) => keyword.normalize('NFC').toLowerCase());
    this.given = [...new Set(known.flatMap((keyword) => keyword.match(LETTERS) ?? []).flatMap(wordsIn))];
    this.parts = known.filter(
      (word) => ONE_WORD.test(word) && word.length >= (HANGUL.test(word) ? LEAST_SYLLABLES : LEAST_PART),
    );
  }

  /** What the constructor takes, and the version. */
  save(): { version: number; language: string; keywords: string[] } {
    return { version: ANALYZER_VERSION, language: this.language, keywords: [...this.keywords] };
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

  /** The keyword as it stands in texts that were analyzed. */
  keyword(keyword: Keyword): Keyword {
    const words = (keyword.text.normalize('NFC').toLowerCase().match(LETTERS) ?? []).flatMap(wordsIn);
    return { ...keyword, text: words.join(' ') };
  }

  /** @param language of the text; that of the topic when left out */
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
    // A run that was cut stands between spaces, as what is beside it may be cut as well.
    const result = words.length === 1 ? words[0] : ` ${words.join(' ')} `;
    if (this.words.size >= MAX_REMEMBERED) this.words.clear();
    this.words.set(ownCopy(key), ownCopy(result));
    return result;
  }

  private stemmed(word: string, language: string): string {
    if (language === ENGLISH) return word;
    if (language === '') return this.inAnyLanguage(word);
    const stem = stemIn(language, word);
    const keyword = this.stemsOfGiven(language).get(stem);
    if (keyword !== undefined) return keyword;
    if (!COMPOUNDING.has(language)) return stem;
    const parts = this.parts.filter((part) => {
      const partStem = stemIn(language, part);
      if (partStem.length < Math.min(LEAST_PART_STEM, part.length)) return false;
      return word.startsWith(part) || stem.endsWith(partStem);
    });
    return [stem, ...parts].join(' ');
  }

  /** In an unknown language a word is the keyword that has a stem with it in some language. */
  private inAnyLanguage(word: string): string {
    const stems = stemsOf(word);
    return this.given.find((given) => given === word || stemsOf(given).some((stem, at) => stem === stems[at])) ?? word;
  }

  private stemsOfGiven(language: string): ReadonlyMap<string, string> {
    let known = this.byStem.get(language);
    if (known === undefined) {
      known = new Map([...this.given].reverse().map((word) => [stemIn(language, word), word]));
      this.byStem.set(language, known);
    }
    return known;
  }
}
