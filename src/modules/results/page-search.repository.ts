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

/**
 * Patterns that the text of every match must fit, for `ILIKE ALL`; none for a search with `or` or `-`. Parsing a text takes twenty times as long as looking
 * for a few words in it.
 */
const patterns = (query: Prisma.Sql, search: string): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(array_agg(${Prisma.raw(LEXEME_PATTERN)}), '{}') FROM unnest(to_tsvector('english', ${search})) WHERE ${query}::text !~ '[|!]')::text[]`;

/**
 * Steps of a session whose page matches a search: relevant pages by the index, the others by reading them, which the session's size bounds. An index over all
 * pages would cost a crawl more than all its other writes together.
 *
 * Matches are gathered before anything is sorted: with a small page in view the planner would rather walk the pages in order and parse each text anew.
 *
 * @param relevant when only relevant pages are asked for, or only others
 */
export function matchingSteps(sessionId: Prisma.Sql, search: string, relevant: boolean | null): Prisma.Sql {
  const query = Prisma.sql`websearch_to_tsquery('english', ${search})`;
  const found = Prisma.sql`${Prisma.raw(SEARCHED_TEXT)} @@ ${query}`;
  const indexed = Prisma.sql`SELECT m.step FROM pages m WHERE m.session_id = ${sessionId} AND m.relevant AND ${found}`;
  const read = Prisma.sql`
    SELECT m.step FROM pages m WHERE m.session_id = ${sessionId} AND m.relevant = false AND m.text IS NOT NULL
      AND ${Prisma.raw(TEXT)} ILIKE ALL (${patterns(query, search)}) AND ${found}`;
  if (relevant !== null) return Prisma.sql`ARRAY(${relevant ? indexed : read})`;
  return Prisma.sql`ARRAY(${indexed} UNION ALL ${read})`;
}
