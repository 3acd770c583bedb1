import { MAX_QUERY_CHARS } from '../search/index.js';
import type { Keyword } from '../topic/index.js';

/** Queries for one topic, at most: each costs the engines behind a SearXNG some seconds. */
export const MAX_QUERIES = 8;
/** Words of the first query. More find pages that have everything, which is nothing. */
const MAX_TERMS = 6;
/** Keywords that are asked for in pairs and alone. */
const MAX_PAIRED = 4;

/** Phrases are asked for as they stand. A quote inside of one would end it. */
const termOf = ({ text, kind }: Keyword): string => (kind === 'phrase' ? `"${text.replaceAll('"', ' ')}"` : text);

/**
 * What to ask a search engine for a topic: its first keywords together, then in pairs, then alone. Keywords of the user come before those that were found
 * for him. Together is most precise; a word alone finds more, and judging what is found removes what it means elsewhere.
 *
 * @returns distinct queries, the most precise first; none without keywords
 */
export function seedQueries(keywords: readonly Keyword[], most = MAX_QUERIES): string[] {
  const own = keywords.filter(({ origin }) => origin === 'user');
  const terms = [...own, ...keywords.filter(({ origin }) => origin !== 'user')].map(termOf);
  const first = terms.slice(0, MAX_PAIRED);
  const pairs = first.flatMap((one, i) => first.slice(i + 1).map((other) => `${one} ${other}`));
  const queries = [terms.slice(0, MAX_TERMS).join(' '), ...pairs, ...first];
  return [...new Set(queries)].filter((query) => query !== '' && query.length <= MAX_QUERY_CHARS).slice(0, most);
}
