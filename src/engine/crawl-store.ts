import type { EarlierVisit, NewDomain, NewUrl, SessionCounters, StepFacts, StepPlan, StepRecord } from '../domain/session/index.js';

/** A plan as it is stored while its fetch is under way: enough to find it again in a replay. */
export interface InFlightStep {
  readonly step: number;
  readonly chosenAfter: number;
  readonly urlNo: number;
}

/** What is made durable together: all of it or nothing. */
export interface CommitBatch {
  /** Completed steps in order of completion, without gaps since the last commit. */
  readonly steps: readonly StepRecord[];
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
  /** An encoded snapshot of the state after exactly these steps. */
  readonly checkpoint: Uint8Array | null;
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
  /** The newest checkpoint and the steps completed when it was taken; null when there is none. */
  readonly checkpoint: { readonly completed: number; readonly data: Uint8Array } | null;
  /** Steps committed in all. 0 with no checkpoint and no URLs: the session was never seeded. */
  readonly completed: number;
  readonly seeded: boolean;
  readonly inFlight: readonly InFlightStep[];
  readonly activeMs: number;
}

/** The choices of committed steps from `seq` on, without their contents: what a replay needs before it can begin. */
export interface LoggedChoice extends InFlightStep {
  /** Step of the page whose link was followed; -1 for a seed. */
  readonly source: number;
  /** The step at which the policy chose the URL: an earlier one for a later attempt. */
  readonly choice: number;
}

/**
 * Where a session is kept. One writer at a time.
 *
 * `commit` is atomic; when it rejects nothing of the batch is stored. After a crash `load` tells what the last successful commit left, and `steps` streams the
 * log in order of completion.
 */
export interface CrawlStore {
  load(): Promise<StoredCrawl>;
  choices(fromSeq: number): Promise<readonly LoggedChoice[]>;
  steps(fromSeq: number): AsyncIterable<LoggedStep>;
  /** @throws LeaseLostError when another worker has taken the session over; the caller stops at once and writes nothing more */
  commit(batch: CommitBatch): Promise<void>;
  /** URLs by number. Only of committed numbers. */
  urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The topic's last visit of a page, of another session; null when there is none or its content is gone. */
  earlierVisit(url: string): Promise<EarlierVisit | null>;
}

/** The session belongs to another worker now. */
export class LeaseLostError extends Error {
  constructor(message = 'the session has been taken over by another worker') {
    super(message);
    this.name = 'LeaseLostError';
  }
}

/** The log and the policy disagree: a replayed choice is not the one that was logged. A fault of the program, never of the data. */
export class ReplayDivergedError extends Error {
  constructor(step: number, logged: number, chosen: number | null) {
    super(`replay of step ${step} chose URL ${chosen ?? 'none'}, the log has ${logged}`);
    this.name = 'ReplayDivergedError';
  }
}

export const inFlightOf = (plans: Iterable<StepPlan>): InFlightStep[] =>
  [...plans].map(({ step, chosenAfter, urlNo }) => ({ step, chosenAfter, urlNo })).sort((a, b) => a.step - b.step);
