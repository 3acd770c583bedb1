import { Injectable } from '@nestjs/common';
import { type CreatedPiece, isEmptyPatch, type Precondition, under } from '../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../platform/database/index.js';
import type { ActionSettings, PauseReason, RunState, Schedule, ScheduleRun, ScheduleSettings } from './schedule.js';

/** Of the row with the alias `c`. */
export const COLUMNS = Prisma.sql`
  c.id, c.name, c.cron, c.time_zone AS "timeZone", c.action_kind AS "actionKind", c.action, c.missed, c.overlap, c.paused_at AS "pausedAt",
  c.pause_reason AS "pauseReason", c.next_due_at AS "nextDueAt", c.session_id AS "sessionId", c.failures, c.last_error AS "lastError",
  c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;
/** Of the row with the alias `r`. */
export const RUN_COLUMNS = Prisma.sql`
  r.id, r.schedule_id AS "scheduleId", r.due_at AS "dueAt", r.due_until AS "dueUntil", r.due_count AS "dueCount", r.missed, r.state, r.reason, r.error,
  r.session_id AS "sessionId", r.created_at AS "createdAt", r.started_at AS "startedAt"`;

export interface ScheduleRow extends Omit<Schedule, 'action'> {
  readonly actionKind: string;
  readonly action: ActionSettings;
}
export const toSchedule = ({ actionKind: kind, action: settings, ...row }: ScheduleRow): Schedule => ({
  ...row,
  action: { kind, settings },
});

/** Changed settings or pause state. Omitted fields stay. */
export interface ScheduleChange extends Partial<ScheduleSettings> {
  readonly pausedAt?: Date | null;
  readonly pauseReason?: PauseReason | null;
  readonly nextDueAt?: Date | null;
  readonly failures?: number;
}

/** Why nothing was written. */
export type ScheduleRefusal = 'not-found' | 'name-taken' | 'too-many';

@Injectable()
export class SchedulesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns the id of the new schedule */
  async insert(
    db: DatabaseTransaction,
    { action, ...settings }: ScheduleSettings,
    nextDueAt: Date,
    most: number,
  ): Promise<{ readonly id: string } | ScheduleRefusal> {
    // Counted under a lock on the project.
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    const [{ count }] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM schedules c WHERE ${ofProject('c')}`;
    if (count >= most) return 'too-many';
    const data = { ...settings, ...actionOf(action), nextDueAt };
    const rows = await db.schedule.createManyAndReturn({ data: [data], skipDuplicates: true, select: { id: true } });
    return rows[0] ?? 'name-taken';
  }

  async find(id: string): Promise<Schedule | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Schedule[]> {
    const rows = await this.prisma.$queryRaw<ScheduleRow[]>`
      SELECT ${COLUMNS} FROM schedules c WHERE ${ofProject('c')} AND c.id = ANY(${[...ids]}::uuid[])`;
    return rows.map(toSchedule);
  }

  /** Newest first. */
  async list(piece: CreatedPiece): Promise<Schedule[]> {
    const { past, order } = newestFirst('c', piece);
    const rows = await this.prisma.$queryRaw<ScheduleRow[]>`
      SELECT ${COLUMNS} FROM schedules c WHERE ${ofProject('c')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
    return rows.map(toSchedule);
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM schedules c WHERE ${ofProject('c')}`);
  }

  /**
   * Changes a schedule under the lock on its row. Pausing drops waiting runs.
   *
   * @param decide called with the current schedule
   */
  change(
    id: string,
    decide: (schedule: Schedule) => ScheduleChange,
    condition?: Precondition,
  ): Promise<ScheduleRefusal | null> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const schedule = await locked(db, id);
        if (!schedule) return 'not-found';
        await condition?.holds();
        const { action, ...change } = decide(schedule);
        if (change.name !== undefined && change.name !== schedule.name && (await this.isTaken(db, change.name)))
          return 'name-taken';
        if (isEmptyPatch<Schedule>(change, schedule) && action === undefined) return null;
        await db.schedule.update({
          where: { id },
          data: { ...change, ...(action ? actionOf(action) : {}), updatedAt: new Date() },
        });
        if (change.pausedAt) await giveUpWaiting(db, id);
        return null;
      }, TRANSACTION),
    );
  }

  /** @returns false if there is none */
  delete(id: string, condition?: Precondition): Promise<boolean> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        if (!(await locked(db, id))) return false;
        await condition?.holds();
        await db.schedule.delete({ where: { id } });
        return true;
      }, TRANSACTION),
    );
  }

  findRuns(ids: readonly string[]): Promise<ScheduleRun[]> {
    return this.prisma.$queryRaw<ScheduleRun[]>`
      SELECT ${RUN_COLUMNS} FROM schedule_runs r JOIN schedules c ON c.id = r.schedule_id WHERE ${ofProject('c')} AND r.id = ANY(${[...ids]}::uuid[])`;
  }

  /** Newest first. */
  listRuns(scheduleId: string, state: RunState | null, piece: CreatedPiece): Promise<ScheduleRun[]> {
    const { past, order } = newestFirst('r', piece);
    return this.prisma.$queryRaw<ScheduleRun[]>`
      SELECT ${RUN_COLUMNS} FROM schedule_runs r WHERE ${runsOf(scheduleId, state)} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  countRuns(scheduleId: string, state: RunState | null): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM schedule_runs r WHERE ${runsOf(scheduleId, state)}`);
  }

  private async isTaken(db: DatabaseTransaction, name: string): Promise<boolean> {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM schedules c WHERE ${ofProject('c')} AND c.name = ${name}`;
    return rows.length > 0;
  }
}

const actionOf = ({ kind, settings }: Schedule['action']) => ({
  actionKind: kind,
  action: settings as Prisma.InputJsonObject,
});

const runsOf = (scheduleId: string, state: RunState | null): Prisma.Sql => Prisma.sql`
  r.schedule_id = ${scheduleId}::uuid AND EXISTS (SELECT FROM schedules c WHERE c.id = r.schedule_id AND ${ofProject('c')})
  ${state === null ? Prisma.empty : Prisma.sql`AND r.state = ${state}`}`;

async function locked(db: DatabaseTransaction, id: string): Promise<Schedule | null> {
  const rows = await db.$queryRaw<ScheduleRow[]>`
    SELECT ${COLUMNS} FROM schedules c WHERE ${ofProject('c')} AND c.id = ${id}::uuid FOR UPDATE`;
  return rows.map(toSchedule)[0] ?? null;
}

/** Drops the waiting runs of a paused schedule. */
export async function giveUpWaiting(db: DatabaseTransaction, scheduleId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE schedule_runs SET state = 'SKIPPED_PAUSED' WHERE schedule_id = ${scheduleId}::uuid AND state = 'WAITING'`;
}
