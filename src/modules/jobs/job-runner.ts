import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { DatabaseEvents, JOBS_CHANNEL } from '../../platform/database/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { CANCELLED, type Job, type JobHandler } from './job.js';
import { JobHandlers } from './job-handlers.js';
import { type JobLease, JobsRepository, type LeaseState } from './jobs.repository.js';
import { WakeUp } from './wake-up.js';

/** The first run and three retries: a job that lost its worker four times is likely what kills them. */
const MAX_ATTEMPTS = 4;
const GIVEN_UP = `given up after ${MAX_ATTEMPTS} attempts: its worker stopped without a word each time`;
/** The text of unexpected errors stays in the log: it may hold secrets. */
const UNEXPECTED = 'an unexpected error occurred; the log has it under the id of this job';
/** Notifications can be lost while the connection for them is down; looking every five seconds bounds what that costs. */
const POLL_MS = 5_000;
/** Two renewals may fail before the lease runs out. */
const RENEWALS_PER_LEASE = 3;
/** Finished jobs are kept for a month, long enough to ask what became of them. Housekeeping is due hourly and deletes in small bites. */
const KEEP_DAYS = 30;
const HOUSEKEEPING_MS = 3_600_000;
const HOUSEKEEPING_ROWS = 1_000;

/**
 * Runs queued jobs in a worker process, one at a time, so that background work takes at most one core from the crawls.
 *
 * A job is held under a lease that is renewed while its handler runs. A worker that dies loses the lease, and the next worker runs the job
 * again; a worker that stops in order gives its job back.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger('jobs');
  readonly #wake = new WakeUp();
  readonly #stopping = new AbortController();
  #finished: Promise<void> = Promise.resolve();
  /** Looks whether the job that runs is still to be run. */
  #lookAt: ((jobId: string) => void) | null = null;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly handlers: JobHandlers,
    private readonly events: DatabaseEvents,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  start(): void {
    this.#finished = Promise.all([this.#listen(), this.#loop()]).then(() => undefined);
  }

  /** Interrupts the running job, gives it back and waits for that. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.ring();
    await this.#finished;
  }

  /** Without notifications the polling goes on, so a failure here only costs time. */
  async #listen(): Promise<void> {
    try {
      const queued = await this.events.listen(JOBS_CHANNEL);
      this.#stopping.signal.addEventListener('abort', () => void queued.return?.(), { once: true });
      if (this.#stopping.signal.aborted) await queued.return?.();
      for await (const jobId of queued) {
        this.#lookAt?.(jobId);
        this.#wake.ring();
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'no notifications of new jobs');
    }
  }

  async #loop(): Promise<void> {
    let housekeepingDue = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        if (Date.now() >= housekeepingDue) {
          housekeepingDue = Date.now() + HOUSEKEEPING_MS;
          await this.jobs.deleteFinished(KEEP_DAYS, HOUSEKEEPING_ROWS);
        }
        if (await this.#runOne()) continue;
      } catch (error) {
        this.#log.error({ err: error }, 'looking for jobs failed');
      }
      await this.#wake.wait(POLL_MS);
    }
  }

  /** @returns whether there was anything to do */
  async #runOne(): Promise<boolean> {
    const kinds = this.handlers.kinds();
    const cancelled = await this.jobs.cancelAbandoned(kinds, CANCELLED, this.handlers.ended);
    const givenUp = await this.jobs.claimGivenUp(this.config.WORKER_ID, kinds, this.#leaseMs, MAX_ATTEMPTS);
    if (givenUp) await this.#fail(givenUp, GIVEN_UP);
    const job = await this.jobs.claim(this.config.WORKER_ID, kinds, this.#leaseMs, MAX_ATTEMPTS);
    const handler = job && this.handlers.find(job.kind);
    if (job && handler) await this.#run(job, handler);
    return job !== null || givenUp !== null || cancelled;
  }

  async #run(job: Job, handler: JobHandler): Promise<void> {
    const lease = this.#leaseOf(job);
    const lost = new AbortController();
    const cancelled = new AbortController();
    let progress = 0;
    const heed = (looking: Promise<LeaseState>): void => {
      looking.then((state) => {
        if (state === 'lost') lost.abort(new Error('the lease was lost'));
        if (state === 'cancelled') cancelled.abort(new Error(CANCELLED));
      }, (error: unknown) => this.#log.warn({ err: error }, `lease of job ${job.id} not renewed`));
    };
    const renewal = setInterval(() => heed(this.jobs.renew(lease, progress, this.#leaseMs)), this.#leaseMs / RENEWALS_PER_LEASE);
    this.#lookAt = (jobId) => {
      if (jobId === job.id || jobId === '') heed(this.jobs.stateOf(lease));
    };
    // A request made since the job was claimed was told to nobody.
    this.#lookAt(job.id);
    const signal = AbortSignal.any([lost.signal, cancelled.signal, this.#stopping.signal]);
    try {
      const result = await handler.run(job, { signal, progress: (share) => (progress = Math.min(Math.max(share, progress), 1)) });
      await this.jobs.finish(lease, result);
    } catch (error) {
      if (lost.signal.aborted) return;
      if (await this.#cancel(lease)) return;
      if (this.#stopping.signal.aborted) {
        // Not released when a user asked for its end since.
        if (!(await this.jobs.release(lease))) await this.#cancel(lease);
        return;
      }
      const expected = error instanceof DomainError;
      if (!expected) this.#log.error({ err: error, jobId: job.id, kind: job.kind }, 'job failed');
      await this.#fail(job, expected ? error.message : UNEXPECTED);
    } finally {
      this.#lookAt = null;
      clearInterval(renewal);
    }
  }

  #cancel(lease: JobLease): Promise<boolean> {
    return this.jobs.cancelHeld(lease, CANCELLED, this.handlers.ended);
  }

  /** The subject first: should this worker die in between, the job is still there to be failed again. */
  async #fail(job: Job, error: string): Promise<void> {
    await this.handlers.find(job.kind)?.failed?.(job, error);
    await this.jobs.fail(this.#leaseOf(job), error);
  }

  #leaseOf(job: Job): JobLease {
    return { jobId: job.id, owner: this.config.WORKER_ID, attempt: job.attempts };
  }

  get #leaseMs(): number {
    return this.config.LEASE_SECONDS * 1_000;
  }
}
