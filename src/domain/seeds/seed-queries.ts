import { MAX_QUERY_CHARS } from '../search/index.js';
import type { Keyword } from '../topic/index.js';

/** Most queries per topic: each costs the engines behind a SearXNG some seconds. */
const MAX_QUERIES = 8;
/** Most words in the first query. With more, hardly any page has all of them. */
const MAX_TERMS = 6;
/** Number of keywords that are used in pairs and alone. */
const MAX_PAIRED = 4;

/** Phrases are quoted. A quote inside would end the phrase. */
const termOf = ({ text, kind }: Keyword): string => (kind === 'phrase' ? `"${text.replaceAll('"', ' ')}"` : text);

/**
 * The search queries for a topic: its first keywords together, then in pairs, then alone. The user's keywords come
 * before suggested ones. Together is most precise; a word alone finds more, and judging the hits removes its other
 * meanings.
 *
 * @returns distinct queries, most precise first; none without keywords
 */
export function seedQueries(keywords: readonly Keyword[], most = MAX_QUERIES): string[] {
  const own = keywords.filter(({ origin }) => origin === 'user');
  const terms = [...own, ...keywords.filter(({ origin }) => origin !== 'user')].map(termOf);
  const first = terms.slice(0, MAX_PAIRED);
  const pairs = first.flatMap((one, i) => first.slice(i + 1).map((other) => `${one} ${other}`));
  const queries = [terms.slice(0, MAX_TERMS).join(' '), ...pairs, ...first];
  return [...new Set(queries)].filter((query) => query !== '' && query.length <= MAX_QUERY_CHARS).slice(0, most);
}
