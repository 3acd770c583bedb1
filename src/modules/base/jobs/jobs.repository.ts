import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { type Precondition, type KeysetRange, under } from '../../../platform/api/index.js';
import {
  countEach,
  type DatabaseTransaction,
  type CreatedKey,
  JOBS_CHANNEL,
  newestFirst,
  ofProject,
  notify,
  parentIds,
  Prisma,
  PrismaService,
  type RowCount,
  summed,
  TRANSACTION,
  whereProject,
} from '../../../platform/database/index.js';
import type { LeaseHeld, Renewal } from '../../../platform/leases/index.js';
import type { Job, JobsStanding } from './job.js';

const OPEN_STATES = ['QUEUED', 'RUNNING'] as const;

type JobRow = Omit<Job, 'payload' | 'result'> & { readonly payload: unknown; readonly result: unknown };
const toJob = (row: JobRow): Job => ({ ...row, payload: row.payload as JsonValue, result: row.result as JsonValue });

const COLUMNS = Prisma.sql`
  id, project_id AS "projectId", kind, subject_id AS "subjectId", payload, status::text AS state, progress, result, error, attempts,
  cancel_requested_at AS "cancelRequestedAt", created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt"`;
/** Columns that the claims alone need. */
const OMITTED = { leaseOwner: true, leaseExpiresAt: true, stalledAttempts: true, furthest: true } as const;
/** Whether the last attempt got further than all before it. */
const ADVANCED = Prisma.sql`progress > furthest`;
/** Whether the job `j` works on a topic or one of its models. */
const ofTopic = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`j.subject_id = ANY(ARRAY(SELECT ${id} UNION ALL SELECT m.id FROM models m WHERE m.topic_id = ${id}))`;
const toJson = (value: JsonValue): Prisma.InputJsonValue | typeof Prisma.JsonNull => value ?? Prisma.JsonNull;

/** Identifies a held job: every write of a worker names it and has no effect after another worker took over the job. */
export interface JobLease {
  readonly jobId: string;
  readonly owner: string;
  readonly attempt: number;
}

/** `lost`: another worker has the job. `cancelled`: a user cancelled it. */
type LeaseState = 'held' | 'lost' | 'cancelled';

/** The lease's state in the row returned by a renewal. */
export function leaseState(row: Readonly<Record<string, unknown>> | null): LeaseState {
  return row === null ? 'lost' : row['cancelled'] === true ? 'cancelled' : 'held';
}

/** Called when a job is cancelled, within the transaction that ends it. */
export type JobEnded = (job: Job, reason: string, transaction: DatabaseTransaction) => Promise<void>;

/** A part of a list, newest first. */
export type JobsPiece = KeysetRange<CreatedKey>;

/** A job with the topic of its list. */
export type TopicJob = Job & { readonly topicId: string };

@Injectable()
export class JobsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Jobs that have not ended, by state. */
  async countOpen(): Promise<Record<string, number>> {
    return summed(await this.standing(), ({ state }) => state, OPEN_STATES);
  }

  /** The same by kind. Requires the scope of the service. */
  standing(): Promise<JobsStanding[]> {
    return this.prisma.$queryRaw<JobsStanding[]>`
      SELECT kind, status::text AS state, count(*)::float8 AS count, min(created_at) AS "oldestAt"
      FROM jobs WHERE status = ANY(${[...OPEN_STATES]}::"JobStatus"[]) GROUP BY 1, 2 ORDER BY 1, 2`;
  }

  /** Leases of workers, sorted by expiry. Requires the scope of the service. */
  leases(most: number): Promise<LeaseHeld[]> {
    return this.prisma.$queryRaw<LeaseHeld[]>`
      SELECT id::text AS id, project_id::text AS "projectId", lease_owner AS owner, started_at AS "startedAt", lease_expires_at AS "expiresAt"
      FROM jobs WHERE status = 'RUNNING' AND lease_owner IS NOT NULL AND lease_expires_at IS NOT NULL
      ORDER BY lease_expires_at LIMIT ${most}`;
  }

  /** Queues a job and wakes the workers, both when the given transaction commits. */
  async insert(kind: string, subjectId: string, payload: JsonValue, transaction?: DatabaseTransaction): Promise<Job> {
    const write = async (db: DatabaseTransaction): Promise<Job> => {
      const row = await db.job.create({
        data: { kind, subjectId, payload: toJson(payload) },
        omit: OMITTED,
      });
      await notify(db, JOBS_CHANNEL, row.id);
      return toJob(row);
    };
    return transaction ? write(transaction) : this.prisma.$transaction(write, TRANSACTION);
  }

  async find(id: string): Promise<Job | null> {
    return (await this.findMany([id]))[0] ?? null;
  }

  async findMany(ids: readonly string[]): Promise<Job[]> {
    return (
      await this.prisma.job.findMany({
        where: { ...whereProject(), id: { in: [...ids] } },
        omit: OMITTED,
      })
    ).map(toJob);
  }

  /** For each topic a part of the jobs on it and its models, newest first. */
  async listOfTopics(topicIds: readonly string[], piece: JobsPiece): Promise<TopicJob[]> {
    const { past, order, outer } = newestFirst('j', piece);
    const rows = await this.prisma.$queryRaw<(JobRow & { topicId: string })[]>`
      SELECT topic.id::text AS "topicId", page.* FROM unnest(${topicIds}::uuid[]) AS topic(id) CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM jobs j WHERE ${ofProject('j')} AND ${ofTopic(Prisma.sql`topic.id`)} ${past}
        ORDER BY ${order} LIMIT ${piece.limit}) AS page
      ORDER BY ${outer}`;
    return rows.map(({ topicId, ...row }) => ({ topicId, ...toJob(row) }));
  }

  countOfTopics(topicIds: readonly string[]): Promise<Map<string, RowCount>> {
    return countEach(
      this.prisma,
      parentIds(topicIds),
      Prisma.sql`FROM jobs j WHERE ${ofProject('j')} AND ${ofTopic(Prisma.sql`k.key`)}`,
    );
  }

  /** The newest job of each subject that has one. */
  async newestOf(subjectIds: readonly string[]): Promise<Map<string, Job>> {
    const rows = await this.prisma.$queryRaw<JobRow[]>`
      SELECT DISTINCT ON (subject_id) ${COLUMNS} FROM jobs WHERE ${ofProject()} AND subject_id = ANY(${subjectIds}::uuid[]) ORDER BY subject_id, created_at DESC, id DESC`;
    return new Map(rows.map((row) => [row.subjectId, toJob(row)]));
  }

  /**
   * Claims the oldest job that waits, or whose lease has expired.
   *
   * Jobs that were already claimed `maxAttempts` times without an advance are left to `claimGivenUp`.
   */
  async claim(owner: string, kinds: readonly string[], leaseMs: number, maxAttempts: number): Promise<Job | null> {
    const rows = await this.prisma.$queryRaw<JobRow[]>`
      UPDATE jobs SET status = 'RUNNING', attempts = attempts + 1, lease_owner = ${owner},
        stalled_attempts = CASE WHEN ${ADVANCED} THEN 1 ELSE stalled_attempts + 1 END, furthest = greatest(furthest, progress),
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond', started_at = coalesce(started_at, now())
      WHERE id = (
        SELECT id FROM jobs
        WHERE kind = ANY(${kinds}) AND (${ADVANCED} OR stalled_attempts < ${maxAttempts}) AND cancel_requested_at IS NULL
          AND (status = 'QUEUED' OR (status = 'RUNNING' AND lease_expires_at < now()))
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`;
    return rows.length > 0 ? toJob(rows[0]) : null;
  }

  /** Claims a job that lost its worker `maxAttempts` times without an advance, to fail it. */
  async claimGivenUp(
    owner: string,
    kinds: readonly string[],
    leaseMs: number,
    maxAttempts: number,
  ): Promise<Job | null> {
    const rows = await this.prisma.$queryRaw<JobRow[]>`
      UPDATE jobs SET lease_owner = ${owner}, lease_expires_at = now() + ${leaseMs} * interval '1 millisecond'
      WHERE id = (
        SELECT id FROM jobs
        WHERE kind = ANY(${kinds}) AND NOT (${ADVANCED} OR stalled_attempts < ${maxAttempts}) AND status = 'RUNNING' AND lease_expires_at < now()
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`;
    return rows.length > 0 ? toJob(rows[0]) : null;
  }

  /** Extends the lease and stores the progress; `leaseState` reads the returned row. */
  renewal({ jobId, owner, attempt }: JobLease, progress: number, leaseMs: number): Renewal {
    return {
      sql: `WITH before AS (SELECT progress FROM jobs WHERE id = $1::uuid), renewed AS (
          UPDATE jobs SET lease_expires_at = now() + $4 * interval '1 millisecond', progress = $5::float8
          WHERE id = $1::uuid AND status = 'RUNNING' AND lease_owner = $2 AND attempts = $3
          RETURNING id, cancel_requested_at IS NOT NULL AS cancelled)
        SELECT cancelled, CASE WHEN before.progress <> $5::float8 THEN pg_notify('${JOBS_CHANNEL}', id::text) END FROM renewed, before`,
      values: [jobId, owner, attempt, leaseMs, progress],
      holder: { id: jobId, epoch: attempt },
    };
  }

  /**
   * Ends a job without a worker; requests the end from the worker that holds it. No effect on an ended job.
   *
   * @param ended called in the transaction that ends the job
   * @returns the job afterwards
   */
  async cancel(id: string, reason: string, ended: JobEnded, condition?: Precondition): Promise<Job | null> {
    return under(condition, () =>
      this.prisma.$transaction(async (db) => {
        const rows = await db.$queryRaw<(JobRow & { free: boolean })[]>`
        SELECT ${COLUMNS}, (status = 'QUEUED' OR (status = 'RUNNING' AND lease_expires_at < now())) AS free FROM jobs WHERE ${ofProject()} AND id = ${id}::uuid FOR UPDATE`;
        if (rows.length === 0) return null;
        await condition?.holds();
        const { free, ...row } = rows[0];
        if (free) return this.endCancelled(db, toJob(row), reason, ended);
        if (row.state !== 'RUNNING' || row.cancelRequestedAt !== null) return toJob(row);
        const [asked] = await db.$queryRaw<
          JobRow[]
        >`UPDATE jobs SET cancel_requested_at = now() WHERE id = ${id}::uuid RETURNING ${COLUMNS}`;
        await notify(db, JOBS_CHANNEL, id);
        return toJob(asked);
      }, TRANSACTION),
    );
  }

  /** Ends a job of this worker if it is to be cancelled. @returns whether it was */
  async cancelHeld(lease: JobLease, reason: string, ended: JobEnded): Promise<boolean> {
    return this.cancelFound(Prisma.sql`${held(lease)} AND cancel_requested_at IS NOT NULL`, reason, ended);
  }

  /** Ends a job that is to be cancelled and whose lease has expired. @returns whether there was one */
  async cancelAbandoned(kinds: readonly string[], reason: string, ended: JobEnded): Promise<boolean> {
    return this.cancelFound(
      Prisma.sql`kind = ANY(${kinds}) AND status = 'RUNNING' AND cancel_requested_at IS NOT NULL AND lease_expires_at < now()`,
      reason,
      ended,
    );
  }

  private async cancelFound(which: Prisma.Sql, reason: string, ended: JobEnded): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      const rows = await db.$queryRaw<
        JobRow[]
      >`SELECT ${COLUMNS} FROM jobs WHERE ${which} ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
      if (rows.length > 0) await this.endCancelled(db, toJob(rows[0]), reason, ended);
      return rows.length > 0;
    }, TRANSACTION);
  }

  private async endCancelled(db: DatabaseTransaction, job: Job, reason: string, ended: JobEnded): Promise<Job> {
    await ended(job, reason, db);
    const [row] = await db.$queryRaw<JobRow[]>`
      UPDATE jobs SET status = 'CANCELLED', error = ${reason}, cancel_requested_at = coalesce(cancel_requested_at, now()), lease_owner = NULL,
        lease_expires_at = NULL, finished_at = now()
      WHERE id = ${job.id}::uuid RETURNING ${COLUMNS}`;
    await notify(db, JOBS_CHANNEL, job.id);
    return toJob(row);
  }

  /** @returns false if the lease is lost */
  async finish(lease: JobLease, result: JsonValue): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE jobs SET status = 'COMPLETED', progress = 1, result = ${JSON.stringify(result)}::jsonb, lease_owner = NULL, lease_expires_at = NULL, finished_at = now()
      WHERE ${held(lease)}`;
    return this.notifyIfChanged(lease, changed);
  }

  /** @returns false if the lease is lost */
  async fail(lease: JobLease, error: string): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE jobs SET status = 'FAILED', error = ${error}, lease_owner = NULL, lease_expires_at = NULL, finished_at = now() WHERE ${held(lease)}`;
    return this.notifyIfChanged(lease, changed);
  }

  /**
   * Returns a job to the queue as if this attempt had not happened. @returns false if the lease is lost, or the job is
   * to be cancelled
   */
  async release(lease: JobLease): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE jobs SET status = 'QUEUED', attempts = attempts - 1, stalled_attempts = stalled_attempts - 1, progress = 0, lease_owner = NULL, lease_expires_at = NULL
      WHERE ${held(lease)} AND cancel_requested_at IS NULL`;
    return this.notifyIfChanged(lease, changed);
  }

  private async notifyIfChanged(lease: JobLease, changed: number): Promise<boolean> {
    if (changed > 0) await notify(this.prisma, JOBS_CHANNEL, lease.jobId);
    return changed > 0;
  }

  /**
   * Requeues failed jobs. One that killed its workers gets a single attempt, so that it kills one at most before the
   * next call.
   *
   * @param untilDays jobs older than this are left alone
   */
  async requeueFailed(kinds: readonly string[], maxAttempts: number, untilDays: number): Promise<void> {
    const requeued = await this.prisma.$queryRaw<{ id: string }[]>`
      UPDATE jobs SET status = 'QUEUED', attempts = 0, progress = 0, error = NULL, finished_at = NULL,
        stalled_attempts = CASE WHEN stalled_attempts < ${maxAttempts} THEN 0 ELSE ${maxAttempts} - 1 END
      WHERE kind = ANY(${kinds}) AND status = 'FAILED' AND created_at > now() - ${untilDays} * interval '1 day'
      RETURNING id`;
    await notify(this.prisma, JOBS_CHANNEL, ...requeued.map(({ id }) => id));
  }

  /** Deletes finished jobs older than the given age. @returns their number */
  async deleteFinished(olderThanDays: number, limit: number): Promise<number> {
    return this.prisma.$executeRaw`
      DELETE FROM jobs WHERE id IN (
        SELECT id FROM jobs WHERE status IN ('COMPLETED', 'FAILED', 'CANCELLED') AND finished_at < now() - ${olderThanDays} * interval '1 day' LIMIT ${limit})`;
  }
}

function held(lease: JobLease): Prisma.Sql {
  return Prisma.sql`id = ${lease.jobId}::uuid AND status = 'RUNNING' AND lease_owner = ${lease.owner} AND attempts = ${lease.attempt}`;
}
