import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../platform/database/index.js';
import { contentFetch, grouped } from '../results/index.js';

/** A fetch of a page by a session with an archive. */
export interface ArchivedSighting {
  readonly sessionId: string;
  readonly fetchedAt: Date;
}

/** Most sessions per page that are asked for a fetch with its content, and most archives searched for it. */
const MOST_SIGHTINGS = 200;
const MOST_FETCHES = 4;
const ARCHIVED = Prisma.sql`(x.config->>'archive')::boolean`;

/** Finds the sessions whose archives have the pages of a collection. */
@Injectable()
export class CollectionArchivesRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** Whether any session of the topic keeps an archive. */
  async isArchived(topicId: string): Promise<boolean> {
    const rows = await this.prisma.rows<object>(
      Prisma.sql`SELECT 1 FROM sessions x WHERE x.topic_id = ${topicId}::uuid AND ${ARCHIVED} LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** The newest fetches of each page that brought its content, by sessions that keep archives, the newest first. */
  async fetchesOf(topicId: string, keys: readonly string[]): Promise<Map<string, ArchivedSighting[]>> {
    const rows = await this.prisma.rows<ArchivedSighting & { key: string }>(Prisma.sql`
      SELECT k.key::text AS key, f.session_id::text AS "sessionId", f.fetched_at AS "fetchedAt"
      FROM unnest(${[...keys]}::uuid[]) AS k (key) CROSS JOIN LATERAL (
        SELECT s.session_id, c.fetched_at FROM (SELECT s.session_id, s.step FROM collection_sightings s JOIN sessions x ON x.id = s.session_id
        WHERE s.topic_id = ${topicId}::uuid AND s.url_key = k.key AND s.step IS NOT NULL AND ${ARCHIVED}
        ORDER BY s.last_at DESC, s.session_id DESC LIMIT ${MOST_SIGHTINGS}) s
        CROSS JOIN LATERAL (${contentFetch(Prisma.sql`s.session_id`, Prisma.sql`s.step`)}) c
        ORDER BY c.fetched_at DESC, s.session_id DESC LIMIT ${MOST_FETCHES}) f
      ORDER BY f.fetched_at DESC, f.session_id DESC`);
    return grouped(keys, rows);
  }
}
