import { Injectable } from '@nestjs/common';
import { PrismaService, TRANSACTION } from '../../../platform/database/index.js';

/** Runs and days are deleted after this. */
const KEEP_DAYS = 31;

/** The exhausted budget: the run's calls, or the project's calls on this day. */
export type BudgetEnd = 'calls' | 'day';

interface RunCounts {
  readonly calls: number;
  readonly malformed: number;
}

/** Counts calls to the labeller before they are made, so that even a crash never exceeds the budget. */
@Injectable()
export class LabellerBudgetRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Starts or continues a run. Deletes old records. */
  async begin(jobId: string, topicId: string): Promise<void> {
    await this.prisma.$transaction(async (db) => {
      await db.$executeRaw`
        INSERT INTO labeller_runs (job_id, topic_id) VALUES (${jobId}::uuid, ${topicId}::uuid) ON CONFLICT DO NOTHING`;
      await db.$executeRaw`
        DELETE FROM labeller_runs WHERE topic_id = ${topicId}::uuid AND created_at < now() - make_interval(days => ${KEEP_DAYS}) AND job_id <> ${jobId}::uuid`;
      await db.$executeRaw`
        DELETE FROM labeller_usage WHERE project_id = gleaner_project() AND day < (now() AT TIME ZONE 'UTC')::date - ${KEEP_DAYS}::int`;
    }, TRANSACTION);
  }

  /**
   * Counts a call that is about to be made.
   *
   * @returns null if it may be made
   */
  async spend(jobId: string, callsOfRun: number, callsPerDay: number): Promise<BudgetEnd | null> {
    return this.prisma.$transaction(async (db) => {
      const day = await db.$queryRaw<{ calls: number }[]>`
        INSERT INTO labeller_usage AS u (day, calls) VALUES ((now() AT TIME ZONE 'UTC')::date, 0)
        ON CONFLICT (project_id, day) DO UPDATE SET calls = u.calls RETURNING calls`;
      const run = await db.$queryRaw<{ calls: number }[]>`
        SELECT calls FROM labeller_runs WHERE job_id = ${jobId}::uuid FOR UPDATE`;
      // A missing run was deleted with its topic.
      if (run.length === 0 || run[0].calls >= callsOfRun) return 'calls';
      if (day[0].calls >= callsPerDay) return 'day';
      await db.$executeRaw`
        UPDATE labeller_usage SET calls = calls + 1 WHERE project_id = gleaner_project() AND day = (now() AT TIME ZONE 'UTC')::date`;
      await db.$executeRaw`UPDATE labeller_runs SET calls = calls + 1 WHERE job_id = ${jobId}::uuid`;
      return null;
    }, TRANSACTION);
  }

  async countMalformed(jobId: string): Promise<void> {
    await this.prisma.$executeRaw`UPDATE labeller_runs SET malformed = malformed + 1 WHERE job_id = ${jobId}::uuid`;
  }

  async countsOf(jobId: string): Promise<RunCounts> {
    const run = await this.prisma.labellerRun.findUnique({
      where: { jobId },
      select: { calls: true, malformed: true },
    });
    return run ?? { calls: 0, malformed: 0 };
  }

  /** Calls of the project today (UTC). */
  async callsToday(): Promise<number> {
    const rows = await this.prisma.$queryRaw<{ calls: number }[]>`
      SELECT calls FROM labeller_usage WHERE project_id = gleaner_project() AND day = (now() AT TIME ZONE 'UTC')::date`;
    return rows[0]?.calls ?? 0;
  }
}
