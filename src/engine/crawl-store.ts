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

/** A plan as it is stored while its fetch is under way: enough to find it again in a replay. */
export interface InFlightStep extends LoggedLink {
  readonly step: number;
  readonly chosenAfter: number;
}

/** What is made durable together: all of it or nothing. */
export interface CommitBatch {
  /** Completed steps in order of completion, without gaps since the last commit. */
  readonly steps: readonly StepSummary[];
  /** Of seeding; of the steps they are in the records. */
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
  readonly counters: SessionCounters;
  /** Steps chosen and not completed at the moment of the last record. */
  readonly inFlight: readonly InFlightStep[];
  readonly pagesPerSecond: number;
  /** Time spent running, earlier runs included, ms. */
  readonly activeMs: number;
  readonly policyStats: Readonly<Record<string, number>>;
  /** The state after exactly these steps. */
  readonly checkpoint: Checkpoint | null;
  /** What the policy has learnt by then, as `mindText` writes it; null when it is not told now. */
  readonly mind?: string | null;
}

export interface Checkpoint {
  /** The sealed snapshot of the whole state; good until the call that is given it has ended. */
  readonly state: Uint8Array;
  /** The sealed snapshot of what the policy has learnt (`SkippableLearning`), kept apart: it lets a replay without checkpoint skip the learning. */
  readonly learnt: Uint8Array | null;
}

/** A completed step as the log has it. */
export interface LoggedStep {
  readonly seq: number;
  readonly chosenAfter: number;
  readonly urlNo: number;
  readonly facts: StepFacts;
  /** Its redirect led where the session may not go: the page there is not kept, and its verdict means nothing. */
  readonly refused: boolean;
}

/** What a session left behind. */
export interface StoredCrawl {
  /** The checkpoints that are kept, each as the steps completed when it was taken: newest first. */
  readonly checkpoints: readonly number[];
  /** The kept snapshots of what the policy had learnt, likewise. */
  readonly learnt: readonly number[];
  /** Steps committed in all. */
  readonly completed: number;
  /** Steps that were chosen under another model or by another version of the policy: the policy follows them. 0 when there are none. */
  readonly relearnt: number;
  readonly seeded: boolean;
  readonly inFlight: readonly InFlightStep[];
  readonly activeMs: number;
}

/** The choice of a committed step, without what was fetched. */
export interface LoggedChoice extends InFlightStep {
  readonly seq: number;
  /** Step of the page whose link was followed; -1 for a seed. */
  readonly source: number;
  /** The step at which the policy chose the URL: an earlier one for a later attempt. */
  readonly choice: number;
  /** The URL that stands for a search, whose `urlNo` is `NO_URL` as it was when it was chosen; null for a fetch. */
  readonly search: string | null;
}

/** The newest is used; the one before it stands in when that is damaged. */
export const KEPT_CHECKPOINTS = 2;

/** `links`: the texts of pages are left out, which only judges and few policies read. */
export type LogContents = 'whole' | 'links';

/**
 * Where a session is kept. One writer at a time.
 *
 * `commit` is atomic; when it rejects nothing of the batch is stored. After a crash `load` tells what the last successful commit left, and `choices` and
 * `steps` stream the log, in memory that does not depend on its length. Checkpoints only spare going through the log: each of them may be lost or damaged.
 */
export interface CrawlStore {
  load(): Promise<StoredCrawl>;
  /** A checkpoint as it was given. @throws CheckpointDamagedError when it is there in part only */
  checkpoint(completed: number): Promise<Uint8Array>;
  /** Keeps a checkpoint of fewer steps than are committed, made while their log is gone through. @throws LeaseLostError */
  keepCheckpoint(completed: number, checkpoint: Checkpoint): Promise<void>;
  /** What the policy had learnt after so many steps, as it was given; null when it is gone. */
  learnt(completed: number): Promise<Uint8Array | null>;
  /** Deletes a checkpoint that cannot be used, and records so with the reason. @throws LeaseLostError */
  dropCheckpoint(completed: number, reason: string): Promise<void>;
  /** Choices in order of choice, many at a time. */
  choices(fromStep: number): AsyncIterable<readonly LoggedChoice[]>;
  /** Steps in order of completion. */
  steps(fromSeq: number, contents?: LogContents): AsyncIterable<LoggedStep>;
  /** Told the facts of each step before it is applied: its words have just been read, and what the commit of the step needs of them is made for less now. */
  foresee?(facts: StepFacts): void;
  /**
   * Given each step as soon as it is applied, in order of completion: makes what its next commit writes of page and links, and lets go of them. A page is a
   * thousand objects, and hundreds of pages wait for a commit: they would outlive the young heap, and only a full collection would clear them up.
   */
  prepare(record: StepRecord): StepSummary;
  /** @throws LeaseLostError when another worker has taken the session over; the caller stops at once and writes nothing more */
  commit(batch: CommitBatch): Promise<void>;
  /** URLs by number. Only of committed numbers. */
  urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The topic's last visit of a page; null when there is none or its content is gone. @param own visits of this session count too: otherwise of others alone */
  earlierVisit(url: string, own?: boolean): Promise<EarlierVisit | null>;
  /** A page that the topic's collection has of other sessions, fetched within so many days; null when it has none. */
  collectedPage(url: string, days: number): Promise<CollectedPage | null>;
}

/** A page of the topic's collection. */
export interface CollectedPage {
  /** The page as it was; null when its content is gone. */
  content(): Promise<EarlierVisit | null>;
}

/** The session belongs to another worker now. */
export class LeaseLostError extends Error {
  constructor(message = 'the session has been taken over by another worker') {
    super(message);
    this.name = 'LeaseLostError';
  }
}

/** A checkpoint cannot be used. It is dropped, and the log gone through in its place. */
export class CheckpointDamagedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckpointDamagedError';
  }
}

/** The log and the policy disagree: a replayed choice is not the one that was logged. Another version of the program wrote the log, or the program has a fault. */
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
