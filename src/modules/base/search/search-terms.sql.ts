import { searchExpression } from '../../../domain/lexemes/index.js';
import { Prisma } from '../../../platform/database/index.js';

/**
 * The progress of a complete index: commits write it together with their pages, or it has been rebuilt. It contains all
 * pages, including future ones.
 */
export const WHOLE = 2_147_483_647;

/** The terms of a search. The languages are those of the pages, ISO 639-1; null if they are unknown. */
export interface PageQuery {
  readonly search: string;
  readonly languages: ReadonlySet<string> | null;
}

/** With stop words only, such as `the`, it matches nothing. */
const termsOf = ({ search, languages }: PageQuery): Prisma.Sql =>
  Prisma.sql`${searchExpression(search, 'all', languages) ?? ''}::tsquery`;

/** The languages of a session's pages, as `languages`; null if unknown. A commit records them with its pages. */
export const languagesOfSession = (sessionId: string): Prisma.Sql =>
  Prisma.sql`SELECT languages FROM search_progress WHERE session_id = ${sessionId}::uuid`;

/** The same for all sessions of a topic. */
export const languagesOfTopic = (topicId: string): Prisma.Sql => Prisma.sql`
  SELECT CASE WHEN bool_and(i.languages IS NOT NULL) THEN (
    SELECT coalesce(array_agg(DISTINCT l), '{}') FROM sessions x JOIN search_progress p ON p.session_id = x.id, unnest(p.languages) AS l WHERE x.topic_id = ${topicId}::uuid)
  END AS languages FROM sessions s JOIN search_progress i ON i.session_id = s.id WHERE s.topic_id = ${topicId}::uuid`;

/**
 * The search query for a session. While its index is being rebuilt, its pages may still have lexemes from an earlier
 * version, made by PostgreSQL's parser: the query finds these too.
 */
function queryOf(sessionId: string, asked: PageQuery): Prisma.Sql {
  const query = termsOf(asked);
  return Prisma.sql`(SELECT CASE WHEN EXISTS (SELECT FROM search_progress i WHERE i.session_id = ${sessionId}::uuid AND i.indexed = ${WHOLE}::int)
    THEN ${query} ELSE ${query} || websearch_to_tsquery('english', ${asked.search}) END)`;
}

/**
 * The same for the pages of a topic, with session and step in the row `o`. Pages indexed by earlier versions are found
 * only after reindexing.
 */
export const topicPageMatch = (search: PageQuery): Prisma.Sql =>
  Prisma.sql`(SELECT l.lexemes @@ ${termsOf(search)} FROM page_lexemes l WHERE l.session_id = o.session_id AND l.step = o.step LIMIT 1)`;

/** Sessions and steps of a topic's matching pages, as a table. */
export const indexedTopicMatches = (topicId: string, search: PageQuery): Prisma.Sql =>
  Prisma.sql`indexed_topic_steps(${topicId}::uuid, ${termsOf(search)})`;

/**
 * Whether the page of a session with the `step` in the row `o` matches a search. A value instead of a join condition,
 * with which the planner might search all pages first.
 */
export const pageMatch = (sessionId: string, search: PageQuery): Prisma.Sql =>
  Prisma.sql`(SELECT l.lexemes @@ ${queryOf(sessionId, search)} FROM page_lexemes l WHERE l.session_id = ${sessionId}::uuid AND l.step = o.step LIMIT 1)`;

/**
 * Steps of a session's matching pages, as an array: collected before sorting, because for a small part of a list the
 * planner would rather scan all pages in its order.
 */
export function indexedMatches(sessionId: string, search: PageQuery): Prisma.Sql {
  // A function of the database: under row-level security the index is not used otherwise (migration `projects`).
  return Prisma.sql`(SELECT indexed_steps(${sessionId}::uuid, ${queryOf(sessionId, search)}))::int[]`;
}
