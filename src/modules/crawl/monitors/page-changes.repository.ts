import { Injectable } from '@nestjs/common';
import type { CreatedPiece } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  ReadingDatabase,
  type RowCount,
} from '../../../platform/database/index.js';
import { type ChangeFilter, MAX_CHANGES, type SeenChange } from './monitor.js';

const COLUMNS = Prisma.sql`
  c.id, c.monitor_id AS "monitorId", c.run_id AS "runId", c.session_id AS "sessionId", c.step, c.kind, c.url, c.title_before AS "titleBefore",
  c.title_after AS "titleAfter", c.probability_before AS "probabilityBefore", c.probability_after AS "probabilityAfter", c.difference, c.truncated,
  c.lines_added AS "linesAdded", c.lines_removed AS "linesRemoved", c.outcome, c.http_status AS "httpStatus", c.seen_at AS "seenAt", c.created_at AS "createdAt"`;

export type NewChange = Omit<SeenChange, 'id' | 'createdAt'>;

/** The changes recorded by monitors. */
@Injectable()
export class PageChangesRepository {
  constructor(private readonly reading: ReadingDatabase) {}

  /** Records changes, except existing ones, by session and step. @returns the new ones with their ids */
  async insert(
    db: DatabaseTransaction,
    changes: readonly NewChange[],
  ): Promise<Pick<SeenChange, 'id' | 'sessionId' | 'step'>[]> {
    return db.pageChange.createManyAndReturn({
      data: [...changes],
      skipDuplicates: true,
      select: { id: true, sessionId: true, step: true },
    });
  }

  /** Deletes the oldest changes above the limit. */
  async forget(db: DatabaseTransaction, monitorId: string): Promise<void> {
    await db.$executeRaw`
      DELETE FROM page_changes WHERE id IN (
        SELECT id FROM page_changes WHERE monitor_id = ${monitorId}::uuid ORDER BY created_at DESC, id DESC OFFSET ${MAX_CHANGES})`;
  }

  findMany(ids: readonly string[]): Promise<SeenChange[]> {
    return this.reading.$queryRaw<SeenChange[]>`
      SELECT ${COLUMNS} FROM page_changes c JOIN monitors m ON m.id = c.monitor_id WHERE ${ofProject('m')} AND c.id = ANY(${[...ids]}::uuid[])`;
  }

  /** Newest first. */
  list(monitorId: string, filter: ChangeFilter, piece: CreatedPiece): Promise<SeenChange[]> {
    const { past, order } = newestFirst('c', piece);
    return this.reading.$queryRaw<SeenChange[]>`
      SELECT ${COLUMNS} FROM page_changes c WHERE ${conditions(monitorId, filter)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(monitorId: string, filter: ChangeFilter): Promise<RowCount> {
    return countRows(this.reading, Prisma.sql`FROM page_changes c WHERE ${conditions(monitorId, filter)}`);
  }
}

function conditions(monitorId: string, { kind, since }: ChangeFilter): Prisma.Sql {
  const all = [
    Prisma.sql`c.monitor_id = ${monitorId}::uuid`,
    Prisma.sql`EXISTS (SELECT FROM monitors m WHERE m.id = c.monitor_id AND ${ofProject('m')})`,
    ...(kind == null ? [] : [Prisma.sql`c.kind = ${kind}`]),
    ...(since == null ? [] : [Prisma.sql`c.created_at >= ${since.toISOString()}::timestamptz`]),
  ];
  return Prisma.join(all, ' AND ');
}
