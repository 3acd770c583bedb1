import { forEachWord, lowerCase, pairsOf, plainText } from '../text/scripts.js';
import { forEachName } from '../text/searched-names.js';
import { lexemeOfName, lexemeOfWord, lexemesFrom, stemLexemes } from './lexeme-table.js';
import { asPhrase, type SearchGroup, searchGroup, type SearchPart } from './search-parts.js';

const NONE: ReadonlySet<string> = new Set();

/** The lexeme at one position: null for a stop word, which keeps its position. */
type Term = string | null;

/** How a search is read. */
interface Reading {
  /** Whether all parts are required, or one of them. */
  readonly join: 'all' | 'any';
  /** Languages of the searched pages, whose word forms match; null: any. */
  readonly texts: ReadonlySet<string> | null;
  /** Whether the pages have lexemes of names; otherwise their words stand for them. */
  readonly names: boolean;
}

const quoted = (lexeme: string): string => `'${lexeme}'`;

const anyOf = (lexemes: readonly string[]): string =>
  lexemes.length === 1 ? quoted(lexemes[0]) : `(${lexemes.map(quoted).join(' | ')})`;

/** Fewer letters begin too many words. */
const MIN_BEGINNING_CHARS = 3;
const STAR_AT_END = /\*(?![\p{L}\p{M}\p{N}])/uy;

/** Whether a word ends with `*`, which stands for any letters. */
function isBeginning(text: string, from: number, to: number): boolean {
  STAR_AT_END.lastIndex = to;
  return to - from >= MIN_BEGINNING_CHARS && STAR_AT_END.test(text);
}

function anyFrom(letters: string): string {
  const { beginning, others } = lexemesFrom(letters);
  return `(${[`${quoted(beginning)}:*`, ...others.map(quoted)].join(' | ')})`;
}

/**
 * A run in a script without spaces. Its last character alone is a lexeme only at the end of a page's run; a run of one
 * character matches the beginning of any pair.
 */
function termsOfRun(run: string): Term[] {
  const pairs = pairsOf(run);
  return pairs.length === 1 ? [`${quoted(run)}:*`] : [...pairs.slice(0, -1).map(quoted), null];
}

function termsOf({ text, areCapitalsNames }: SearchPart, { texts, names }: Omit<Reading, 'join'>): Term[] {
  const terms: Term[] = [];
  const words = { starts: [] as number[], ends: [] as number[], positions: [] as number[] };
  const cased = forEachWord(
    plainText(text),
    (word, from) => {
      words.starts.push(from);
      words.ends.push(from + word.length);
      words.positions.push(terms.length);
      const lexeme = lexemeOfWord(word);
      terms.push(lexeme === null ? null : anyOf([lexeme, ...stemLexemes(word, texts)]));
    },
    (run) => terms.push(...termsOfRun(run)),
  );
  const { starts, ends, positions } = words;
  positions.forEach((position, i) => {
    if (isBeginning(cased, starts[i], ends[i])) terms[position] = anyFrom(lowerCase(cased.slice(starts[i], ends[i])));
  });
  if (!names) return terms;
  const isStopped = terms.every((term) => term === null);
  const withNames = [...terms];
  forEachName(
    { text: cased, count: positions.length, starts, ends },
    (i) => terms[positions[i]] === null,
    ({ name, first, kind }) => {
      const isName = (kind !== 'pair' || isStopped) && (kind !== 'capitals' || areCapitalsNames);
      if (isName) withNames[positions[first]] = quoted(lexemeOfName(name));
    },
  );
  return withNames;
}

/** Consecutive terms at their distances in the search. Empty if none is searched. */
function phraseOf(terms: readonly Term[]): string {
  let phrase = '';
  let found = 0;
  let gap = 1;
  for (const term of terms) {
    if (term === null) {
      gap++;
      continue;
    }
    phrase += found === 0 ? term : ` <${gap}> ${term}`;
    found++;
    gap = 1;
  }
  return found > 1 ? `(${phrase})` : phrase;
}

export const isGroup = (node: SearchPart | SearchGroup): node is SearchGroup => 'alternatives' in node;

const partsOf = ({ alternatives }: SearchGroup): SearchPart[] =>
  alternatives.flat().flatMap((node) => (isGroup(node) ? partsOf(node) : [node]));
const wantedPartsOf = ({ alternatives, isUnwanted }: SearchGroup): SearchPart[] =>
  isUnwanted
    ? []
    : alternatives.flat().flatMap((node) => (isGroup(node) ? wantedPartsOf(node) : node.isUnwanted ? [] : [node]));

const isSearched = (part: SearchPart): boolean => partExpression(part, { texts: NONE, names: true }) !== '';

/** The parts of a search; of one of stop words only, the whole as a phrase, which may be a name: `The Who`. */
export function searchTree(search: string): SearchGroup {
  const group = searchGroup(search);
  return partsOf(group).some(isSearched) ? group : asPhrase(search);
}

/** A part of a search as a `tsquery`, as from `searchExpression`, without its `-`; '' if nothing is searched. */
export const partExpression = (part: SearchPart, reading: Omit<Reading, 'join'>): string =>
  phraseOf(termsOf(part, reading));

/** The words and phrases of a search, for highlighting them in a page: without excluded ones and stop words. */
export const searchedWords = (search: string): string[] =>
  wantedPartsOf(searchTree(search))
    .filter(isSearched)
    .map(({ text }) => text);

/** Whether a search has words that are searched; otherwise it finds nothing. */
export const hasSearchedWords = (search: string): boolean => partsOf(searchTree(search)).some(isSearched);

/** @returns an expression that may stand beside others; empty if nothing is searched */
function expressionOf(node: SearchPart | SearchGroup, reading: Reading): string {
  const wanted = isGroup(node) ? bracketed(alternativesOf(node, reading)) : partExpression(node, reading);
  return node.isUnwanted && wanted !== '' ? `!${wanted}` : wanted;
}

const bracketed = (alternatives: readonly (readonly string[])[]): string =>
  alternatives.flat().length > 1 ? `(${oneOf(alternatives)})` : oneOf(alternatives);

const oneOf = (alternatives: readonly (readonly string[])[]): string =>
  alternatives.map((all) => all.join(' & ')).join(' | ');

/** The expressions of each alternative that has some. */
const alternativesOf = ({ alternatives }: SearchGroup, reading: Reading): string[][] =>
  alternatives
    .map((nodes) => nodes.map((node) => expressionOf(node, reading)).filter((one) => one !== ''))
    .filter((all) => all.length > 0);

/**
 * A search as a `tsquery` of PostgreSQL, over lexemes as from `lexemesOf`.
 *
 * All words are required. `"…"` is a phrase, and so are the parts of a word such as `e-mail`; `or` separates
 * alternatives, `-` or `NOT` excludes, brackets group, and `begin*` is any word that begins so. A name such as `C++` is
 * required with its signs.
 *
 * @param reading `join: any`: a page with one of the required words matches
 * @returns null if nothing is searched, as for `the`
 */
export function searchExpression(search: string, reading: Partial<Reading> = {}): string | null {
  const read: Reading = { join: 'all', texts: null, names: true, ...reading };
  const group = searchTree(search);
  const alternatives =
    read.join === 'all'
      ? alternativesOf(group, read)
      : wantedPartsOf(group)
          .map((part) => [expressionOf(part, read)])
          .filter(([one]) => one !== '');
  return alternatives.length === 0 ? null : oneOf(alternatives);
}
