import { Injectable } from '@nestjs/common';
import { type CreatedPiece, isEmptyPatch, type Precondition, under } from '../../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../../platform/database/index.js';
import type { SessionTemplate, TemplateSettings } from './session-template.js';

/** Of the row with the alias `c`. */
const COLUMNS = Prisma.sql`c.id, c.name, c.settings, c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

/** Why nothing was written. */
export type TemplateRefusal = 'not-found' | 'name-taken' | 'too-many';

@Injectable()
export class SessionTemplatesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns the id of the new template */
  async insert(
    db: DatabaseTransaction,
    { name, settings }: { readonly name: string; readonly settings: TemplateSettings },
    most: number,
  ): Promise<{ readonly id: string } | TemplateRefusal> {
    // Counted under a lock on the project.
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    const [{ count }] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM session_templates c WHERE ${ofProject('c')}`;
    if (count >= most) return 'too-many';
    const data = { name, settings: settings as Prisma.InputJsonObject };
    const rows = await db.sessionTemplate.createManyAndReturn({
      data: [data],
      skipDuplicates: true,
      select: { id: true },
    });
    return rows[0] ?? 'name-taken';
  }

  async find(id: string): Promise<SessionTemplate | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  findMany(ids: readonly string[]): Promise<SessionTemplate[]> {
    return this.prisma.$queryRaw<SessionTemplate[]>`
      SELECT ${COLUMNS} FROM session_templates c WHERE ${ofProject('c')} AND c.id = ANY(${[...ids]}::uuid[])`;
  }

  /** Newest first. */
  list(piece: CreatedPiece): Promise<SessionTemplate[]> {
    const { past, order } = newestFirst('c', piece);
    return this.prisma.$queryRaw<SessionTemplate[]>`
      SELECT ${COLUMNS} FROM session_templates c WHERE ${ofProject('c')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM session_templates c WHERE ${ofProject('c')}`);
  }

  /** Changes a template under the lock on its row. Omitted fields stay. */
  change(
    id: string,
    { name, settings }: { readonly name?: string | undefined; readonly settings?: TemplateSettings | undefined },
    condition?: Precondition,
  ): Promise<TemplateRefusal | null> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await lock(db, id))) return 'not-found';
        await condition?.holds();
        if (name !== undefined && (await isTaken(db, name, id))) return 'name-taken';
        const before = await db.sessionTemplate.findUniqueOrThrow({
          where: { id },
          select: { name: true, settings: true, updatedAt: true },
        });
        if (isEmptyPatch({ name, settings }, before)) return null;
        await db.sessionTemplate.update({
          where: { id },
          data: {
            ...(name !== undefined && { name }),
            ...(settings && { settings: settings }),
            // No two states have the same time: entity tags name it.
            updatedAt: new Date(Math.max(Date.now(), before.updatedAt.getTime() + 1)),
          },
        });
        return null;
      }, TRANSACTION),
    );
  }

  /** @returns false if there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await lock(db, id))) return false;
        await condition?.holds();
        await db.sessionTemplate.delete({ where: { id } });
        return true;
      }, TRANSACTION),
    );
  }
}

async function lock(db: DatabaseTransaction, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM session_templates c WHERE ${ofProject('c')} AND c.id = ${id}::uuid FOR UPDATE`;
  return rows.length > 0;
}

async function isTaken(db: DatabaseTransaction, name: string, but: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM session_templates c WHERE ${ofProject('c')} AND c.name = ${name} AND c.id <> ${but}::uuid`;
  return rows.length > 0;
}
