import { Injectable } from '@nestjs/common';
import { hashUrl, signedDecimal } from '../../../../domain/url/index.js';
import type { KeysetRange } from '../../../../platform/api/index.js';
import { countRows, Prisma, readingWay, ReadingDatabase, type RowCount } from '../../../../platform/database/index.js';
import type { VisitDto } from '../dto/change.dto.js';

/** The position in a list of visits, newest first. */
export interface VisitKeyset {
  readonly fetchedAt: Date;
  readonly sessionId: string;
  readonly step: number;
}

interface VisitCriteria {
  /** Canonical. */
  readonly url: string | null;
  readonly change: string | null;
  readonly since: Date | null;
}

@Injectable()
export class VisitsRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  /** Visits of a topic's pages, newest first. */
  async list(
    topicId: string,
    criteria: VisitCriteria,
    { limit, cursor, backward }: KeysetRange<VisitKeyset>,
  ): Promise<VisitDto[]> {
    const { past, order } = readingWay('desc', backward);
    const beyond =
      cursor === null
        ? Prisma.empty
        : Prisma.sql`AND (fetched_at, session_id, step) ${past} (${cursor.fetchedAt}, ${cursor.sessionId}::uuid, ${cursor.step}::int)`;
    return this.prisma.$queryRaw<VisitDto[]>`
      SELECT url, fetched_at AS "fetchedAt", change, session_id::text AS "sessionId", step, http_status AS "httpStatus",
        lpad(to_hex(content_hash), 16, '0') AS "contentHash", etag, last_modified AS "lastModified"
      ${matching(topicId, criteria)} ${beyond} ORDER BY fetched_at ${order}, session_id ${order}, step ${order} LIMIT ${limit}`;
  }

  count(topicId: string, criteria: VisitCriteria): Promise<RowCount> {
    return countRows(this.prisma, matching(topicId, criteria));
  }
}

function matching(topicId: string, { url, change, since }: VisitCriteria): Prisma.Sql {
  const parts: Prisma.Sql[] = [Prisma.sql`topic_id = ${topicId}::uuid`];
  if (url !== null) parts.push(Prisma.sql`url_hash = ${signedDecimal(hashUrl(url))}::bigint AND url = ${url}`);
  if (change !== null) parts.push(Prisma.sql`change = ${change}`);
  if (since !== null) parts.push(Prisma.sql`fetched_at >= ${since}`);
  return Prisma.sql`FROM visits WHERE ${Prisma.join(parts, ' AND ')}`;
}
