import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { MAX_QUERY_CHARS } from '../../search/index.js';
import type { QueryRound } from './query-round.js';
import { TermScores, termOf } from './terms.js';

/** An engine that failed so often in a row is not asked any more. */
const MAX_FAILURES_IN_ROW = 5;

export interface QueryPlanOptions {
  readonly initialTerms: number;
  readonly maxTerms: number;
  readonly initialScore: number;
  readonly goodPrecision: number;
  readonly freshShare: number;
  readonly maxVocabulary: number;
}

/** What is asked next: scores of terms, the length of queries, and what became of the last one. */
export class QueryPlan {
  readonly terms: TermScores;
  private length: number;
  private prepared: readonly string[] | null = null;
  /** Terms have changed since the next query was prepared. */
  private isStale = false;
  /** The next query asks again for what had no hits. */
  private isRepeated = false;
  /** No term was left for a query, so that pages of the crawl teach terms, until a query with new hits does. */
  private learnsFromCrawl = false;
  private failures = 0;
  /** Of the last query with hits. */
  precision = 0;
  /** Queries that were answered. */
  queries = 0;

  constructor(
    private readonly options: QueryPlanOptions,
    keywords: readonly string[],
    /** What another session has learnt. */
    earlier?: SnapshotReader,
  ) {
    const { initialTerms, maxTerms, initialScore, maxVocabulary } = options;
    this.terms = new TermScores(initialScore, maxVocabulary);
    this.length = Math.min(initialTerms, maxTerms);
    const own = keywords.map(termOf).filter((term) => term !== null);
    if (earlier) this.terms.inherit(earlier, own);
    for (const term of own) this.terms.begin(term);
    this.prepare();
  }

  /** The terms of the next query; null when there is none to make. */
  get next(): readonly string[] | null {
    if (this.failures >= MAX_FAILURES_IN_ROW) return null;
    if (this.isStale) this.prepare();
    return this.prepared;
  }

  /**
   * The same when no page has been crawled since the last query. Queries that ask again for what had no hits, or for what the crawl has taught, would find the
   * same again and again without a page between them.
   */
  get nextAtOnce(): readonly string[] | null {
    if (this.learnsFromCrawl && this.queries > 0) return null;
    const { next } = this;
    return this.isRepeated ? null : next;
  }

  /** Terms a query has at present. */
  get queryLength(): number {
    return this.length;
  }

  /**
   * Learns terms from a page of the crawl, when queries have left none to ask for. Between queries.
   *
   * @param terms of the page with their shares; asked for only when they are needed
   */
  learn(isRelevant: boolean, terms: () => ReadonlyMap<string, number>): void {
    if (this.failures > 0) return;
    if (!this.learnsFromCrawl && (this.prepared !== null || !isRelevant)) return;
    this.learnsFromCrawl = true;
    const sign = isRelevant ? 1 : -1;
    this.terms.add([...terms()].map(([term, share]) => [term, sign * share]));
    this.isStale = true;
  }

  /** Takes note that a query is made. */
  ask(terms: readonly string[]): void {
    this.terms.use(terms);
    this.prepared = null;
  }

  /** Takes in what a query came to, and prepares the next. One that the engine failed to answer is made again. */
  conclude(round: QueryRound): void {
    if (round.failed) {
      this.failures++;
      this.prepared = round.terms;
      return;
    }
    this.failures = 0;
    this.queries++;
    if (round.hits === 0) this.takeNoHits(round);
    else this.takeHits(round);
    this.prepare();
  }

  save(): Snapshot {
    return {
      terms: this.terms.save(),
      length: this.length,
      isPrepared: this.prepared !== null,
      prepared: [...(this.prepared ?? [])],
      isStale: this.isStale,
      isRepeated: this.isRepeated,
      learnsFromCrawl: this.learnsFromCrawl,
      failures: this.failures,
      precision: this.precision,
      queries: this.queries,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.terms.restore(from.child('terms'));
    this.length = from.integer('length', { min: 1 });
    const prepared = from.strings('prepared');
    this.prepared = from.boolean('isPrepared') ? prepared : null;
    this.isStale = from.boolean('isStale');
    this.isRepeated = from.boolean('isRepeated');
    this.learnsFromCrawl = from.boolean('learnsFromCrawl');
    this.failures = from.integer('failures');
    this.precision = from.number('precision');
    this.queries = from.integer('queries');
  }

  /** It says nothing of its terms: there may be no such pages yet, or none with all of them. */
  private takeNoHits({ terms }: QueryRound): void {
    this.terms.leaveUnanswered(terms);
    this.length = Math.max(1, terms.length - 1);
  }

  private takeHits(round: QueryRound): void {
    const { goodPrecision, freshShare, maxTerms } = this.options;
    this.precision = round.precision;
    if (this.precision > goodPrecision) {
      this.terms.add(round.learnt);
      if (round.learnt.size > 0) this.learnsFromCrawl = false;
    }
    if (round.judged > 0) this.terms.weigh(round.terms, this.precision);
    const isTooWide = this.precision < goodPrecision;
    const isTooNarrow = !isTooWide && round.fresh < freshShare * round.hits;
    this.length = Math.min(maxTerms, Math.max(1, round.terms.length + (isTooWide ? 1 : isTooNarrow ? -1 : 0)));
  }

  private prepare(): void {
    const next = this.terms.next(this.length, MAX_QUERY_CHARS);
    this.prepared = next?.terms ?? null;
    this.isRepeated = next?.isRepeated ?? false;
    this.isStale = false;
  }
}
