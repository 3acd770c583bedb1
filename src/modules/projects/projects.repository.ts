import { Injectable } from '@nestjs/common';
import { type CreatedPiece, type Precondition, under } from '../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../platform/database/index.js';
import { DEFAULT_PROJECT_ID, scopedProject } from '../../platform/scope/index.js';
import type { Project } from './project.js';

const COLUMNS = Prisma.sql`p.id, p.name, p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;
/** The project in scope alone; all of them in the work of the service itself. */
const own = (): Prisma.Sql => {
  const project = scopedProject();
  return project === null ? Prisma.sql`true` : Prisma.sql`p.id = ${project}::uuid`;
};

/** Why nothing was changed. */
export type RenameRefusal = 'not-found' | 'name-taken';
export type DeleteProjectOutcome = 'deleted' | 'not-found' | 'not-empty' | 'default';

@Injectable()
export class ProjectsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns null when another project has the name */
  async insert(db: DatabaseTransaction, name: string): Promise<string | null> {
    const rows = await db.project.createManyAndReturn({ data: [{ name }], skipDuplicates: true, select: { id: true } });
    return rows[0]?.id ?? null;
  }

  async find(id: string): Promise<Project | null> {
    const rows = await this.prisma.$queryRaw<
      Project[]
    >`SELECT ${COLUMNS} FROM projects p WHERE ${own()} AND p.id = ${id}::uuid`;
    return rows[0] ?? null;
  }

  /** Newest first. */
  async list(piece: CreatedPiece): Promise<Project[]> {
    const { past, order } = newestFirst('p', piece);
    return this.prisma.$queryRaw<Project[]>`
      SELECT ${COLUMNS} FROM projects p WHERE ${own()} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM projects p WHERE ${own()}`);
  }

  rename(id: string, name: string, condition?: Precondition): Promise<RenameRefusal | null> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await locked(db, id))) return 'not-found';
        await condition?.holds();
        if (await db.project.findFirst({ where: { name, NOT: { id } }, select: { id: true } })) return 'name-taken';
        await db.project.update({ where: { id }, data: { name, updatedAt: new Date() } });
        return null;
      }, TRANSACTION),
    );
  }

  /** Deletes a project that owns nothing any more, with its keys and what is left of its jobs. */
  delete(id: string, condition?: Precondition): Promise<DeleteProjectOutcome> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await locked(db, id))) return 'not-found';
        await condition?.holds();
        if (id.toLowerCase() === DEFAULT_PROJECT_ID) return 'default';
        const [{ owns }] = await db.$queryRaw<{ owns: boolean }[]>`
          SELECT EXISTS (SELECT FROM topics WHERE project_id = ${id}::uuid) OR EXISTS (SELECT FROM spiders WHERE project_id = ${id}::uuid)
            OR EXISTS (SELECT FROM experiments WHERE project_id = ${id}::uuid) OR EXISTS (SELECT FROM schedules WHERE project_id = ${id}::uuid) OR EXISTS (
              SELECT FROM jobs WHERE project_id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING')) AS owns`;
        if (owns) return 'not-empty';
        await db.$executeRaw`DELETE FROM jobs WHERE project_id = ${id}::uuid`;
        await db.$executeRaw`DELETE FROM idempotency_keys WHERE project_id = ${id}::uuid`;
        await db.project.delete({ where: { id } });
        return 'deleted';
      }, TRANSACTION),
    );
  }
}

async function locked(db: DatabaseTransaction, id: string): Promise<boolean> {
  return (await db.$queryRaw<unknown[]>`SELECT 1 FROM projects WHERE id = ${id}::uuid FOR UPDATE`).length > 0;
}
