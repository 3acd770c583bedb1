import type { StepRecord } from '../domain/session/index.js';
import type { CommitBatch, CrawlStore, InFlightStep, LoggedChoice, LoggedStep, StoredCrawl } from './crawl-store.js';

/**
 * A store for measuring and for tests: everything in memory, gone with the process.
 *
 * @param keepFacts false keeps choices and counters only: enough to measure a policy, not enough to restore
 */
export class MemoryStore implements CrawlStore {
  readonly records: StepRecord[] = [];
  private readonly texts: string[] = [];
  private checkpoint: { completed: number; data: Uint8Array } | null = null;
  private inFlight: readonly InFlightStep[] = [];
  private activeMs = 0;
  private completed = 0;

  constructor(private readonly keepFacts = true) {}

  async load(): Promise<StoredCrawl> {
    return { checkpoint: this.checkpoint, completed: this.completed, seeded: this.texts.length > 0, inFlight: this.inFlight, activeMs: this.activeMs };
  }

  async choices(fromSeq: number): Promise<readonly LoggedChoice[]> {
    return this.records.slice(fromSeq).map(({ plan: { step, chosenAfter, urlNo, source, choice } }) => ({ step, chosenAfter, urlNo, source, choice }));
  }

  async *steps(fromSeq: number): AsyncIterable<LoggedStep> {
    for (const { seq, plan, facts, outcome } of this.records.slice(fromSeq)) {
      yield { seq, chosenAfter: plan.chosenAfter, urlNo: plan.urlNo, facts, refused: outcome !== facts.outcome };
    }
  }

  async commit(batch: CommitBatch): Promise<void> {
    for (const { urlNo, url } of batch.newUrls) this.texts[urlNo] = url;
    for (const step of batch.steps) {
      for (const { urlNo, url } of step.newUrls) this.texts[urlNo] = url;
      if (this.keepFacts) this.records.push(step);
    }
    this.completed = batch.counters.completed;
    this.inFlight = batch.inFlight;
    this.activeMs = batch.activeMs;
    if (batch.checkpoint && this.keepFacts) this.checkpoint = { completed: batch.counters.completed, data: batch.checkpoint };
  }

  async urlsOf(urlNos: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return new Map(urlNos.map((urlNo) => [urlNo, this.texts[urlNo]]));
  }

  async earlierVisit(): Promise<null> {
    return null;
  }
}
