import { Prisma } from '../../platform/database/index.js';

/** Of title and text, at most. The cut bounds what a page of hostile length costs; a tsvector holds at most 1 MB. */
export const SEARCHED_CHARS = 20_000;
const TEXT = `left(coalesce(m."title", '') || ' ' || coalesce(m."text", ''), ${SEARCHED_CHARS})`;
/** What is searched of a page `m` that has its text. */
export const SEARCHED_TEXT = `to_tsvector('english', ${TEXT})`;

/** Before the id of a session, which is a lexeme of all its pages: no word has a space in it. */
const MARK = ' ';

/**
 * What the index holds of a page `m`. The id of the session beside the words lets one index over all sessions answer for one: a word that is rare here
 * and frequent elsewhere is looked up as fast as one that is rare everywhere.
 */
export const INDEXED_LEXEMES = `array_to_tsvector(ARRAY['${MARK}' || m.session_id]) || ${SEARCHED_TEXT}`;

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
 * Whether the page `m` matches a search, found by reading it. A page whose text was moved to the store of page texts was in the index before, and its lexemes
 * stay there, also while the index of its session is made anew: they are asked. Parsing a text takes twenty times as long as looking for a few words in it, so that is done
 * first: for all words of the search, or for any of them where it says `or`; with `-` there is nothing to look for.
 */
export function readMatch(search: string): Prisma.Sql {
  const query = queryOf(search);
  const text = Prisma.raw(TEXT);
  return Prisma.sql`CASE WHEN m.text_place IS NOT NULL
    THEN coalesce((SELECT l.lexemes @@ ${query} FROM page_lexemes l WHERE l.session_id = m.session_id AND l.step = m.step LIMIT 1), false)
    ELSE m.text IS NOT NULL AND ${text} ILIKE ALL (${patterns(query, search, Prisma.sql`!~ '[|!]'`)})
    AND (${query}::text !~ '[|]' OR ${query}::text ~ '!' OR ${text} ILIKE ANY (${patterns(query, search, Prisma.sql`~ '[|]'`)}))
    AND ${Prisma.raw(SEARCHED_TEXT)} @@ ${query} END`;
}

/**
 * The pages of a session whose `seq` is lower are in the index, as far as they have a text. A subquery as a whole: under row-level security PostgreSQL compares
 * nothing with an expression around one by an index (`contain_leaked_vars` does not know `coalesce`).
 */
export const indexedBelow = (sessionId: string): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(max(i.indexed), 0) FROM search_progress i WHERE i.session_id = ${sessionId}::uuid)`;

/**
 * Whether the page of a session that the row `o` tells `step` and `seq` of matches a search: by its lexemes where it is indexed, a matter of microseconds, else
 * by reading it. Both as values: as conditions on a join they would leave the planner the choice to look through all pages first.
 */
export function pageMatch(sessionId: string, search: string): Prisma.Sql {
  return Prisma.sql`CASE WHEN o.seq < ${indexedBelow(sessionId)}
    THEN (SELECT l.lexemes @@ ${queryOf(search)} FROM page_lexemes l WHERE l.session_id = ${sessionId}::uuid AND l.step = o.step LIMIT 1)
    ELSE (SELECT ${readMatch(search)} FROM pages m WHERE m.session_id = ${sessionId}::uuid AND m.step = o.step LIMIT 1) END`;
}

/**
 * Steps of the indexed pages of a session that match a search, as an array: gathered before anything is sorted, or with a small piece of a list in view the
 * planner would rather walk all pages in its order. A search without words, such as `the`, matches nothing.
 */
export function indexedMatches(sessionId: string, search: string): Prisma.Sql {
  // A function of the database: under row-level security the index is not asked otherwise (migration `projects`).
  return Prisma.sql`(SELECT indexed_steps(${sessionId}::uuid, ${queryOf(search)}))::int[]`;
}
