import {
  isGroup,
  partExpression,
  type SearchGroup,
  searchExpression,
  type SearchPart,
  searchTree,
} from '../../../domain/lexemes/index.js';
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
  Prisma.sql`${searchExpression(search, { texts: languages }) ?? ''}::tsquery`;

const joined = (queries: readonly Prisma.Sql[], operator: '&&' | '||'): Prisma.Sql =>
  queries.length === 0 ? Prisma.sql`''::tsquery` : Prisma.sql`(${Prisma.join(queries, ` ${operator} `)})`;

/**
 * A part of a search for pages with lexemes of any version. Pages without lexemes of names are found by the words of a
 * name, but not excluded by them: `-C#` leaves `C` in.
 */
function olderPart(part: SearchPart, texts: PageQuery['languages'], isExcluded: boolean): Prisma.Sql {
  const [named, plain] = [true, false].map((names) => partExpression(part, { texts, names }));
  if (isExcluded && named !== plain) return Prisma.sql`${named}::tsquery`;
  return joined([Prisma.sql`${plain}::tsquery`, Prisma.sql`phraseto_tsquery('english', ${part.text})`], '||');
}

/**
 * A search for pages with lexemes of any version. Each part has the lexemes of all versions, so that brackets and
 * exclusions hold. PostgreSQL leaves out parts that search nothing. @param isExcludedGroup whether it is within an
 * exclusion
 */
function olderTerms(
  node: SearchPart | SearchGroup,
  texts: PageQuery['languages'],
  isExcludedGroup = false,
): Prisma.Sql {
  const isExcluded = isExcludedGroup !== node.isUnwanted;
  const wanted = isGroup(node)
    ? joined(
        node.alternatives.map((all) =>
          joined(
            all.map((one) => olderTerms(one, texts, isExcluded)),
            '&&',
          ),
        ),
        '||',
      )
    : olderPart(node, texts, isExcluded);
  return node.isUnwanted ? Prisma.sql`(!! ${wanted})` : wanted;
}

/** Facts about the searched pages. */
export interface SearchedPages {
  /** Languages of the pages; null if unknown. A commit records them with its pages. */
  readonly languages: readonly string[] | null;
  /** Whether none of the pages can be searched (setting `search: off`). */
  readonly isOff: boolean;
  /** Whether some wait for the index, and nobody has searched them yet (setting `search: later`). */
  readonly isFresh: boolean;
}

/** The pages that are searched: those of a session, or of all sessions of a topic. */
export interface SearchedIn {
  /** A query for `SearchedPages`. */
  readonly facts: Prisma.Sql;
  /** A condition on `search_progress`. */
  readonly progress: Prisma.Sql;
}

const IS_OFF = Prisma.sql`coalesce(s.config->>'search', 'now') = 'off'`;
const IS_FRESH = Prisma.sql`coalesce(i.waiting AND NOT i.wanted, false)`;

export const inSession = (sessionId: string): SearchedIn => ({
  facts: Prisma.sql`
    SELECT i.languages, ${IS_OFF} AS "isOff", ${IS_FRESH} AS "isFresh"
    FROM sessions s LEFT JOIN search_progress i ON i.session_id = s.id WHERE s.id = ${sessionId}::uuid`,
  progress: Prisma.sql`session_id = ${sessionId}::uuid`,
});

export const inTopic = (topicId: string): SearchedIn => ({
  facts: Prisma.sql`
    SELECT CASE WHEN bool_and(i.languages IS NOT NULL) THEN (
      SELECT coalesce(array_agg(DISTINCT l), '{}') FROM sessions x JOIN search_progress p ON p.session_id = x.id, unnest(p.languages) AS l WHERE x.topic_id = ${topicId}::uuid)
    END AS languages, coalesce(bool_and(${IS_OFF}), false) AS "isOff", coalesce(bool_or(${IS_FRESH}), false) AS "isFresh"
    FROM sessions s JOIN search_progress i ON i.session_id = s.id WHERE s.topic_id = ${topicId}::uuid`,
  progress: Prisma.sql`session_id IN (SELECT id FROM sessions WHERE topic_id = ${topicId}::uuid)`,
});

/** Records that waiting pages are searched, so that a worker moves them to the index. */
export const wantIndex = ({ progress }: SearchedIn): Prisma.Sql =>
  Prisma.sql`UPDATE search_progress SET wanted = true WHERE ${progress} AND waiting AND NOT wanted`;

/**
 * The search query for a session. While its index is being rebuilt, its pages may still have lexemes from an earlier
 * version, without those of names such as `C++`, or made by PostgreSQL's parser: the query finds these too. Names of
 * stop words alone, such as `IT`, are in no lexemes of earlier versions.
 */
function queryOf(sessionId: string, asked: PageQuery): Prisma.Sql {
  const query = termsOf(asked);
  if (searchExpression(asked.search, { names: false }) === null) return query;
  return Prisma.sql`(SELECT CASE WHEN EXISTS (SELECT FROM search_progress i WHERE i.session_id = ${sessionId}::uuid AND i.indexed = ${WHOLE}::int)
    THEN ${query} ELSE ${olderTerms(searchTree(asked.search), asked.languages)} END)`;
}

/**
 * The same for the pages of a topic, with session and step in the row `o`. Pages indexed by earlier versions are found
 * only after reindexing.
 */
export const topicPageMatch = (search: PageQuery): Prisma.Sql => matchOf(Prisma.sql`o.session_id`, termsOf(search));

/** Sessions and steps of a topic's matching pages, as a table. */
export const indexedTopicMatches = (topicId: string, search: PageQuery): Prisma.Sql =>
  Prisma.sql`indexed_topic_steps(${topicId}::uuid, ${termsOf(search)})`;

/**
 * Whether the page of a session with the `step` in the row `o` matches a search. A value instead of a join condition,
 * with which the planner might search all pages first.
 */
export const pageMatch = (sessionId: string, search: PageQuery): Prisma.Sql =>
  matchOf(Prisma.sql`${sessionId}::uuid`, queryOf(sessionId, search));

/** Looks into the index's table first, then among the waiting pages. */
const matchOf = (session: Prisma.Sql, query: Prisma.Sql): Prisma.Sql => {
  const match = (table: Prisma.Sql): Prisma.Sql =>
    Prisma.sql`(SELECT l.lexemes @@ ${query} FROM ${table} l WHERE l.session_id = ${session} AND l.step = o.step LIMIT 1)`;
  return Prisma.sql`coalesce(${match(Prisma.sql`page_lexemes`)}, ${match(Prisma.sql`waiting_lexemes`)})`;
};

/**
 * Steps of a session's matching pages, as an array: collected before sorting, because for a small part of a list the
 * planner would rather scan all pages in its order.
 */
export function indexedMatches(sessionId: string, search: PageQuery): Prisma.Sql {
  // A function of the database: under row-level security the index is not used otherwise (migration `projects`).
  return Prisma.sql`(SELECT indexed_steps(${sessionId}::uuid, ${queryOf(sessionId, search)}))::int[]`;
}
