import { NO_URL, type StepRecord, type StepSummary, summaryOf } from '../domain/session/index.js';
import {
  type Checkpoint,
  CheckpointDamagedError,
  type CommitBatch,
  type CrawlStore,
  type InFlightStep,
  KEPT_CHECKPOINTS,
  type LoggedChoice,
  type LoggedStep,
  type StoredCrawl,
} from './crawl-store.js';

/**
 * An in-memory store for measurements and tests.
 *
 * @param keepFacts false keeps only choices and counters: enough to measure a policy, but not to restore
 */
export class MemoryStore implements CrawlStore {
  readonly records: StepRecord[] = [];
  /** By `seq`. Steps that a killed crawl prepared but did not commit are prepared again. */
  private readonly prepared = new Map<number, StepRecord>();
  private readonly texts: string[] = [];
  /** By the number of steps completed when they were taken, oldest first. */
  private readonly checkpoints = new Map<number, Uint8Array>();
  private readonly learntAt = new Map<number, Uint8Array>();
  private inFlight: readonly InFlightStep[] = [];
  private activeMs = 0;
  private completed = 0;

  constructor(private readonly keepFacts = true) {}

  async load(): Promise<StoredCrawl> {
    const checkpoints = [...this.checkpoints.keys()].reverse();
    const learnt = [...this.learntAt.keys()].reverse();
    return {
      checkpoints,
      learnt,
      completed: this.completed,
      relearnt: 0,
      seeded: this.texts.length > 0,
      inFlight: this.inFlight,
      activeMs: this.activeMs,
    };
  }

  async checkpoint(completed: number): Promise<Uint8Array> {
    const data = this.checkpoints.get(completed);
    if (data === undefined) throw new CheckpointDamagedError('it is gone');
    return data;
  }

  async keepCheckpoint(completed: number, { state, learnt }: Checkpoint): Promise<void> {
    keep(this.checkpoints, completed, state);
    if (learnt) keep(this.learntAt, completed, learnt);
  }

  async learnt(completed: number): Promise<Uint8Array | null> {
    return this.learntAt.get(completed) ?? null;
  }

  async dropCheckpoint(completed: number): Promise<void> {
    this.checkpoints.delete(completed);
  }

  async *choices(fromStep: number): AsyncIterable<readonly LoggedChoice[]> {
    yield this.records
      .map(({ seq, facts, plan: { step, chosenAfter, urlNo, source, choice, as } }) => ({
        seq,
        step,
        chosenAfter,
        urlNo: as === 'search' ? NO_URL : urlNo,
        source,
        choice,
        search: as === 'search' ? facts.finalUrl : null,
      }))
      .filter(({ step }) => step >= fromStep)
      .sort((a, b) => a.step - b.step);
  }

  async *steps(fromSeq: number): AsyncIterable<LoggedStep> {
    for (const { seq, plan, facts, outcome } of this.records.slice(fromSeq)) {
      yield { seq, chosenAfter: plan.chosenAfter, urlNo: plan.urlNo, facts, refused: outcome !== facts.outcome };
    }
  }

  prepare(record: StepRecord): StepSummary {
    if (!this.keepFacts) return summaryOf(record);
    this.prepared.set(record.seq, record);
    return record;
  }

  async commit(batch: CommitBatch): Promise<void> {
    for (const { urlNo, url } of batch.newUrls) this.texts[urlNo] = url;
    for (const { seq, newUrls } of batch.steps) {
      for (const { urlNo, url } of newUrls) this.texts[urlNo] = url;
      const record = this.prepared.get(seq);
      if (record) this.records.push(record);
      this.prepared.delete(seq);
    }
    this.completed = batch.counters.completed;
    this.inFlight = batch.inFlight;
    this.activeMs = batch.activeMs;
    if (batch.checkpoint && this.keepFacts) await this.keepCheckpoint(batch.counters.completed, batch.checkpoint);
  }

  async urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return new Map(urlNos.map((urlNo) => [urlNo, this.texts[urlNo]]));
  }

  async collectedPage(): Promise<null> {
    return null;
  }

  async hadNoPage(): Promise<boolean> {
    return false;
  }

  async earlierVisit(): Promise<null> {
    return null;
  }
}

function keep(kept: Map<number, Uint8Array>, completed: number, data: Uint8Array): void {
  kept.delete(completed);
  kept.set(completed, data.slice());
  const [oldest] = kept.keys();
  if (kept.size > KEPT_CHECKPOINTS) kept.delete(oldest);
}
