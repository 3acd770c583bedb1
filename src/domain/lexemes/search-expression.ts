import { forEachWord, pairsOf, plainText } from '../text/scripts.js';
import { lexemeOfWord, stemLexemes } from './lexeme-table.js';

/** A part of a search in quotation marks, the last ones of which may be missing, or up to the next space; with `-` it is not wanted. */
const PART = /(-*)"([^"]*)"?|(-*)([^\s"]+)/g;

const NONE: ReadonlySet<string> = new Set();

/** What is looked for in one place of a text: null for a word that is not searched, which takes its place. */
type Term = string | null;

const quoted = (lexeme: string): string => `'${lexeme}'`;

const anyOf = (lexemes: readonly string[]): string =>
  lexemes.length === 1 ? quoted(lexemes[0]) : `(${lexemes.map(quoted).join(' | ')})`;

/** A run of a script without spaces. Its last character by itself is a lexeme at the end of a page's run only; a run of one is what any pair may begin with. */
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

/** Terms one after the other, at the distances that they have in the search. Empty where nothing is searched. */
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

/** The words and phrases that a page found by a search has, to be shown where they stand: without those that are not wanted, and those that are not searched. */
export function searchedWords(search: string): string[] {
  return Array.from(search.matchAll(PART)).flatMap(([, notPhrase, phrase, notWord, word]) => {
    const isSyntax = (notPhrase ?? notWord) !== '' || word?.toLowerCase() === 'or';
    return isSyntax || phraseOf(termsOf(word ?? phrase, NONE)) === '' ? [] : [word ?? phrase];
  });
}

/**
 * A search as a `tsquery` of PostgreSQL, over lexemes as `lexemesOf` makes them.
 *
 * Words are all wanted. `"…"` are words that follow each other, as are those of one such as `e-mail`; `or` stands between alternatives, and `-` before what is
 * not wanted.
 *
 * @param join `any`: a page with one of the wanted words is enough
 * @param texts languages of the pages that are searched, ISO 639-1: forms of words are looked for in these; null: in any
 * @returns null where nothing is searched, as for `the`
 */
export function searchExpression(
  search: string,
  join: 'all' | 'any' = 'all',
  texts: ReadonlySet<string> | null = null,
): string | null {
  const alternatives: string[][] = [[]];
  for (const [, notPhrase, phrase, notWord, word] of search.matchAll(PART)) {
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
