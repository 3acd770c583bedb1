import { Injectable } from '@nestjs/common';
import type { KeysetRange } from '../../../platform/api/index.js';
import { countRows, Prisma, PrismaService, readingWay, type RowCount } from '../../../platform/database/index.js';
import type { StepOutcome } from '../../../domain/fetching/index.js';

/** A seed with its last attempt in the step log. */
export interface SeedRow {
  readonly position: number;
  readonly url: string;
  readonly outOfScope: string | null;
  readonly outcome: StepOutcome | null;
  readonly message: string | null;
  readonly httpStatus: number | null;
  readonly step: number | null;
}

@Injectable()
export class SeedOutcomesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * In the user's order, or from its end; the cursor is a position. Seeds are the first URLs of a session: the others
   * are not scanned.
   */
  async list(sessionId: string, { cursor, backward, limit }: KeysetRange<number>): Promise<SeedRow[]> {
    const way = readingWay('asc', backward);
    const past = cursor === null ? Prisma.empty : Prisma.sql`AND seed.place - 1 ${way.past} ${cursor}::int`;
    return this.prisma.$queryRaw<SeedRow[]>`
      SELECT (seed.place - 1)::int AS position, seed.url, u.out_of_scope AS "outOfScope", p.outcome, p.message, p.http_status AS "httpStatus", p.step
      FROM sessions s
      CROSS JOIN LATERAL unnest(s.seeds) WITH ORDINALITY AS seed (url, place)
      LEFT JOIN urls u ON u.session_id = s.id AND u.url_no < cardinality(s.seeds) AND u.url = seed.url
      LEFT JOIN LATERAL (
        SELECT outcome, message, http_status, step FROM pages WHERE session_id = ${sessionId}::uuid AND url_no = u.url_no AND source = -1 ORDER BY seq DESC LIMIT 1
      ) p ON true
      WHERE s.id = ${sessionId}::uuid ${past} ORDER BY seed.place ${way.order} LIMIT ${limit}`;
  }

  count(sessionId: string): Promise<RowCount> {
    return countRows(
      this.prisma,
      Prisma.sql`FROM sessions s CROSS JOIN LATERAL unnest(s.seeds) WHERE s.id = ${sessionId}::uuid`,
    );
  }
}
