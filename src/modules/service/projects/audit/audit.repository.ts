import { Injectable } from '@nestjs/common';
import type { CreatedPiece } from '../../../../platform/api/index.js';
import {
  countRows,
  newestFirst,
  ofProject,
  Prisma,
  ReadingDatabase,
  type RowCount,
} from '../../../../platform/database/index.js';
import { asService } from '../../../../platform/scope/index.js';
import { type AuditEntry, AUDITED_TABLES, type AuditedTable, type AuditFilter, tableOf } from './audit-entry.js';

type Row = Omit<AuditEntry, 'object'> & { readonly object: AuditedTable };
const COLUMNS = Prisma.sql`
  a.id, a.created_at AS "createdAt", a.actor, a.address, a.request_id AS "requestId", a.call, a.object, a.change, a.rows, a.ids`;

@Injectable()
export class AuditRepository {
  constructor(private readonly database: ReadingDatabase) {}

  /** Newest first. */
  async list(filter: AuditFilter, piece: CreatedPiece): Promise<AuditEntry[]> {
    const { past, order } = newestFirst('a', piece);
    const rows = await this.database.$queryRaw<Row[]>`
      SELECT ${COLUMNS} FROM audit_entries a WHERE ${conditions(filter)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map((row) => ({ ...row, object: AUDITED_TABLES[row.object] }));
  }

  /** Deletes older entries of all projects, a limited number at a time. @returns their number */
  async forget(days: number, most: number): Promise<number> {
    const [{ gone }] = await asService(
      () =>
        this.database.$queryRaw<{ gone: number }[]>`SELECT forget_audit_entries(${days}::int, ${most}::int) AS gone`,
    );
    return gone;
  }

  count(filter: AuditFilter): Promise<RowCount> {
    return countRows(this.database, Prisma.sql`FROM audit_entries a WHERE ${conditions(filter)}`);
  }
}

function conditions({ actor, object, change, objectId, from, to }: AuditFilter): Prisma.Sql {
  const all = [
    ofProject('a'),
    ...(actor == null ? [] : [Prisma.sql`a.actor = ${actor}`]),
    ...(object == null ? [] : [Prisma.sql`a.object = ${tableOf(object)}`]),
    ...(change == null ? [] : [Prisma.sql`a.change = ${change}`]),
    ...(objectId == null ? [] : [Prisma.sql`${objectId} = ANY(a.ids)`]),
    ...(from == null ? [] : [Prisma.sql`a.created_at >= ${from.toISOString()}::timestamptz`]),
    ...(to == null ? [] : [Prisma.sql`a.created_at < ${to.toISOString()}::timestamptz`]),
  ];
  return Prisma.join(all, ' AND ');
}
