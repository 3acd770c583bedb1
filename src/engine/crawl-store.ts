import type { LoggedLink } from '../domain/policies/index.js';
import type {
  EarlierVisit,
  NewDomain,
  NewUrl,
  SessionCounters,
  StepFacts,
  StepPlan,
  StepRecord,
  StepSummary,
} from '../domain/session/index.js';

/** A plan as stored while its fetch is in flight: enough to identify it in a replay. */
export interface InFlightStep extends LoggedLink {
  readonly step: number;
  readonly chosenAfter: number;
}

/** The content of one atomic commit. */
export interface CommitBatch {
  /** Completed steps in order of completion, without gaps since the last commit. */
  readonly steps: readonly StepSummary[];
  /** URLs from seeding; URLs found by steps are in the step records. */
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
  readonly counters: SessionCounters;
  /** Steps chosen but not completed by the last record. */
  readonly inFlight: readonly InFlightStep[];
  readonly pagesPerSecond: number;
  /** Time spent running, earlier runs included, ms. */
  readonly activeMs: number;
  readonly policyStats: Readonly<Record<string, number>>;
  /** The state after exactly these steps. */
  readonly checkpoint: Checkpoint | null;
  /** The learned state as `learnedStateText` writes it; null if this commit does not include it. */
  readonly learnedState?: string | null;
}

export interface Checkpoint {
  /** The sealed snapshot of the whole state; valid until the call that receives it has ended. */
  readonly state: Uint8Array;
  /**
   * The sealed snapshot of the policy's learned state (`SkippableLearning`), kept separately: with it, a replay without
   * checkpoint can skip the learning.
   */
  readonly learnt: Uint8Array | null;
}

/** A completed step as logged. */
export interface LoggedStep {
  readonly seq: number;
  readonly chosenAfter: number;
  readonly urlNo: number;
  readonly facts: StepFacts;
  /** Whether a redirect led out of the session's scope: then the page is not kept and its verdict has no meaning. */
  readonly refused: boolean;
}

/** The stored parts of a session that a restore begins with. */
export interface StoredCrawl {
  /** Kept checkpoints, each as the number of steps completed when it was taken; newest first. */
  readonly checkpoints: readonly number[];
  /** Kept snapshots of the learned state, likewise. */
  readonly learnt: readonly number[];
  /** Number of committed steps. */
  readonly completed: number;
  /**
   * Number of steps chosen under another model or by another version of the policy, which the policy follows instead of
   * choosing. 0 if there are none.
   */
  readonly relearnt: number;
  readonly seeded: boolean;
  readonly inFlight: readonly InFlightStep[];
  readonly activeMs: number;
}

/** The choice of a committed step, without the fetched content. */
export interface LoggedChoice extends InFlightStep {
  readonly seq: number;
  /** Step of the page whose link was followed; -1 for a seed. */
  readonly source: number;
  /** The step at which the policy chose the URL; for a retry, an earlier step. */
  readonly choice: number;
  /** The URL that stands for a search, whose `urlNo` was `NO_URL` when it was chosen; null for a fetch. */
  readonly search: string | null;
}

/** The newest is used; the older one replaces it if it is damaged. */
export const KEPT_CHECKPOINTS = 2;

/** `links` omits the texts of pages, which only judges and a few policies read. */
export type LogContents = 'whole' | 'links';

/**
 * Stores a session. One writer at a time.
 *
 * `commit` is atomic: if it rejects, nothing of the batch is stored. After a crash `load` returns the state of the last
 * successful commit; `choices` and `steps` stream the log in bounded memory. Checkpoints only shorten the replay: each
 * of them may be lost or damaged.
 */
export interface CrawlStore {
  load(): Promise<StoredCrawl>;
  /** A checkpoint as it was stored. @throws CheckpointDamagedError if it is incomplete */
  checkpoint(completed: number): Promise<Uint8Array>;
  /** Stores a checkpoint taken during a replay, with fewer steps than are committed. @throws LeaseLostError */
  keepCheckpoint(completed: number, checkpoint: Checkpoint): Promise<void>;
  /** The learned state after `completed` steps, as it was stored; null if it is gone. */
  learnt(completed: number): Promise<Uint8Array | null>;
  /** Deletes an unusable checkpoint and records the reason. @throws LeaseLostError */
  dropCheckpoint(completed: number, reason: string): Promise<void>;
  /** Choices in order of choice, in batches. */
  choices(fromStep: number): AsyncIterable<readonly LoggedChoice[]>;
  /** Steps in order of completion. */
  steps(fromSeq: number, contents?: LogContents): AsyncIterable<LoggedStep>;
  /**
   * Called with the facts of each step before it is applied, while its words are fresh in the cache: prepares the parts
   * that its commit needs at a lower cost.
   */
  foresee?(facts: StepFacts): void;
  /**
   * Called with each step as soon as it is applied, in order of completion: prepares the rows of its page and links for
   * the next commit, and releases the objects. A page is a thousand objects, and hundreds of pages wait for a commit:
   * otherwise they would outlive the young heap, and only a full collection would free them.
   */
  prepare(record: StepRecord): StepSummary;
  /**
   * @throws LeaseLostError if another worker has taken over the session; the caller stops at once and writes nothing
   * more
   */
  commit(batch: CommitBatch): Promise<void>;
  /** URLs by number. Accepts only committed numbers. */
  urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /**
   * The topic's last visit of a page; null if there is none or its content is gone. @param own whether visits of this
   * session count too
   */
  earlierVisit(url: string, own?: boolean): Promise<EarlierVisit | null>;
  /**
   * A page that other sessions brought into the topic's collection within the last `days` days; null if there is none.
   */
  collectedPage(url: string, days: number): Promise<CollectedPage | null>;
  /** Whether another session of the topic found that there is no page at a URL, within the last `days` days. */
  hadNoPage(url: string, days: number): Promise<boolean>;
}

/** A page of the topic's collection. */
export interface CollectedPage {
  /** The page's content; null if it is gone. */
  content(): Promise<EarlierVisit | null>;
}

/** Another worker has taken over the session. */
export class LeaseLostError extends Error {
  constructor(message = 'another worker has taken over the session') {
    super(message);
    this.name = 'LeaseLostError';
  }
}

/** A checkpoint cannot be used. It is dropped, and the log is replayed instead. */
export class CheckpointDamagedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckpointDamagedError';
  }
}

/**
 * The log and the policy disagree: a replayed choice differs from the logged one. Either another version of the program
 * wrote the log, or the program has a fault.
 */
export class ReplayDivergedError extends Error {
  constructor(step: number, logged: number, chosen: number | null) {
    super(`replay of step ${step} chose URL ${chosen ?? 'none'}, the log has ${logged}`);
    this.name = 'ReplayDivergedError';
  }
}

export const inFlightOf = (plans: Iterable<StepPlan>): InFlightStep[] =>
  [...plans]
    .map(({ step, chosenAfter, urlNo, source }) => ({ step, chosenAfter, urlNo, source }))
    .sort((a, b) => a.step - b.step);
