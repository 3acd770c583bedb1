import { isUnspaced, lowerCase, searchedForm } from './scripts.js';

/**
 * Stop words: the Snowball project's English list (Porter, public domain), as in PostgreSQL's `english` configuration.
 */
const UNSEARCHED: ReadonlySet<string> = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs ' +
    'themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or ' +
    'because as until while of at by for with about against between into through during before after above below to from up down in out on off over under ' +
    'again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very ' +
    's t can will just don should now'
  ).split(' '),
);

/** Whether a word is too common to be searched. @param word in lower case */
export const isUnsearched = (word: string): boolean => UNSEARCHED.has(word);

/** The words of a text. */
export interface WordPlaces {
  /** In its own case. */
  readonly text: string;
  readonly count: number;
  /** By word: offsets of its first character and after its last, UTF-16 units. */
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/** `C++`, `AT&T`, `IT` and `the Who`. In titles, capitals and pairs are often no names. */
type NameKind = 'sign' | 'compound' | 'capitals' | 'pair';

/** A name that its words alone do not give. */
export interface SearchedName {
  /** Contains a sign or a capital, unlike words. */
  readonly name: string;
  /** First and last word. */
  readonly first: number;
  readonly last: number;
  /** Offsets, with its signs. */
  readonly from: number;
  readonly to: number;
  readonly kind: NameKind;
}

const [PLUS, HASH, DOT, AND, HYPHEN, SLASH, SPACE] = Array.from('+#.&-/ ', (sign) => sign.charCodeAt(0));
const LETTER = /\p{L}/u;
const DIGIT_OR_MARK = /[\p{M}\p{N}]/u;
/** Operators of searches, which are capitals too. */
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT']);
/** Most words of a compound, such as `U.S.A.`. */
const MAX_JOINED = 8;
/** Joins the words of a compound in a name, whichever sign does so in the text. */
const JOINT = '&';

/** The code unit at an offset; 0 outside of the text, where `charCodeAt` is ten times slower. */
const unitAt = (text: string, at: number): number => (at >= 0 && at < text.length ? text.charCodeAt(at) : 0);

/** Whether a letter is there of a script with spaces, in which it joins words. */
const isLetterAt = (text: string, at: number): boolean => {
  const unit = unitAt(text, at);
  if (unit < 0x80) return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
  const letter = text.charAt(at);
  return LETTER.test(letter) && !isUnspaced(letter);
};
const isWordAt = (text: string, at: number): boolean => isLetterAt(text, at) || DIGIT_OR_MARK.test(text.charAt(at));
const isCapitalAt = (text: string, at: number): boolean => {
  const unit = unitAt(text, at);
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a;
  const letter = text.charAt(at);
  return letter.toLowerCase() !== letter;
};

/** Length of the signs `+`, `++` or `#` after a letter; 0 if there are none, or `a+b` and `page#part` go on. */
function signsAfter(text: string, end: number): number {
  const sign = unitAt(text, end);
  if ((sign !== PLUS && sign !== HASH) || !isLetterAt(text, end - 1)) return 0;
  const length = sign === PLUS && unitAt(text, end + 1) === PLUS ? 2 : 1;
  const next = unitAt(text, end + length);
  if (next === PLUS || next === HASH) return 0;
  // `C++11` and `C#7`, but not `a+1`.
  const isJoined = sign === PLUS && length === 1 ? isWordAt(text, end + 1) : isLetterAt(text, end + length);
  return isJoined ? 0 : length;
}

/** Whether a dot begins a name such as `.NET`, and ends or joins nothing. */
const isDotBefore = (text: string, start: number): boolean =>
  unitAt(text, start - 1) === DOT &&
  unitAt(text, start - 2) !== DOT &&
  !isWordAt(text, start - 2) &&
  isLetterAt(text, start);

/** Whether a sign may join words. */
const isJoint = (unit: number): boolean => unit === DOT || unit === HYPHEN || unit === SLASH || unit === AND;

/** Finds the names of one text. */
class NameReader {
  private readonly text: string;
  private readonly count: number;
  private readonly starts: ArrayLike<number>;
  private readonly ends: ArrayLike<number>;

  constructor(
    { text, count, starts, ends }: WordPlaces,
    private readonly isCommon: (word: number) => boolean,
  ) {
    this.text = text;
    this.count = count;
    this.starts = starts;
    this.ends = ends;
  }

  forEach(found: (name: SearchedName) => void): void {
    const { text, starts, ends, count } = this;
    let before = count === 0 ? 0 : unitAt(text, starts[0] - 1);
    for (let i = 0; i < count; i++) {
      // Nearly all words are skipped here: they are in small letters between spaces, or no stop words.
      const after = unitAt(text, ends[i]);
      let name: SearchedName | null = null;
      if (after === PLUS || after === HASH || before === DOT) name = this.withSign(i);
      if (name === null && (isJoint(after) || isCapitalAt(text, starts[i]) || this.mayGoOn(i, after)))
        if (this.isShort(i)) name = this.ofStopWords(i);
      if (name !== null) found(name);
      if (i + 1 < count) before = starts[i + 1] - ends[i] === 1 ? after : unitAt(text, starts[i + 1] - 1);
    }
  }

  /** Whether the next word has a capital, or is joined by ` & `. */
  private mayGoOn(i: number, after: number): boolean {
    const { text, starts, ends, count } = this;
    if (after !== SPACE || i + 1 >= count) return false;
    return starts[i + 1] - ends[i] === 1 ? isCapitalAt(text, starts[i + 1]) : unitAt(text, ends[i] + 1) === AND;
  }

  private withSign(i: number): SearchedName | null {
    const { text, starts, ends } = this;
    const to = ends[i] + signsAfter(text, ends[i]);
    if (to > ends[i]) return { ...this.named('sign', i, i, this.wordAt(i) + text.slice(ends[i], to)), to };
    return isDotBefore(text, starts[i])
      ? { ...this.named('sign', i, i, `.${this.wordAt(i)}`), from: starts[i] - 1 }
      : null;
  }

  private ofStopWords(i: number): SearchedName | null {
    return this.compoundAt(i) ?? (this.isCommon(i) ? (this.capitalsAt(i) ?? this.pairAt(i)) : null);
  }

  private named(kind: NameKind, first: number, last: number, name: string): SearchedName {
    const { starts, ends } = this;
    return { name, first, last, from: starts[first], to: ends[last], kind };
  }

  private wordAt(i: number): string {
    const { text, starts, ends } = this;
    return searchedForm(lowerCase(text.slice(starts[i], ends[i])));
  }

  private isShort(i: number): boolean {
    const { text, starts, ends } = this;
    return ends[i] - starts[i] === 1 ? isLetterAt(text, starts[i]) : this.isCommon(i);
  }

  /** The sign that joins a word to the next one; 0 if none does. */
  private joint(i: number): number {
    const { text, starts, ends, count } = this;
    if (i < 0 || i + 1 >= count) return 0;
    const sign = unitAt(text, ends[i]);
    const gap = starts[i + 1] - ends[i];
    if (gap === 1) return isJoint(sign) ? sign : 0;
    return gap === 3 && sign === SPACE && text.slice(ends[i], starts[i + 1]) === ' & ' ? AND : 0;
  }

  /**
   * Joined words of which search knows at most one letter: `AT&T`, `Q & A`, `I/O`, `U.S.`, `to-do`. With a longer word
   * the hyphen is often left out: `up-to-date`.
   */
  private compoundAt(first: number): SearchedName | null {
    const sign = this.joint(first);
    if (sign === 0 || this.joint(first - 1) === sign) return null;
    let last = first;
    while (this.joint(last) === sign && last - first < MAX_JOINED && this.isShort(last + 1)) last++;
    if (last === first || (sign === HYPHEN && this.joint(last) === HYPHEN)) return null;
    const words = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    if (words.filter((i) => !this.isCommon(i)).length > 1 || !words.some((i) => this.isCommon(i))) return null;
    return this.named('compound', first, last, words.map((i) => this.wordAt(i)).join(JOINT));
  }

  /** A stop word in capitals, `IT`, but not in a line of capitals. */
  private capitalsAt(i: number): SearchedName | null {
    const { text, starts, ends } = this;
    if (ends[i] - starts[i] < 2 || !this.isInCapitals(i)) return null;
    const word = text.slice(starts[i], ends[i]);
    const isInLine =
      (this.isSpaceAfter(i - 1) && this.isInCapitals(i - 1)) || (this.isSpaceAfter(i) && this.isInCapitals(i + 1));
    return isInLine || OPERATORS.has(word) ? null : this.named('capitals', i, i, word);
  }

  /** Whether a space alone is between a word and the next one. */
  private isSpaceAfter(i: number): boolean {
    const { text, starts, ends, count } = this;
    return i >= 0 && i + 1 < count && starts[i + 1] - ends[i] === 1 && unitAt(text, ends[i]) === SPACE;
  }

  /** `the Who`: two stop words, the second with a capital. */
  private pairAt(i: number): SearchedName | null {
    const { text, starts, ends } = this;
    const next = i + 1;
    if (!this.isSpaceAfter(i)) return null;
    if (!isCapitalAt(text, starts[next]) || isCapitalAt(text, ends[next] - 1) || !this.isCommon(next)) return null;
    return this.named('pair', i, next, this.wordAt(i) + JOINT + this.wordAt(next));
  }

  private isInCapitals(i: number): boolean {
    const { text, starts, ends } = this;
    return isCapitalAt(text, starts[i]) && isCapitalAt(text, ends[i] - 1);
  }
}

/**
 * Calls back for the names in a text that a search for its words cannot tell from others, or does not find: with signs
 * (`C++`, `C#`, `.NET`), and of stop words (`AT&T`, `IT`, `the Who`). At most one for each word.
 *
 * @param isCommon whether a word is a stop word
 */
export function forEachName(
  places: WordPlaces,
  isCommon: (word: number) => boolean,
  found: (name: SearchedName) => void,
): void {
  new NameReader(places, isCommon).forEach(found);
}
