import { Injectable } from '@nestjs/common';
import { TERMINAL_STATES } from '../../../domain/session/index.js';
import {
  type DatabaseTransaction,
  Prisma,
  PrismaService,
  timeOrderedIds,
  TRANSACTION,
} from '../../../platform/database/index.js';
import type { DueDecision } from './due-decision.js';
import {
  KEPT_RUNS,
  MAX_FAILURES,
  type Schedule,
  type ScheduleRun,
  type SchedulesStanding,
  ScheduleClock,
} from './schedule.js';
import { COLUMNS, giveUpWaiting, RUN_COLUMNS, type ScheduleRow, toSchedule } from './schedules.repository.js';

/** A schedule that may have work to do. */
export interface Candidate {
  readonly id: string;
  readonly projectId: string;
}

/** The state of a schedule, read under the lock on its row. */
interface Standing {
  readonly schedule: Schedule;
  /** The session of an earlier run has not ended. */
  readonly underWay: boolean;
  readonly waiting: number;
  /** The number of waiting runs that were on time. */
  readonly waitingOnTime: number;
}

const hasEnded = (state: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${state}::text IN (${Prisma.join([...TERMINAL_STATES])})`;
const CANDIDATE = Prisma.sql`c.id, c.project_id AS "projectId"`;
/** Most characters stored of an error. */
const MAX_ERROR_CHARS = 2_000;

/** Reads and writes of workers for schedules: several workers run concurrently, and each may die at any moment. */
@Injectable()
export class DueRunsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: ScheduleClock,
  ) {}

  /** Due schedules of all projects, longest due first. */
  due(now: Date, kinds: readonly string[], most: number): Promise<Candidate[]> {
    return this.prisma.$queryRaw<Candidate[]>`
      SELECT ${CANDIDATE} FROM schedules c
      WHERE c.next_due_at <= ${now.toISOString()}::timestamptz AND c.action_kind = ANY(${kinds}) ORDER BY c.next_due_at, c.id LIMIT ${most}`;
  }

  /** Schedules of all projects with a waiting run and none in progress. */
  startable(kinds: readonly string[], most: number): Promise<Candidate[]> {
    return this.prisma.$queryRaw<Candidate[]>`
      SELECT ${CANDIDATE} FROM schedules c
      JOIN (SELECT schedule_id AS id, min(due_at) AS due_at FROM schedule_runs WHERE state = 'WAITING' GROUP BY 1) r USING (id)
      WHERE c.paused_at IS NULL AND c.action_kind = ANY(${kinds})
        AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = c.session_id AND NOT ${hasEnded(Prisma.sql`s.state`)})
      ORDER BY r.due_at, c.id LIMIT ${most}`;
  }

  /** The next due time of any project's schedule; null if there is none. */
  async nextDue(kinds: readonly string[]): Promise<Date | null> {
    const [{ at }] = await this.prisma.$queryRaw<{ at: Date | null }[]>`
      SELECT min(next_due_at) AS at FROM schedules WHERE action_kind = ANY(${kinds})`;
    return at;
  }

  /** The state of all projects' schedules, in one query. */
  async standing(): Promise<SchedulesStanding> {
    const [standing] = await this.prisma.$queryRaw<SchedulesStanding[]>`
      SELECT count(*) FILTER (WHERE state = 'waiting')::float8 AS waiting, count(*) FILTER (WHERE state = 'due')::float8 AS due,
        count(*) FILTER (WHERE state = 'paused')::float8 AS paused, count(*) FILTER (WHERE state = 'failed')::float8 AS failed,
        greatest(0, coalesce(extract(epoch FROM now() - min(next_due_at)), 0))::float8 AS "lateSeconds",
        (SELECT count(*) FROM schedule_runs WHERE schedule_runs.state = 'WAITING')::float8 AS "runsWaiting"
      FROM (
        SELECT next_due_at, CASE WHEN pause_reason = 'failures' THEN 'failed' WHEN paused_at IS NOT NULL THEN 'paused' WHEN next_due_at <= now() THEN 'due' ELSE 'waiting' END AS state
        FROM schedules) s`;
    return standing;
  }

  /**
   * Works on a schedule exclusively, in one transaction. First records whether a session of it has ended.
   *
   * @returns null if it is gone, paused, or another process has it
   */
  claimed<T>(id: string, work: (standing: Standing, db: DatabaseTransaction) => Promise<T>): Promise<T | null> {
    return this.prisma.$transaction(async (db) => {
      const rows = await db.$queryRaw<ScheduleRow[]>`
        SELECT ${COLUMNS} FROM schedules c WHERE c.id = ${id}::uuid AND c.paused_at IS NULL FOR UPDATE SKIP LOCKED`;
      if (rows.length === 0) return null;
      const { schedule, underWay } = await this.assessed(db, toSchedule(rows[0]));
      if (schedule.pausedAt !== null) return null;
      const [counts] = await db.$queryRaw<{ waiting: number; waitingOnTime: number }[]>`
        SELECT count(*)::int AS waiting, count(*) FILTER (WHERE NOT missed)::int AS "waitingOnTime" FROM schedule_runs
        WHERE schedule_id = ${id}::uuid AND state = 'WAITING'`;
      return work({ schedule, underWay, ...counts }, db);
    }, TRANSACTION);
  }

  /** Records the decision on due times. */
  async note(db: DatabaseTransaction, schedule: Schedule, { runs, nextDueAt }: DueDecision): Promise<void> {
    const ids = timeOrderedIds(runs.length, Date.now());
    await db.scheduleRun.createMany({
      data: runs.map((run, i) => ({ ...run, id: ids[i], scheduleId: schedule.id })),
      // A processed due time is never processed again, even if the clock was set back.
      skipDuplicates: true,
    });
    await db.schedule.update({ where: { id: schedule.id }, data: { nextDueAt } });
    await db.$executeRaw`
      DELETE FROM schedule_runs WHERE schedule_id = ${schedule.id}::uuid AND state <> 'WAITING' AND due_at < (
        SELECT due_at FROM schedule_runs WHERE schedule_id = ${schedule.id}::uuid ORDER BY due_at DESC OFFSET ${KEPT_RUNS - 1} LIMIT 1)`;
  }

  /** The longest waiting run of the schedule. */
  async oldestWaiting(db: DatabaseTransaction, scheduleId: string): Promise<ScheduleRun | null> {
    const rows = await db.$queryRaw<ScheduleRun[]>`
      SELECT ${RUN_COLUMNS} FROM schedule_runs r WHERE r.schedule_id = ${scheduleId}::uuid AND r.state = 'WAITING' ORDER BY r.due_at LIMIT 1`;
    return rows[0] ?? null;
  }

  async started(db: DatabaseTransaction, run: ScheduleRun, sessionId: string | null, at: Date): Promise<void> {
    await db.scheduleRun.update({ where: { id: run.id }, data: { state: 'STARTED', sessionId, startedAt: at } });
    await db.schedule.update({ where: { id: run.scheduleId }, data: { sessionId } });
  }

  async failed(
    db: DatabaseTransaction,
    schedule: Schedule,
    run: ScheduleRun,
    reason: string,
    text: string,
  ): Promise<void> {
    const error = text.slice(0, MAX_ERROR_CHARS);
    await db.scheduleRun.update({ where: { id: run.id }, data: { state: 'FAILED', reason, error } });
    const { pausedAt } = await this.countFailure(db, schedule, error);
    // The topic, monitor or model that it starts with was deleted: no later run can start either.
    if (reason === 'NOT_FOUND' && pausedAt === null) await this.pause(db, schedule.id, error);
  }

  /** Pauses a schedule that can never run. */
  async pause(db: DatabaseTransaction, id: string, lastError: string): Promise<void> {
    await db.schedule.update({
      where: { id },
      data: { pausedAt: new Date(this.clock.now()), pauseReason: 'failures', nextDueAt: null, lastError },
    });
    await giveUpWaiting(db, id);
  }

  /**
   * Checks whether the session of the last run has ended, and how. A schedule whose sessions fail repeatedly is paused.
   */
  private async assessed(
    db: DatabaseTransaction,
    schedule: Schedule,
  ): Promise<{ schedule: Schedule; underWay: boolean }> {
    if (schedule.sessionId === null) return { schedule, underWay: false };
    const [session] = await db.$queryRaw<{ hasEnded: boolean; failed: boolean; error: string | null }[]>`
      SELECT ${hasEnded(Prisma.sql`state`)} AS "hasEnded", state = 'FAILED' AS failed, coalesce(error, state_reason::text) AS error FROM sessions WHERE id = ${schedule.sessionId}::uuid`;
    if (session && !session.hasEnded) return { schedule, underWay: true };
    await db.schedule.update({ where: { id: schedule.id }, data: { sessionId: null } });
    const seen = { ...schedule, sessionId: null };
    if (!session?.failed) {
      if (session) await db.schedule.update({ where: { id: schedule.id }, data: { failures: 0, lastError: null } });
      return { schedule: session ? { ...seen, failures: 0, lastError: null } : seen, underWay: false };
    }
    const error = `session ${schedule.sessionId} failed: ${session.error ?? 'the reason is unknown'}`;
    return { schedule: await this.countFailure(db, seen, error.slice(0, MAX_ERROR_CHARS)), underWay: false };
  }

  private async countFailure(db: DatabaseTransaction, schedule: Schedule, lastError: string): Promise<Schedule> {
    const failures = schedule.failures + 1;
    await db.schedule.update({ where: { id: schedule.id }, data: { failures, lastError } });
    if (failures < MAX_FAILURES) return { ...schedule, failures, lastError };
    await this.pause(db, schedule.id, lastError);
    return {
      ...schedule,
      failures,
      lastError,
      pausedAt: new Date(this.clock.now()),
      pauseReason: 'failures',
      nextDueAt: null,
    };
  }
}
