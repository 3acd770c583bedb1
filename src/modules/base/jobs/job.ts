import type { DatabaseTransaction } from '../../../platform/database/index.js';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { OpenUnion } from '../../../platform/api/index.js';

export const JOB_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** All kinds of jobs. The modules that queue them have their handlers. */
export const JOB_KINDS = [
  'train-model',
  'make-model',
  'train-spider',
  'run-experiment',
  'expand-keywords',
  'suggest-keywords',
  'suggest-seeds',
  'label-pages',
  'switch-model',
  'make-export',
  'rebuild-collection',
  'read-home-page',
  'purge-session',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Queues of jobs. */
export const JOB_LANES = ['quick', 'usual', 'files', 'remote', 'long'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** The `error` of a cancelled job and of its subject. */
export const CANCELLED = 'cancelled by a user';

/**
 * A unit of background work other than crawling.
 *
 * A handler names the payload that its service enqueues, after JSON: dates are strings there.
 */
export interface Job<Payload = JsonValue> {
  readonly id: string;
  /** The owner: it runs in the scope of this project. */
  readonly projectId: string;
  readonly kind: string;
  /** The topic, model, spider, experiment, session or export it works on. */
  readonly subjectId: string;
  readonly payload: Payload;
  readonly state: JobState;
  /** Share of the work done, from 0 to 1. */
  readonly progress: number;
  /** The handler's result, if COMPLETED. */
  readonly result: JsonValue;
  /** Cause of the failure, if FAILED; reason for the end, if CANCELLED. */
  readonly error: string | null;
  /** Number of starts by a worker. */
  readonly attempts: number;
  /** When a user requested the cancellation of a running job. */
  readonly cancelRequestedAt: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Jobs of all projects that have not ended, of one kind and state. */
export interface JobsStanding {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
  /** When the oldest of them was queued. */
  readonly oldestAt: Date;
}

/** The context of a running job. */
export interface JobContext {
  /**
   * Aborts when the worker stops, has lost the job's lease, or the job is cancelled. The handler must then reject soon;
   * its writes may be repeated.
   */
  readonly signal: AbortSignal;
  /**
   * Reports the share done, from 0 to 1. Cheap: it is stored with the next renewal of the lease. A job is given up when
   * its workers die without getting further, so what an earlier attempt has stored counts as done.
   */
  readonly progress: (share: number) => void;
}

/**
 * Runs the jobs of one kind.
 *
 * If a job's worker dies, another one reruns it from the start, so `run` must be repeatable: it checks what is already
 * done, or writes its result in one transaction at the end.
 */
export interface JobHandler {
  readonly kind: string;
  /**
   * `quick`: jobs of about a second for which someone waits; `files`: they read and write, and compute little;
   * `remote`: they wait for an external service; `long`: they may take hours. Default: `usual`. Jobs of different lanes
   * do not wait for each other.
   */
  readonly lane?: JobLane;
  /** Why a user may not cancel its jobs; absent if cancelling is allowed. */
  readonly uncancellable?: string;
  /**
   * Whether its jobs must eventually succeed: failed ones are retried every hour, for a month. If its workers
   * died, one attempt each time.
   */
  readonly isPersistent?: boolean;
  /**
   * The returned value becomes the job's `result`. A rejection makes the job FAILED at once: only lost leases are
   * retried. The message of a `DomainError` becomes the job's `error`; for other errors it refers to the log.
   */
  run(job: Job<unknown>, context: JobContext): Promise<JsonValue>;
  /**
   * Called when the job has failed or was cancelled, with the text stored as its `error`, so that its subject can be
   * marked as failed.
   *
   * @param transaction the one that ends a cancelled job, so that both end together
   */
  failed?(job: Job, error: string, transaction?: DatabaseTransaction): Promise<void>;
}

/**
 * Rejudges the results of an ended session, the job's subject, by a requested model. The handler is the crawling
 * module's.
 */
export const SWITCH_MODEL = 'switch-model' satisfies JobKind;

/** Deletes the rows of a deleted session, whose id is the job's subject. The handler is the sessions module's. */
export const PURGE_SESSION = 'purge-session' satisfies JobKind;

/** The results of completed jobs, by kind. */
export const jobResults = new OpenUnion(
  'JobResult',
  'The result of a completed job, by its kind. Removing a session has no result',
);
