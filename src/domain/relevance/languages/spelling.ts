/** Spellings of one text that differ by writer, font or keyboard. All functions take texts in lower case. */
import { inNewKanji, inSimplified } from '../../text/index.js';

/**
 * Forms of characters for narrow and wide columns, for places in a word, and of Chinese dictionaries: they stand for
 * other characters (NFKC), unlike signs.
 */
const PRESENTATION = /[\u2e80-\u2fdf\uf900-\ufdff\ufe70-\ufeff\uff00-\uffef]+/g;
/** The lower case of the Turkish capital with a dot, and vowels of Thai and Lao in two parts. */
export const inOneForm = (lower: string): string =>
  lower
    .replace(PRESENTATION, (letters) => letters.normalize('NFKC').toLowerCase())
    .replaceAll('i\u0307', 'i')
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3');

/**
 * Invisible characters within words: soft hyphens and joiners. In Arabic script a joiner stands between words and
 * endings, and in scripts without spaces a space of no width ends a word.
 */
const UNSEEN =
  /[\u00ad\u200d\u2060\ufeff]|(?<!\p{sc=Arab})\u200c|(?<![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])\u200b/gu;
/** In Ukrainian and Belarusian words. One apostrophe is a letter, others end a word. */
const CYRILLIC_APOSTROPHE = /(?<=\p{sc=Cyrl})['’ʼ`´](?=\p{sc=Cyrl})/gu;
const LETTER_APOSTROPHE = /[\u02b9-\u02bc]/g;
const HAN_OR_KANA = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}ー]';
/** Text with a space behind each character, at least four of them. */
const SPACED_CHARACTERS = new RegExp(
  `(?<!${HAN_OR_KANA} ?)${HAN_OR_KANA}(?: ${HAN_OR_KANA}){3,}(?! ?${HAN_OR_KANA})`,
  'gu',
);
/** Between words in katakana. */
const KATAKANA_DOT = /(?<=[\p{sc=Kana}ー])[・゠ ](?=\p{sc=Kana})/gu;
/** Writers omit it at the end of words of at least three other characters: `サーバー`, `サーバ`. */
const FINAL_LONG_MARK = /(?<=[\p{sc=Kana}ー]{3})ー(?![\p{sc=Kana}ー])/gu;
/** `col·lecció` with the signs in place of its middle dot. */
const CATALAN_DOUBLE = /(?:l[·•‧⋅.]|ŀ)l/g;
/** Foreign sounds: `ヴァイオリン`, `バイオリン`. */
const KATAKANA_V = /ヴ([ァィェォ]?)/g;
const KATAKANA_B: Readonly<Record<string, string>> = { ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' };

/** By language of the topic. */
const USUAL: Readonly<Record<string, (text: string) => string>> = {
  ca: (text) => text.replace(CATALAN_DOUBLE, 'll'),
  ja: (text) =>
    inNewKanji(text)
      .replace(KATAKANA_DOT, '')
      .replace(FINAL_LONG_MARK, '')
      .replace(KATAKANA_V, (_, vowel: string) => KATAKANA_B[vowel] ?? 'ブ'),
  zh: inSimplified,
};

/** A text with what writers vary or do not see written in one way. @param language of the topic, ISO 639-1 */
export function inUsualSpelling(text: string, language: string): string {
  const plain = inOneForm(text.replace(UNSEEN, ''))
    .replace(CYRILLIC_APOSTROPHE, '')
    .replace(LETTER_APOSTROPHE, "'")
    .replace(SPACED_CHARACTERS, (found) => found.replaceAll(' ', ''));
  return USUAL[language]?.(plain) ?? plain;
}

/** Minimum syllables or characters of a keyword whose words may be written together or apart. */
const LEAST_SPACED = 4;
const SPACED_WORDS = new RegExp(`^(?:\\p{sc=Hangul}+(?: \\p{sc=Hangul}+)*|${HAN_OR_KANA}+(?: ${HAN_OR_KANA}+)*)$`, 'u');

/** Writes Korean, Chinese and Japanese compounds as the keywords do: with or without spaces, as writers like. */
export class Spacing {
  /** By the letters without spaces. */
  private readonly keywords: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | null;

  constructor(keywords: readonly string[]) {
    const compounds = keywords
      .filter((keyword) => SPACED_WORDS.test(keyword))
      .map((keyword): [string, string] => [keyword.replaceAll(' ', ''), keyword])
      .filter(([letters]) => letters.length >= LEAST_SPACED);
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
