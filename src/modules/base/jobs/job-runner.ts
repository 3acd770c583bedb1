import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { anySignal } from 'any-signal';
import { ClaimLoop } from '../../../platform/claims/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { Events, databaseTrouble, JOBS_CHANNEL, logFailure, retrying } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { LeaseKeeper } from '../../../platform/leases/index.js';
import { asService, inProject } from '../../../platform/scope/index.js';
import { type OpenSpan, traced } from '../../../platform/telemetry/index.js';
import { CANCELLED, type Job, JOB_LANES, type JobHandler, type JobLane } from './job.js';
import { JobHandlers } from './job-handlers.js';
import { type JobLease, JobsRepository, leaseState } from './jobs.repository.js';

/**
 * Attempts in a row that get no further than those before them: a job that lost its worker four times at the same place
 * probably kills workers.
 */
const MAX_ATTEMPTS = 4;
const GIVEN_UP = `given up after ${MAX_ATTEMPTS} attempts without further progress: its worker died each time`;
/** Only the log has the text of unexpected errors, because it may contain secrets. */
const UNEXPECTED = 'an unexpected error occurred; the log has it under the id of this job';
/** Notifications can be lost while their connection is down; polling every five seconds bounds the delay. */
const POLL_MS = 5_000;
/** Smaller progress is not stored. A run of the largest experiment is more. */
const LEAST_PROGRESS = 0.001;
/**
 * Finished jobs are kept for a month, so that their results can be read. Housekeeping is due hourly and deletes in
 * small batches.
 */
const KEEP_DAYS = 30;
const HOUSEKEEPING_MS = 3_600_000;
const HOUSEKEEPING_ROWS = 1_000;

/**
 * Runs queued jobs in a worker process, one at a time, so that background work takes at most one core from the crawls.
 * Other lanes run in parallel: quick jobs, for which sessions wait; jobs that write files; long ones, which compute in
 * a thread for hours; and those that wait for an external service.
 *
 * A job is held under a lease that is renewed while its handler runs. If a worker dies, the lease expires, and the next
 * worker reruns the job; a worker that shuts down returns its job.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('jobs');
  private readonly stopping = new AbortController();
  private readonly lanes = JOB_LANES.map((lane) => this.lane(lane));
  private finished: Promise<void> = Promise.resolve();
  /** Renew the leases of running jobs at once, to see whether they should continue. */
  private readonly renewals = new Set<(jobId: string) => void>();
  /** The last job per lane that failed because of the database, and when it first did. */
  private readonly letDown = new Map<JobLane, { readonly jobId: string; readonly since: number }>();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly handlers: JobHandlers,
    private readonly events: Events,
    private readonly leases: LeaseKeeper,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  start(): void {
    this.finished = Promise.all([
      this.events.subscribe(JOBS_CHANNEL, (jobId) => this.noticed(jobId), this.stopping.signal),
      ...this.lanes.map((lane) => lane.run()),
    ]).then(() => undefined);
  }

  /** Interrupts the running jobs and waits until they are returned. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.finished;
  }

  /** Makes the running job check whether it should continue, and the lanes look for another job. */
  private noticed(jobId: string): void {
    for (const renew of this.renewals) renew(jobId);
    for (const lane of this.lanes) lane.ring();
  }

  private lane(lane: JobLane): ClaimLoop<Job> {
    // Only one lane does housekeeping.
    let housekeepingDue = lane === 'usual' ? 0 : Infinity;
    return new ClaimLoop<Job>({
      capacity: 1,
      pollMs: POLL_MS,
      claim: () =>
        asService(async () => {
          if (performance.now() >= housekeepingDue) {
            housekeepingDue = performance.now() + HOUSEKEEPING_MS;
            await this.jobs.deleteFinished(KEEP_DAYS, HOUSEKEEPING_ROWS);
            await this.jobs.requeueFailed(this.handlers.persistentKinds, MAX_ATTEMPTS, KEEP_DAYS);
          }
          return this.claim(this.handlers.kinds(lane));
        }),
      run: async (job) => {
        const handler = this.handlers.find(job.kind);
        if (!handler) return;
        await traced(
          'job',
          () => ({ 'gleaner.job.kind': job.kind, 'gleaner.job.id': job.id }),
          (span) => inProject(job.projectId, () => this.run(job, handler, span)),
          { root: true },
        );
      },
      claimFailed: (error) => logFailure(this.log, error, 'looking for jobs failed'),
      runFailed: (error, { id }) => logFailure(this.log, error, 'cannot record the end of a job', { jobId: id }),
      signal: this.stopping.signal,
    });
  }

  /** The next job, after ending those that must not run any more. */
  private async claim(kinds: readonly string[]): Promise<Job | null> {
    while (!this.stopping.signal.aborted) {
      const cancelled = await this.jobs.cancelAbandoned(kinds, CANCELLED, this.handlers.ended);
      const givenUp = await this.jobs.claimGivenUp(this.config.WORKER_ID, kinds, this.leaseMs, MAX_ATTEMPTS);
      if (givenUp) await this.fail(givenUp, GIVEN_UP);
      const job = await this.jobs.claim(this.config.WORKER_ID, kinds, this.leaseMs, MAX_ATTEMPTS);
      if (job || (!cancelled && !givenUp)) return job;
    }
    return null;
  }

  private async run(job: Job, handler: JobHandler, span: OpenSpan): Promise<void> {
    const lease = this.leaseOf(job);
    const lost = new AbortController();
    const cancelled = new AbortController();
    let reported = 0;
    const held = this.leases.hold(this.jobs.renewal(lease, reported, this.leaseMs), (row) => {
      const state = leaseState(row);
      if (state === 'lost') lost.abort(new Error('the lease was lost'));
      if (state === 'cancelled') cancelled.abort(new Error(CANCELLED));
    });
    const progress = (share: number): void => {
      if (share < reported + LEAST_PROGRESS) return;
      reported = Math.min(share, 1);
      held.change(this.jobs.renewal(lease, reported, this.leaseMs).values);
    };
    const renew = (jobId: string): void => {
      if (jobId === job.id || jobId === '') held.renewNow();
    };
    this.renewals.add(renew);
    const signal = anySignal([lost.signal, cancelled.signal, this.stopping.signal]);
    try {
      // Stopped between the claim and here: a handler that only listens for the abort would miss it.
      signal.throwIfAborted();
      const result = await handler.run(job, { signal, progress });
      await this.patiently(() => this.jobs.finish(lease, result));
    } catch (error) {
      if (lost.signal.aborted) return;
      if (await this.patiently(() => this.cancel(lease))) return;
      if (this.stopping.signal.aborted || this.isToBeTriedAgain(job, error)) {
        // Not released if a user has cancelled it since.
        if (!(await this.patiently(() => this.jobs.release(lease)))) await this.cancel(lease);
        return;
      }
      const expected = error instanceof DomainError;
      span.fail(error instanceof Error ? error.name : 'Error');
      if (!expected) this.log.error({ err: error, jobId: job.id, kind: job.kind }, 'job failed');
      await this.fail(job, expected ? error.message : UNEXPECTED);
    } finally {
      signal.clear();
      this.renewals.delete(renew);
      held.drop();
    }
  }

  /**
   * Whether a job that failed because of the database returns to the queue, which lasts as long as the patience with a
   * database.
   */
  private isToBeTriedAgain(job: Job, error: unknown): boolean {
    const trouble = databaseTrouble(error);
    if (trouble === null || trouble.kind === 'overrun') return false;
    const lane = this.handlers.find(job.kind)?.lane ?? 'usual';
    const known = this.letDown.get(lane);
    const since = known?.jobId === job.id ? known.since : performance.now();
    this.letDown.set(lane, { jobId: job.id, since });
    const again = performance.now() - since < this.patienceMs;
    this.log.warn({ err: error, jobId: job.id, kind: job.kind, again }, 'job failed because of the database');
    return again;
  }

  private patiently<T>(work: () => Promise<T>): Promise<T> {
    return retrying(work, { patienceMs: this.patienceMs, signal: this.stopping.signal });
  }

  private get patienceMs(): number {
    return this.config.DATABASE_PATIENCE_SECONDS * 1_000;
  }

  private cancel(lease: JobLease): Promise<boolean> {
    return this.jobs.cancelHeld(lease, CANCELLED, this.handlers.ended);
  }

  /** The subject first: if this worker dies in between, the job is still there and fails again. */
  private async fail(job: Job, error: string): Promise<void> {
    await this.patiently(async () => this.handlers.find(job.kind)?.failed?.(job, error));
    await this.patiently(() => this.jobs.fail(this.leaseOf(job), error));
  }

  private leaseOf(job: Job): JobLease {
    return { jobId: job.id, owner: this.config.WORKER_ID, attempt: job.attempts };
  }

  private get leaseMs(): number {
    return this.config.LEASE_SECONDS * 1_000;
  }
}
