import { Injectable } from '@nestjs/common';
import { hashUrl, signedDecimal } from '../../domain/url/index.js';
import { Prisma, PrismaService } from '../../platform/database/index.js';
import type { VisitDto } from './dto/change.dto.js';

/** Where a list of visits, newest first, goes on. */
export interface VisitKeyset {
  readonly fetchedAt: Date;
  readonly sessionId: string;
  readonly step: number;
}

export interface VisitCriteria {
  /** Canonical. */
  readonly url: string | null;
  readonly change: string | null;
  readonly since: Date | null;
}

@Injectable()
export class VisitsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Visits of a topic's pages, newest first. */
  async list(topicId: string, { url, change, since }: VisitCriteria, after: VisitKeyset | null, limit: number): Promise<VisitDto[]> {
    const parts: Prisma.Sql[] = [Prisma.sql`topic_id = ${topicId}::uuid`];
    if (url !== null) parts.push(Prisma.sql`url_hash = ${signedDecimal(hashUrl(url))}::bigint AND url = ${url}`);
    if (change !== null) parts.push(Prisma.sql`change = ${change}`);
    if (since !== null) parts.push(Prisma.sql`fetched_at >= ${since}`);
    if (after !== null) {
      parts.push(Prisma.sql`(fetched_at, session_id, step) < (${after.fetchedAt}, ${after.sessionId}::uuid, ${after.step}::int)`);
    }
    return this.prisma.$queryRaw<VisitDto[]>`
      SELECT url, fetched_at AS "fetchedAt", change, session_id::text AS "sessionId", step, http_status AS "httpStatus",
        lpad(to_hex(content_hash), 16, '0') AS "contentHash", etag, last_modified AS "lastModified"
      FROM visits WHERE ${Prisma.join(parts, ' AND ')} ORDER BY fetched_at DESC, session_id DESC, step DESC LIMIT ${limit}`;
  }
}
