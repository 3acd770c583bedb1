import { Injectable } from '@nestjs/common';
import { type CreatedPiece, isEmptyPatch, type Precondition, under } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../platform/database/index.js';
import { DEFAULT_PROJECT_ID, scopedProject } from '../../../platform/scope/index.js';
import type { Project, ProjectQuotas } from './project.js';

const COLUMNS = Prisma.sql`p.id, p.name, jsonb_build_object('sessionsRunning', p.max_sessions_running, 'fetchesPerDay', p.max_fetches_per_day,
  'storedPages', p.max_stored_pages, 'rendersPerDay', p.max_renders_per_day) AS quotas, p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;
/** Only the project in scope; in the scope of the service all of them. */
const own = (): Prisma.Sql => {
  const project = scopedProject();
  return project === null ? Prisma.sql`true` : Prisma.sql`p.id = ${project}::uuid`;
};

/** Why nothing was changed. */
type UpdateRefusal = 'not-found' | 'name-taken';
type DeleteProjectOutcome = 'deleted' | 'not-found' | 'not-empty' | 'default';

@Injectable()
export class ProjectsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns null if another project has the name */
  async insert(db: DatabaseTransaction, name: string, quotas: Partial<ProjectQuotas>): Promise<string | null> {
    const data = [{ name, ...columnsOf(quotas) }];
    const rows = await db.project.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
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

  /** @param name null keeps it; omitted quotas keep their values too */
  update(
    id: string,
    name: string | null,
    quotas: Partial<ProjectQuotas>,
    condition?: Precondition,
  ): Promise<UpdateRefusal | null> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await locked(db, id))) return 'not-found';
        await condition?.holds();
        if (name !== null && (await db.project.findFirst({ where: { name, NOT: { id } }, select: { id: true } })))
          return 'name-taken';
        const data = { ...(name === null ? {} : { name }), ...columnsOf(quotas) };
        const before = await db.project.findUniqueOrThrow({ where: { id } });
        if (!isEmptyPatch(data, before))
          await db.project.update({ where: { id }, data: { ...data, updatedAt: new Date() } });
        return null;
      }, TRANSACTION),
    );
  }

  /** Deletes an empty project with its keys and the rest of its jobs. */
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

/** The columns of quotas for Prisma, which ignores undefined. */
const columnsOf = ({ sessionsRunning, fetchesPerDay, storedPages, rendersPerDay }: Partial<ProjectQuotas>) => ({
  maxSessionsRunning: sessionsRunning,
  maxFetchesPerDay: fetchesPerDay,
  maxStoredPages: storedPages,
  maxRendersPerDay: rendersPerDay,
});

async function locked(db: DatabaseTransaction, id: string): Promise<boolean> {
  return (await db.$queryRaw<unknown[]>`SELECT 1 FROM projects WHERE id = ${id}::uuid FOR UPDATE`).length > 0;
}
