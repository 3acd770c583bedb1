import { isUnsearched } from '../text/searched-names.js';

/** Words or a phrase of a search. */
export interface SearchPart {
  readonly text: string;
  readonly isUnwanted: boolean;
  /** Whether a stop word in capitals is a name: not in a search that is written in capitals. */
  readonly areCapitalsNames: boolean;
}

/** A search, or a part of it in brackets. */
export interface SearchGroup {
  /** Of each, all nodes are wanted. */
  readonly alternatives: (SearchPart | SearchGroup)[][];
  readonly isUnwanted: boolean;
}

/** Quotation marks that editors and keyboards write instead of `"`. */
const QUOTES = /[“”„‟«»＂]/g;
/** Fullwidth signs, as editors of Chinese and Japanese write them. */
const FULLWIDTH = /[（）－]/g;
/** Dashes that editors and keyboards write instead of `-`, before a word. */
const DASH_BEFORE = /(?<=^|[\s(])[\u2010-\u2015\u2212]+(?=["(.\p{L}\p{N}])/gu;
/** Words on both sides of an `&` between spaces. */
const SPACED_AND = /(?<![\p{L}\p{M}\p{N}])(\p{L}+) & (?=(\p{L}+)(?![\p{L}\p{M}\p{N}]))/gu;
/** Excludes the next part, as in other searches. In small letters it is a word. */
const NOT = /(?<=^|[\s(])NOT\s+(?=["(.\p{L}\p{N}])/gu;
/** The sign that excludes a part, and the bracket or quotation mark that begins it. */
const BEGINNING = /(-*)(["(])|(-*)(?=[^\s"])/y;
const SPACE_OR_QUOTE = /[\s"]/;
/** Inner brackets beyond these are ignored. */
const MAX_DEPTH = 20;

/**
 * French articles and conjunctions before a vowel, those of Lucene's `FrenchAnalyzer`: `l'eau` is to find `d'eau`. In
 * quotation marks they are kept.
 */
const ELISION = /^(?:[cdjlmnst]|(?:jus|quoi|lors|puis)?qu)['’](?=\p{L}{2})/iu;
const WORDS = /\p{L}{2,}/gu;
const SMALL_LETTER = /\p{Ll}/u;

const areCapitalsNamesIn = (search: string): boolean =>
  SMALL_LETTER.test(search) || (search.match(WORDS) ?? []).every((word) => isUnsearched(word.toLowerCase()));

/** Reads a search from its beginning to its end. */
class SearchReader {
  private at = 0;
  private depth = 0;
  private readonly areCapitalsNames: boolean;

  constructor(private readonly search: string) {
    this.areCapitalsNames = areCapitalsNamesIn(search);
  }

  /** Reads up to the bracket that ends the group, which may be missing. */
  group(isUnwanted: boolean): SearchGroup {
    const alternatives: SearchGroup['alternatives'] = [[]];
    while (!this.isAtEnd()) {
      const node = this.next();
      if (node === 'or') alternatives.push([]);
      else alternatives[alternatives.length - 1].push(node);
    }
    return { alternatives, isUnwanted };
  }

  /** Skips spaces, and the bracket at the end of a group. */
  private isAtEnd(): boolean {
    while (this.at < this.search.length && /\s/.test(this.search[this.at])) this.at++;
    if (this.at >= this.search.length) return true;
    if (this.depth === 0 || this.search[this.at] !== ')') return false;
    this.at++;
    return true;
  }

  private next(): SearchPart | SearchGroup | 'or' {
    BEGINNING.lastIndex = this.at;
    const [all, notBefore = '', sign = '', notWord = ''] = BEGINNING.exec(this.search) ?? [''];
    this.at += all.length;
    const isUnwanted = notBefore + notWord !== '';
    if (sign === '"') return this.part(this.phrase(), isUnwanted);
    if (sign === '(' && this.depth < MAX_DEPTH) {
      this.depth++;
      const group = this.group(isUnwanted);
      this.depth--;
      return group;
    }
    const word = this.word();
    return word.toLowerCase() === 'or' && !isUnwanted ? 'or' : this.part(word.replace(ELISION, ''), isUnwanted);
  }

  private part(text: string, isUnwanted: boolean): SearchPart {
    return { text, isUnwanted, areCapitalsNames: this.areCapitalsNames };
  }

  /** Reads up to the quotation mark, the last of which may be missing. */
  private phrase(): string {
    const end = this.search.indexOf('"', this.at);
    const from = this.at;
    this.at = end < 0 ? this.search.length : end + 1;
    return this.search.slice(from, end < 0 ? undefined : end);
  }

  /** Reads up to a space, a quotation mark, or the bracket that ends the group. Brackets within a word belong to it. */
  private word(): string {
    const from = this.at;
    for (let open = 0; this.at < this.search.length; this.at++) {
      const sign = this.search[this.at];
      if (SPACE_OR_QUOTE.test(sign)) break;
      if (sign === '(') open++;
      if (sign === ')' && --open < 0 && this.depth > 0) break;
    }
    return this.search.slice(from, this.at);
  }
}

const isStopWord = (word: string): boolean => isUnsearched(word.toLowerCase());

/** A stop word and a letter are a name: `Q & A`, `AT & T`. Other words are both required. */
const withoutSpaces = (all: string, left: string, right: string): string =>
  (left.length === 1 && isStopWord(right)) || (right.length === 1 && isStopWord(left)) ? `${left}&` : all;

/** The parts of a search as entered by a user. All searches can be read. */
export const searchGroup = (search: string): SearchGroup =>
  new SearchReader(
    search
      .replace(QUOTES, '"')
      .replace(FULLWIDTH, (sign) => sign.normalize('NFKC'))
      .replace(DASH_BEFORE, '-')
      .replace(NOT, '-')
      .replace(SPACED_AND, withoutSpaces),
  ).group(false);

/** A search as one phrase. */
export const asPhrase = (search: string): SearchGroup =>
  searchGroup(`"${search.replace(QUOTES, ' ').replaceAll('"', ' ')}"`);
