import { Injectable } from '@nestjs/common';
import { type CreatedPiece, type Precondition, under } from '../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../platform/database/index.js';
import type { ExportForm } from '../results/index.js';
import { readForm, type StoredExport } from './stored-export.js';

/** Of the row that the query calls `x`. */
const COLUMNS = Prisma.sql`
  x.id, x.session_id AS "sessionId", x.form, x.state, x.run, x.progress, x.bytes::float8 AS bytes, x.sha256, x.error, x.created_at AS "createdAt",
  x.finished_at AS "finishedAt", x.expires_at AS "expiresAt"`;

type ExportRow = Omit<StoredExport, 'form'> & { readonly form: unknown };
const toExport = ({ form, ...row }: ExportRow): StoredExport => ({ ...row, form: readForm(form) });

/** How many a project may have: in all, and of these being made. */
export interface ExportLimits {
  readonly stored: number;
  readonly open: number;
}

/** Why nothing was written. */
export type ExportRefusal = 'no-session' | 'too-many' | 'too-many-open';

@Injectable()
export class StoredExportsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns the id of the new export */
  async insert(
    db: DatabaseTransaction,
    sessionId: string,
    form: ExportForm,
    limits: ExportLimits,
  ): Promise<{ readonly id: string } | ExportRefusal> {
    // Counted under a lock on the project.
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    const [{ stored, open }] = await db.$queryRaw<{ stored: number; open: number }[]>`
      SELECT count(*)::int AS stored, count(*) FILTER (WHERE x.state IN ('QUEUED', 'RUNNING'))::int AS open FROM exports x WHERE ${ofProject('x')}`;
    if (stored >= limits.stored) return 'too-many';
    if (open >= limits.open) return 'too-many-open';
    // Held until the export is there: a session that is being deleted takes it along, or is gone.
    const sessions = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM sessions s WHERE ${ofProject('s')} AND s.id = ${sessionId}::uuid FOR KEY SHARE`;
    if (sessions.length === 0) return 'no-session';
    return db.storedExport.create({
      data: { sessionId, form: form as unknown as Prisma.InputJsonObject },
      select: { id: true },
    });
  }

  async find(id: string): Promise<StoredExport | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<StoredExport[]> {
    const rows = await this.prisma.$queryRaw<ExportRow[]>`
      SELECT ${COLUMNS} FROM exports x WHERE ${ofProject('x')} AND x.id = ANY(${[...ids]}::uuid[])`;
    return rows.map(toExport);
  }

  /** Newest first. */
  async list(sessionId: string, piece: CreatedPiece): Promise<StoredExport[]> {
    const { past, order } = newestFirst('x', piece);
    const rows = await this.prisma.$queryRaw<ExportRow[]>`
      SELECT ${COLUMNS} FROM exports x WHERE ${ofProject('x')} AND x.session_id = ${sessionId}::uuid ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map(toExport);
  }

  count(sessionId: string): Promise<RowCount> {
    return countRows(
      this.prisma,
      Prisma.sql`FROM exports x WHERE ${ofProject('x')} AND x.session_id = ${sessionId}::uuid`,
    );
  }

  /** @returns false when there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const found = await db.$queryRaw<unknown[]>`
          SELECT 1 FROM exports x WHERE ${ofProject('x')} AND x.id = ${id}::uuid FOR UPDATE`;
        if (found.length === 0) return false;
        await condition?.holds();
        await db.storedExport.delete({ where: { id } });
        return true;
      }, TRANSACTION),
    );
  }
}
