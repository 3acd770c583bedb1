import { Prisma } from '../../../platform/database/index.js';

/** Words to show in excerpts of a session's pages. */
export interface SessionWords {
  readonly id: string;
  readonly keywords: readonly string[];
  /** Of the topic, ISO 639-1. */
  readonly language: string;
}

/** Further ones say nothing about a page. */
const MAX_KEYWORDS = 500;

/** Keywords of the topic for each session, the user's own first. */
export const sessionWords = (ids: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT s.id::text AS id, t.language, ARRAY(
    SELECT k.text FROM keywords k WHERE k.keyword_set_id = s.keyword_set_id ORDER BY k.position LIMIT ${MAX_KEYWORDS}) AS keywords
  FROM sessions s JOIN topics t ON t.id = s.topic_id WHERE s.id = ANY(${ids}::uuid[])`;
