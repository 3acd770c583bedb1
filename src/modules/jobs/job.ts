import type { DatabaseTransaction } from '../../platform/database/index.js';
import type { JsonValue } from '../../domain/base/json-value.js';

export const JOB_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** All kinds there are. Their handlers are those of the modules that queue them. */
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

/** What jobs queue behind one another. */
export const JOB_LANES = ['quick', 'usual', 'files', 'remote', 'long'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** The `error` of a cancelled job, and of what it worked on. */
export const CANCELLED = 'cancelled by a user';

/** A piece of background work other than crawling. */
export interface Job {
  readonly id: string;
  /** Whose it is: it runs in the scope of this project. */
  readonly projectId: string;
  readonly kind: string;
  /** The topic, model, spider, experiment, session or export it works on. */
  readonly subjectId: string;
  readonly payload: JsonValue;
  readonly state: JobState;
  /** Share of the work done, from 0 to 1. */
  readonly progress: number;
  /** What the handler answered, when COMPLETED. */
  readonly result: JsonValue;
  /** What went wrong, when FAILED; why it ended, when CANCELLED. */
  readonly error: string | null;
  /** Times a worker has taken it up. */
  readonly attempts: number;
  /** When a user asked for a running job to be cancelled. */
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

/** What a running job is given. */
export interface JobContext {
  /** Aborted when the worker stops, has lost the job's lease, or the job is cancelled. The handler then rejects soon; what it wrote may be written again. */
  readonly signal: AbortSignal;
  /** Tells the share done, from 0 to 1. Cheap: it is stored with the next renewal of the lease. */
  readonly progress: (share: number) => void;
}

/**
 * Does the jobs of one kind.
 *
 * A job whose worker died is run again from its start by another, so `run` must stand repetition: it looks at what is already done, or writes
 * its outcome in one transaction at the end.
 */
export interface JobHandler {
  readonly kind: string;
  /**
   * `quick`: its jobs take a second or so, and somebody waits for them; `files`: they read and write, and compute little; `remote`: they wait for somebody
   * else's service; `long`: they may take hours. None of these queue with the others, which are `usual`.
   */
  readonly lane?: JobLane;
  /** Why a user may not cancel its jobs; left out when they may be. */
  readonly uncancellable?: string;
  /** Its jobs must succeed some day: those that failed are tried again every hour, for a month. */
  readonly isPersistent?: boolean;
  /**
   * The answer becomes the job's `result`. A rejection makes the job FAILED at once: only lost leases are retried. The message of a `DomainError`
   * becomes the job's `error`; of others the user is told only that the log has them.
   */
  run(job: Job, context: JobContext): Promise<JsonValue>;
  /**
   * Called when the job is given up or cancelled, with the text stored as its `error`: the place to mark its subject as failed.
   *
   * @param transaction the one that ends a cancelled job, so that both end together
   */
  failed?(job: Job, error: string, transaction?: DatabaseTransaction): Promise<void>;
}

/** Judges what an ended session, the job's subject, has found by the model it was asked for. The handler is the crawling module's. */
export const SWITCH_MODEL = 'switch-model' satisfies JobKind;

/** Clears away the rows of a deleted session, whose id is the job's subject. The handler is the sessions module's. */
export const PURGE_SESSION = 'purge-session' satisfies JobKind;
