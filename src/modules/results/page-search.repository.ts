import { Prisma } from '../../platform/database/index.js';

const TEXT = `left(coalesce(m."title", '') || ' ' || coalesce(m."text", ''), 20000)`;
/**
 * What is searched of a page `m`: the expression of the index `pages_fulltext_idx`, to the letter, or the index is not used. With `m.relevant` beside it: the
 * index holds relevant pages.
 */
export const SEARCHED_TEXT = `to_tsvector('english', ${TEXT})`;

/**
 * A text that a word's lexeme is found by without parsing: the lexeme as far as it repeats the word. The stemmer takes endings off, and puts on or changes a
 * last `e`, `i`, `y` or `le` alone (Snowball English: hoping → hope, happy → happi, skies → sky, liability → liabl).
 */
export const LEXEME_PATTERN = `'%' || regexp_replace(regexp_replace(lexeme, '.?[eiyl]$', ''), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Patterns of the lexemes of a search, when the query's text fits a regular expression; otherwise none. */
const patterns = (query: Prisma.Sql, search: string, fits: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(array_agg(${Prisma.raw(LEXEME_PATTERN)}), '{}') FROM unnest(to_tsvector('english', ${search})) WHERE ${query}::text ${fits})::text[]`;

const queryOf = (search: string): Prisma.Sql => Prisma.sql`websearch_to_tsquery('english', ${search})`;

/**
 * Whether the page `m` matches a search, found by reading it. Parsing a text takes twenty times as long as looking for a few words in it, so that is done
 * first: for all words of the search, or for any of them where it says `or`; with `-` there is nothing to look for.
 */
export function readMatch(search: string): Prisma.Sql {
  const query = queryOf(search);
  const text = Prisma.raw(TEXT);
  return Prisma.sql`m.text IS NOT NULL AND ${text} ILIKE ALL (${patterns(query, search, Prisma.sql`!~ '[|!]'`)})
    AND (${query}::text !~ '[|]' OR ${query}::text ~ '!' OR ${text} ILIKE ANY (${patterns(query, search, Prisma.sql`~ '[|]'`)}))
    AND ${Prisma.raw(SEARCHED_TEXT)} @@ ${query}`;
}

/**
 * Steps of the relevant pages of a session that match a search, by the index. An index over all pages would cost a crawl more than all its other writes
 * together; other pages are read, in the order of the list and no further than it goes (`readMatch`).
 *
 * Matches are gathered before anything is sorted: with a small page in view the planner would rather walk the pages in order and parse each text anew.
 */
export function relevantMatches(sessionId: Prisma.Sql, search: string): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT m.step FROM pages m WHERE m.session_id = ${sessionId} AND m.relevant AND ${Prisma.raw(SEARCHED_TEXT)} @@ ${queryOf(search)})`;
}
