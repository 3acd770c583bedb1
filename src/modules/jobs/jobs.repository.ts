import { Injectable } from '@nestjs/common';
import { JOBS_CHANNEL, notify, Prisma, PrismaService } from '../../platform/database/index.js';
import type { JsonValue } from '../../domain/learning/snapshot.js';
import type { Job, JobStatus } from './job.js';

/** An open transaction of another repository. */
export type DatabaseTransaction = Prisma.TransactionClient;

interface JobRow {
  id: string;
  kind: string;
  subjectId: string;
  payload: unknown;
  status: JobStatus;
  progress: number;
  result: unknown;
  error: string | null;
  attempts: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}
const toJob = (row: JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subjectId,
  payload: row.payload as JsonValue,
  status: row.status,
  progress: row.progress,
  result: row.result as JsonValue,
  error: row.error,
  attempts: row.attempts,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  finishedAt: row.finishedAt,
});

const COLUMNS = Prisma.sql`
  id, kind, subject_id AS "subjectId", payload, status, progress, result, error, attempts,
  created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt"`;
const toJson = (value: JsonValue): Prisma.InputJsonValue | typeof Prisma.JsonNull => value ?? Prisma.JsonNull;

/**
 * Options of interactive transactions: Prisma's own limits (2 s for a connection, 5 s for the work) are short for a busy machine, on which a
 * refused request helps nobody.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 30_000 } as const;

/** Proof of holding a job: every write of a worker names it and has no effect once another worker took the job over. */
export interface JobLease {
  readonly jobId: string;
  readonly owner: string;
  readonly attempt: number;
}

@Injectable()
export class JobsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Queues a job and wakes the workers, both with the given transaction's commit. */
  async insert(kind: string, subjectId: string, payload: JsonValue, transaction?: DatabaseTransaction): Promise<Job> {
    const write = async (db: DatabaseTransaction): Promise<Job> => {
      const row = await db.job.create({ data: { kind, subjectId, payload: toJson(payload) } });
      await notify(db, JOBS_CHANNEL, row.id);
      return toJob(row);
    };
    return transaction ? write(transaction) : this.prisma.$transaction(write, TRANSACTION);
  }

  async find(id: string): Promise<Job | null> {
    const row = await this.prisma.job.findUnique({ where: { id } });
    return row && toJob(row);
  }

  /** The newest job of each subject that has one. */
  async newestOf(subjectIds: readonly string[]): Promise<Map<string, Job>> {
    const rows = await this.prisma.$queryRaw<JobRow[]>`
      SELECT DISTINCT ON (subject_id) ${COLUMNS} FROM jobs WHERE subject_id = ANY(${subjectIds}::uuid[]) ORDER BY subject_id, created_at DESC, id DESC`;
    return new Map(rows.map((row) => [row.subjectId, toJob(row)]));
  }

  /**
   * Takes up the oldest job that waits, or whose worker let its lease run out.
   *
   * A job counts as given up once it has been taken up `maxAttempts` times; such jobs are left to `claimGivenUp`.
   */
  async claim(owner: string, kinds: readonly string[], leaseMs: number, maxAttempts: number): Promise<Job | null> {
    const rows = await this.prisma.$queryRaw<JobRow[]>`
      UPDATE jobs SET status = 'RUNNING', attempts = attempts + 1, lease_owner = ${owner},
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond', started_at = coalesce(started_at, now())
      WHERE id = (
        SELECT id FROM jobs
        WHERE kind = ANY(${kinds}) AND attempts < ${maxAttempts}
          AND (status = 'QUEUED' OR (status = 'RUNNING' AND lease_expires_at < now()))
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`;
    return rows.length > 0 ? toJob(rows[0]) : null;
  }

  /** Takes over, under a lease, a job that lost its worker `maxAttempts` times: to be failed, not to be run. */
  async claimGivenUp(owner: string, kinds: readonly string[], leaseMs: number, maxAttempts: number): Promise<Job | null> {
    const rows = await this.prisma.$queryRaw<JobRow[]>`
      UPDATE jobs SET lease_owner = ${owner}, lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = (
        SELECT id FROM jobs WHERE kind = ANY(${kinds}) AND attempts >= ${maxAttempts} AND status = 'RUNNING' AND lease_expires_at < now()
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`;
    return rows.length > 0 ? toJob(rows[0]) : null;
  }

  /** @returns false when the lease is no longer held */
  async renew(lease: JobLease, progress: number, leaseMs: number): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE jobs SET lease_expires_at = now() + ${leaseMs} * interval '1 millisecond', progress = ${progress} WHERE ${held(lease)}`;
    return this.#told(lease, changed);
  }

  /** @returns false when the lease is no longer held */
  async finish(lease: JobLease, result: JsonValue): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE jobs SET status = 'DONE', progress = 1, result = ${JSON.stringify(result)}::jsonb, lease_owner = NULL, lease_expires_at = NULL, finished_at = now()
      WHERE ${held(lease)}`;
    return this.#told(lease, changed);
  }

  /** @returns false when the lease is no longer held */
  async fail(lease: JobLease, error: string): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE jobs SET status = 'FAILED', error = ${error}, lease_owner = NULL, lease_expires_at = NULL, finished_at = now() WHERE ${held(lease)}`;
    return this.#told(lease, changed);
  }

  /** Gives a job back to the queue as if this attempt had not been. */
  async release(lease: JobLease): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE jobs SET status = 'QUEUED', attempts = attempts - 1, progress = 0, lease_owner = NULL, lease_expires_at = NULL WHERE ${held(lease)}`;
    await notify(this.prisma, JOBS_CHANNEL, lease.jobId);
  }

  async #told(lease: JobLease, changed: number): Promise<boolean> {
    if (changed > 0) await notify(this.prisma, JOBS_CHANNEL, lease.jobId);
    return changed > 0;
  }

  /** Deletes finished jobs older than the given age. @returns their number */
  async deleteFinished(olderThanDays: number, limit: number): Promise<number> {
    return this.prisma.$executeRaw`
      DELETE FROM jobs WHERE id IN (
        SELECT id FROM jobs WHERE status IN ('DONE', 'FAILED') AND finished_at < now() - ${olderThanDays} * interval '1 day' LIMIT ${limit})`;
  }
}

function held(lease: JobLease): Prisma.Sql {
  return Prisma.sql`id = ${lease.jobId}::uuid AND status = 'RUNNING' AND lease_owner = ${lease.owner} AND attempts = ${lease.attempt}`;
}
