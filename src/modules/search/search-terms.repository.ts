import { searchExpression } from '../../domain/lexemes/index.js';
import { Prisma } from '../../platform/database/index.js';

/** The progress of an index that commits write along with their pages, or that has been made again as a whole: all pages are in it, and those to come. */
export const WHOLE = 2_147_483_647;

/** The terms of a search. The languages are those of the pages, ISO 639-1; null if they are unknown. */
export interface PageQuery {
  readonly search: string;
  readonly languages: ReadonlySet<string> | null;
}

/** Without words, such as `the`, it matches nothing. */
const termsOf = ({ search, languages }: PageQuery): Prisma.Sql =>
  Prisma.sql`${searchExpression(search, 'all', languages) ?? ''}::tsquery`;

/** The languages that the pages of a session have, as `languages`; null where they are not known. A commit notes them with its pages. */
export const languagesOfSession = (sessionId: string): Prisma.Sql =>
  Prisma.sql`SELECT languages FROM search_progress WHERE session_id = ${sessionId}::uuid`;

/** The same of all sessions of a topic. */
export const languagesOfTopic = (topicId: string): Prisma.Sql => Prisma.sql`
  SELECT CASE WHEN bool_and(i.languages IS NOT NULL) THEN (
    SELECT coalesce(array_agg(DISTINCT l), '{}') FROM sessions x JOIN search_progress p ON p.session_id = x.id, unnest(p.languages) AS l WHERE x.topic_id = ${topicId}::uuid)
  END AS languages FROM sessions s JOIN search_progress i ON i.session_id = s.id WHERE s.topic_id = ${topicId}::uuid`;

/**
 * A search of a session. As long as its index is being made again, its pages may still have the lexemes that an earlier version made of them, with PostgreSQL's
 * parser: they are found by those.
 */
function queryOf(sessionId: string, asked: PageQuery): Prisma.Sql {
  const query = termsOf(asked);
  return Prisma.sql`(SELECT CASE WHEN EXISTS (SELECT FROM search_progress i WHERE i.session_id = ${sessionId}::uuid AND i.indexed = ${WHOLE}::int)
    THEN ${query} ELSE ${query} || websearch_to_tsquery('english', ${asked.search}) END)`;
}

/** The same for the pages of a topic that the row `o` tells the session and step of. What earlier versions have indexed is not found until it is indexed again. */
export const topicPageMatch = (search: PageQuery): Prisma.Sql =>
  Prisma.sql`(SELECT l.lexemes @@ ${termsOf(search)} FROM page_lexemes l WHERE l.session_id = o.session_id AND l.step = o.step LIMIT 1)`;

/** Sessions and steps of the pages of a topic that match a search, as a table. */
export const indexedTopicMatches = (topicId: string, search: PageQuery): Prisma.Sql =>
  Prisma.sql`indexed_topic_steps(${topicId}::uuid, ${termsOf(search)})`;

/** Whether the page of a session that the row `o` tells the `step` of matches a search. As a value: as a condition on a join it would leave the planner the choice to look through all pages first. */
export const pageMatch = (sessionId: string, search: PageQuery): Prisma.Sql =>
  Prisma.sql`(SELECT l.lexemes @@ ${queryOf(sessionId, search)} FROM page_lexemes l WHERE l.session_id = ${sessionId}::uuid AND l.step = o.step LIMIT 1)`;

/**
 * Steps of the pages of a session that match a search, as an array: gathered before anything is sorted, or with a small piece of a list in view the planner would
 * rather walk all pages in its order.
 */
export function indexedMatches(sessionId: string, search: PageQuery): Prisma.Sql {
  // A function of the database: under row-level security the index is not asked otherwise (migration `projects`).
  return Prisma.sql`(SELECT indexed_steps(${sessionId}::uuid, ${queryOf(sessionId, search)}))::int[]`;
}
