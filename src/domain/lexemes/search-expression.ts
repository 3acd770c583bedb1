import { forEachWord, pairsOf, plainText } from '../text/scripts.js';
import { lexemeOfWord, stemLexemes } from './lexeme-table.js';

/** Quotation marks that editors and keyboards write instead of `"`. */
const QUOTES = /[“”„‟«»＂]/g;
/** A search with plain quotation marks, and `-` for what is not wanted. */
const plainSearch = (search: string): string => search.replace(QUOTES, '"').replace(NOT, '-');

/** Excludes the next part, as in other searches. In small letters it is a word. */
const NOT = /(?<=^|\s)NOT\s+(?=["\p{L}\p{N}])/gu;
/**
 * A part of a search in quotation marks, the last of which may be missing, or up to the next space; `-` excludes it.
 */
const PART = /(-*)"([^"]*)"?|(-*)([^\s"]+)/g;

const NONE: ReadonlySet<string> = new Set();

/** The lexeme at one position: null for a stop word, which keeps its position. */
type Term = string | null;

const quoted = (lexeme: string): string => `'${lexeme}'`;

const anyOf = (lexemes: readonly string[]): string =>
  lexemes.length === 1 ? quoted(lexemes[0]) : `(${lexemes.map(quoted).join(' | ')})`;

/**
 * A run in a script without spaces. Its last character alone is a lexeme only at the end of a page's run; a run of one
 * character matches the beginning of any pair.
 */
function termsOfRun(run: string): Term[] {
  const pairs = pairsOf(run);
  return pairs.length === 1 ? [`${quoted(run)}:*`] : [...pairs.slice(0, -1).map(quoted), null];
}

function termsOf(part: string, texts: ReadonlySet<string> | null): Term[] {
  const terms: Term[] = [];
  forEachWord(
    plainText(part),
    (word) => {
      const lexeme = lexemeOfWord(word);
      terms.push(lexeme === null ? null : anyOf([lexeme, ...stemLexemes(word, texts)]));
    },
    (run) => terms.push(...termsOfRun(run)),
  );
  return terms;
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

/** The words and phrases of a search, for highlighting them in a page: without excluded ones and stop words. */
export function searchedWords(search: string): string[] {
  return Array.from(plainSearch(search).matchAll(PART)).flatMap(([, notPhrase, phrase, notWord, word]) => {
    const isSyntax = (notPhrase ?? notWord) !== '' || word?.toLowerCase() === 'or';
    return isSyntax || phraseOf(termsOf(word ?? phrase, NONE)) === '' ? [] : [word ?? phrase];
  });
}

/**
 * A search as a `tsquery` of PostgreSQL, over lexemes as from `lexemesOf`.
 *
 * All words are required. `"…"` is a phrase, and so are the parts of a word such as `e-mail`; `or` separates
 * alternatives, and `-` or `NOT` excludes.
 *
 * @param join `any`: a page with one of the required words matches
 * @param texts languages of the searched pages, ISO 639-1, whose word forms match; null: any
 * @returns null if nothing is searched, as for `the`
 */
export function searchExpression(
  search: string,
  join: 'all' | 'any' = 'all',
  texts: ReadonlySet<string> | null = null,
): string | null {
  const alternatives: string[][] = [[]];
  for (const [, notPhrase, phrase, notWord, word] of plainSearch(search).matchAll(PART)) {
    if (word !== undefined && notWord === '' && word.toLowerCase() === 'or') {
      alternatives.push([]);
      continue;
    }
    const wanted = phraseOf(termsOf(word ?? phrase, texts));
    const isUnwanted = (notPhrase ?? notWord) !== '';
    if (wanted === '' || (isUnwanted && join === 'any')) continue;
    alternatives[alternatives.length - 1].push(isUnwanted ? `!${wanted}` : wanted);
  }
  const groups = alternatives
    .filter((group) => group.length > 0)
    .map((group) => group.join(join === 'all' ? ' & ' : ' | '));
  return groups.length === 0 ? null : groups.join(' | ');
}
