import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../platform/database/index.js';
import { grouped } from '../results/index.js';

/** A fetch of a page by a session with an archive. */
export interface ArchivedSighting {
  readonly sessionId: string;
  readonly fetchedAt: Date;
}

/** Most sessions searched per page. */
const MOST_SIGHTINGS = 4;
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

  /** The newest fetches of each page by sessions that keep archives, the newest first. */
  async fetchesOf(topicId: string, keys: readonly string[]): Promise<Map<string, ArchivedSighting[]>> {
    const rows = await this.prisma.rows<ArchivedSighting & { key: string }>(Prisma.sql`
      SELECT k.key::text AS key, s.session_id::text AS "sessionId", p.fetched_at AS "fetchedAt"
      FROM unnest(${[...keys]}::uuid[]) AS k (key) CROSS JOIN LATERAL (
        SELECT s.session_id, s.step FROM collection_sightings s JOIN sessions x ON x.id = s.session_id
        WHERE s.topic_id = ${topicId}::uuid AND s.url_key = k.key AND s.step IS NOT NULL AND ${ARCHIVED}
        ORDER BY s.last_at DESC, s.session_id DESC LIMIT ${MOST_SIGHTINGS}) s
      CROSS JOIN LATERAL (SELECT fetched_at FROM pages WHERE session_id = s.session_id AND step = s.step LIMIT 1) p
      ORDER BY p.fetched_at DESC, s.session_id DESC`);
    return grouped(keys, rows);
  }
}
