import { Injectable } from '@nestjs/common';
import { type CreatedPiece, type Precondition, under } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
  storedJson,
} from '../../../platform/database/index.js';
import { type ExportContents, readContents, type StoredExport, type StoredExportFacts } from './stored-export.js';

/** Of the row with the alias `x`. */
const COLUMNS = Prisma.sql`
  x.id, x.session_id AS "sessionId", x.topic_id AS "topicId", x.form, x.state, x.run, x.progress, x.bytes::float8 AS bytes, x.left_out AS "leftOut", x.sha256, x.error, x.created_at AS "createdAt",
  x.finished_at AS "finishedAt", x.expires_at AS "expiresAt"`;

type ExportRow = StoredExportFacts & { readonly form: unknown };
const toExport = (row: ExportRow): StoredExport => readContents(row);

/** The session or topic that a list of exports belongs to. */
export type ExportSubject = { readonly sessionId: string } | { readonly topicId: string };
const ofSubject = (subject: ExportSubject): Prisma.Sql =>
  'topicId' in subject
    ? Prisma.sql`x.topic_id = ${subject.topicId}::uuid`
    : Prisma.sql`x.session_id = ${subject.sessionId}::uuid`;

/** Limits per project: of all exports, and of those in progress. */
interface ExportLimits {
  readonly stored: number;
  readonly open: number;
}

/** Why nothing was written. */
export type ExportRefusal = 'gone' | 'too-many' | 'too-many-open';

@Injectable()
export class StoredExportsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns the id of the new export */
  async insert(
    db: DatabaseTransaction,
    { sessionId, topicId, form }: ExportContents,
    limits: ExportLimits,
  ): Promise<{ readonly id: string } | ExportRefusal> {
    // Counted under a lock on the project.
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    const [{ stored, open }] = await db.$queryRaw<{ stored: number; open: number }[]>`
      SELECT count(*)::int AS stored, count(*) FILTER (WHERE x.state IN ('QUEUED', 'RUNNING'))::int AS open FROM exports x WHERE ${ofProject('x')}`;
    if (stored >= limits.stored) return 'too-many';
    if (open >= limits.open) return 'too-many-open';
    // Held until the export is there: a session or topic that is being deleted takes it along, or is gone.
    const [table, id] = sessionId === null ? [Prisma.sql`topics`, topicId] : [Prisma.sql`sessions`, sessionId];
    const subjects = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM ${table} s WHERE ${ofProject('s')} AND s.id = ${id}::uuid FOR KEY SHARE`;
    if (subjects.length === 0) return 'gone';
    return db.storedExport.create({
      data: { sessionId, topicId, form: storedJson(form) },
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
  async list(subject: ExportSubject, piece: CreatedPiece): Promise<StoredExport[]> {
    const { past, order } = newestFirst('x', piece);
    const rows = await this.prisma.$queryRaw<ExportRow[]>`
      SELECT ${COLUMNS} FROM exports x WHERE ${ofProject('x')} AND ${ofSubject(subject)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map(toExport);
  }

  count(subject: ExportSubject): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM exports x WHERE ${ofProject('x')} AND ${ofSubject(subject)}`);
  }

  /** @returns false if there is none */
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
