import { inUsualSigns, isUnspaced, lowerCase, runsOf, searchedForm } from './scripts.js';
import { forEachName, isUnsearched, type SearchedName } from './searched-names.js';
import { stem } from './stem.js';
import { searchedStems, stemOfSpellings } from './stemmers.js';

/** Letters, marks and digits, and the invisible characters within a word: soft hyphens and joiners. */
const WORD = /[\p{L}\p{M}\p{N}](?:[\u00ad\u200c\u200d\u2060\ufeff]*[\p{L}\p{M}\p{N}])*/gu;
const UNSEEN = /[\u00ad\u200c\u200d\u2060\ufeff]/g;
const ASCII_WORD = /[a-z0-9]+/gi;
const NON_ASCII = /[^\0-\x7f]/;
/** Limits: terms, words of each term, and places in a text. */
const MAX_TERMS = 500;
const MAX_TERM_WORDS = 12;
const MAX_PLACES = 500;
/** Shorter words occur within too many others by chance. */
const LEAST_PART_CHARS = 4;

/** The place of a term in a text, in UTF-16 units. */
export interface FoundWord {
  readonly from: number;
  readonly to: number;
  /** Index of the term. */
  readonly term: number;
}

interface Token {
  readonly from: number;
  readonly to: number;
  /** Lower case, normal form C, without invisible characters; in searches without accents. */
  readonly word: string;
  /** With accents, which stemmers need. */
  readonly spelled: string;
  /** Whether it is in a script without spaces. */
  readonly isRun: boolean;
  /** The name that it begins, in a search. */
  readonly name?: SearchedName;
}

/**
 * Words of a text; a run in a script without spaces is one.
 *
 * @param accents whether words keep theirs
 * @param language of the text, ISO 639-1; '' if unknown
 */
function tokensOf(text: string, accents: boolean, language: string): Token[] {
  const tokens: Token[] = [];
  if (!NON_ASCII.test(text)) {
    for (const { 0: letters, index } of text.matchAll(ASCII_WORD)) {
      const spelled = lowerCase(letters, language);
      const word = accents ? spelled : letters.toLowerCase();
      tokens.push({ from: index, to: index + letters.length, word, spelled, isRun: false });
    }
    return tokens;
  }
  for (const { 0: letters, index } of inUsualSigns(text).matchAll(WORD)) {
    let from = index;
    for (const run of runsOf(letters)) {
      const to = from + run.length;
      const isPlain = !NON_ASCII.test(run);
      const spelled = lowerCase(isPlain ? run : run.replace(UNSEEN, '').normalize('NFC'), language);
      const word = accents ? spelled : searchedForm(spelled);
      tokens.push({ from, to, word, spelled, isRun: !isPlain && isUnspaced(word) });
      from = to;
    }
  }
  return tokens;
}

/** The same with the names that they begin, as in the search index. */
function withNames(tokens: Token[], text: string): readonly Token[] {
  const starts = tokens.map(({ from }) => from);
  const ends = tokens.map(({ to }) => to);
  const isCommon = (i: number): boolean => isUnsearched(tokens[i].word);
  forEachName({ text, count: tokens.length, starts, ends }, isCommon, (name) => {
    tokens[name.first] = { ...tokens[name.first], name };
  });
  return tokens;
}

/** The words of a term of a search. Two stop words are a name only by themselves, such as `The Who`. */
const searchedTokens = (term: string): readonly Token[] => {
  const tokens = withNames(tokensOf(term, false, ''), term);
  return tokens.every(({ word }) => isUnsearched(word))
    ? tokens
    : tokens.map(({ name, ...token }) => (name === undefined || name.kind === 'pair' ? token : { ...token, name }));
};

const beginningOf = (word: string): number => (word.charCodeAt(0) << 16) | word.charCodeAt(1);

/** How words are compared in one language. */
interface Reading {
  readonly stem: (token: Token) => string;
  /** The stems of words that match a word of a term. */
  readonly stems: (term: Token) => readonly string[];
  /** Terms by the stems of words that match their first word. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

/**
 * Finds words and phrases in texts for highlighting: in other forms too, by the stems of English, of the topic's
 * language and of the page's, as models and searches compare words. A term in a script without spaces matches anywhere
 * in a run.
 */
export class WordFinder {
  private readonly terms: readonly (readonly Token[])[];
  /** Terms that begin with a word in a script without spaces. */
  private readonly inRuns: readonly number[];
  /** The first two letters of each term. */
  private readonly beginnings: ReadonlySet<number>;
  /** By language of a text. */
  private readonly readings: Partial<Record<string, readonly Reading[]>> = {};

  /**
   * @param language of the terms, ISO 639-1; '' where it is not known
   * @param accents whether words that differ in accents are others, as for models; not so in searches, which tell names
   * such as `C++` from their words instead
   */
  constructor(
    terms: readonly string[],
    private readonly language = '',
    private readonly accents = true,
  ) {
    this.terms = terms
      .slice(0, MAX_TERMS)
      .map((term) => (accents ? tokensOf(term, true, language) : searchedTokens(term)).slice(0, MAX_TERM_WORDS));
    this.beginnings = new Set(this.terms.flatMap(([first]) => (first === undefined ? [] : [beginningOf(first.word)])));
    this.inRuns = this.terms.flatMap(([first], term) => (first?.isRun ? [term] : []));
  }

  /**
   * Matches in text order, the longest at each position. At positions without a match, words that begin or end with a
   * term, as compounds do.
   *
   * @param language of the text, ISO 639-1; '' if unknown
   */
  find(text: string, language = ''): FoundWord[] {
    const tokens = this.accents ? tokensOf(text, true, language) : withNames(tokensOf(text, false, language), text);
    const found = this.termsIn(tokens, language);
    return apart(found.length > 0 ? found : this.compoundsIn(tokens));
  }

  private termsIn(tokens: readonly Token[], language: string): FoundWord[] {
    const readings = this.readingsOf(language);
    const isSame = (term: Token, token: Token): boolean =>
      term.name !== undefined
        ? term.name.name === token.name?.name
        : token.word === term.word || readings.some(({ stem: stemOf, stems }) => stems(term).includes(stemOf(token)));
    const found: FoundWord[] = [];
    for (let at = 0; at < tokens.length && found.length < MAX_PLACES; at++) {
      const { word, isRun } = tokens[at];
      if (isRun) {
        for (const term of this.inRuns) found.push(...this.inRun(tokens, at, term, isSame));
        continue;
      }
      if (!this.mayBegin(word)) continue;
      for (const { stem: stemOf, terms } of readings)
        for (const term of terms.get(stemOf(tokens[at])) ?? []) {
          const words = this.terms[term];
          const to = isSame(words[0], tokens[at]) ? this.endOf(tokens, at, words, isSame) : undefined;
          if (to !== undefined) found.push({ from: placeOf(words[0], tokens[at]).from, to, term });
        }
    }
    return found;
  }

  /** Stemmers keep the beginnings of Latin words: testing two letters saves most stemming. */
  private mayBegin(word: string): boolean {
    const letter = word.charCodeAt(0);
    return letter >= 0x80 || this.beginnings.has(beginningOf(word));
  }

  private readingsOf(language: string): readonly Reading[] {
    return (this.readings[language] ??= Array.from(new Set(['en', this.language || 'en', language || 'en']), (one) => {
      const stemOf = ({ word, spelled }: Token): string => (one === 'en' ? stem(word) : stemOfSpellings(one, spelled));
      const stems = (term: Token): string[] => (one === 'en' ? [stem(term.word)] : searchedStems(one, term.spelled));
      const terms = new Map<string, number[]>();
      this.terms.forEach(([first], term) => {
        if (first === undefined || first.isRun) return;
        for (const key of stems(first)) terms.set(key, [...(terms.get(key) ?? []), term]);
      });
      return { stem: stemOf, stems, terms };
    }));
  }

  /**
   * The end of a term whose first word is, or ends, the token `at`; undefined if other words follow than the term's.
   */
  private endOf(
    tokens: readonly Token[],
    at: number,
    words: readonly Token[],
    isSame: (term: Token, token: Token) => boolean,
  ): number | undefined {
    let { to } = placeOf(words[0], tokens[at]);
    for (let i = 1; i < words.length; i++) {
      const token: Token | undefined = tokens[at + i];
      if (token === undefined) return undefined;
      const isLastRun = token.isRun && i === words.length - 1;
      const { word } = words[i];
      if (!(isLastRun ? token.word.startsWith(word) : isSame(words[i], token))) return undefined;
      to = Math.max(to, isLastRun ? token.from + word.length : placeOf(words[i], token).to);
    }
    return to;
  }

  private inRun(
    tokens: readonly Token[],
    at: number,
    term: number,
    isSame: (term: Token, token: Token) => boolean,
  ): FoundWord[] {
    const { from, to, word } = tokens[at];
    const words = this.terms[term];
    const first = words[0].word;
    if (words.length > 1) {
      const end = word.endsWith(first) ? this.endOf(tokens, at, words, isSame) : undefined;
      return end === undefined ? [] : [{ from: to - first.length, to: end, term }];
    }
    const found: FoundWord[] = [];
    // Normalisation to form C may change the length: then the whole run is the place.
    const isAsIs = word.length === to - from;
    for (let i = word.indexOf(first); i >= 0 && found.length < MAX_PLACES; i = word.indexOf(first, i + first.length)) {
      found.push(isAsIs ? { from: from + i, to: from + i + first.length, term } : { from, to, term });
      if (!isAsIs) break;
    }
    return found;
  }

  private compoundsIn(tokens: readonly Token[]): FoundWord[] {
    const parts = new Map<string, number>();
    this.terms.forEach((words, term) => {
      if (words.length !== 1) return;
      const [{ word, isRun, name }] = words;
      if (word.length >= LEAST_PART_CHARS && !isRun && name === undefined) parts.set(word, term);
    });
    const lengths = Array.from(new Set(Array.from(parts.keys(), ({ length }) => length)));
    const found: FoundWord[] = [];
    for (const { from, to, word, isRun } of tokens) {
      if (isRun || found.length >= MAX_PLACES) continue;
      for (const length of lengths) {
        if (length >= word.length) continue;
        const term = parts.get(word.slice(0, length)) ?? parts.get(word.slice(-length));
        if (term !== undefined) found.push({ from, to, term });
      }
    }
    return found;
  }
}

/** The place of a word, with its signs if the term has them. */
const placeOf = (term: Token, token: Token): Pick<Token, 'from' | 'to'> =>
  term.name !== undefined && token.name !== undefined ? token.name : token;

/** Non-overlapping matches, the longest at each position. */
function apart(found: readonly FoundWord[]): FoundWord[] {
  const kept: FoundWord[] = [];
  for (const one of [...found].sort((a, b) => a.from - b.from || b.to - a.to))
    if (one.from >= (kept.at(-1)?.to ?? 0)) kept.push(one);
  return kept;
}
