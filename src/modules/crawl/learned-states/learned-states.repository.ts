import { Injectable } from '@nestjs/common';
import { Prisma, ReadingDatabase } from '../../../platform/database/index.js';

/** The stored learned state of a policy. */
interface LearnedRow {
  readonly completed: number;
  readonly takenAt: Date;
  /** Compressed JSON. */
  readonly data: Uint8Array;
}

@Injectable()
export class LearnedStatesRepository {
  constructor(private readonly prisma: ReadingDatabase) {}

  async find(sessionId: string): Promise<LearnedRow | null> {
    const rows = await this.prisma.rows<LearnedRow>(Prisma.sql`
      SELECT completed, taken_at AS "takenAt", data FROM policy_minds WHERE session_id = ${sessionId}::uuid`);
    return rows.at(0) ?? null;
  }

  /** URLs of a session by their numbers. */
  async urls(sessionId: string, urlNos: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (urlNos.length === 0) return new Map();
    const rows = await this.prisma.rows<{ urlNo: number; url: string }>(Prisma.sql`
      SELECT url_no AS "urlNo", url FROM urls WHERE session_id = ${sessionId}::uuid AND url_no = ANY(${[...urlNos]}::int[])`);
    return new Map(rows.map(({ urlNo, url }) => [urlNo, url]));
  }
}
