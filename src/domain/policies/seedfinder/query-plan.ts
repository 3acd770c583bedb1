import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { MAX_QUERY_CHARS } from '../../search/index.js';
import type { QueryRound } from './query-round.js';
import { TermScores, termOf } from './terms.js';

/** After this number of consecutive failures the engine is not asked again. */
const MAX_FAILURES_IN_ROW = 5;

interface QueryPlanOptions {
  readonly initialTerms: number;
  readonly maxTerms: number;
  readonly initialScore: number;
  readonly goodPrecision: number;
  readonly freshShare: number;
  readonly maxVocabulary: number;
}

/** Plans the next query: scores of terms, the length of queries, and the result of the last one. */
export class QueryPlan {
  readonly terms: TermScores;
  private length: number;
  private prepared: readonly string[] | null = null;
  /** Whether terms have changed since the next query was prepared. */
  private isStale = false;
  /** Whether the next query repeats one without hits. */
  private isRepeated = false;
  /** Whether pages of the crawl teach terms, because no term was left for a query; until a query has new hits. */
  private learnsFromCrawl = false;
  private failures = 0;
  /** Precision of the last query with hits. */
  precision = 0;
  /** Number of answered queries. */
  queries = 0;

  constructor(
    private readonly options: QueryPlanOptions,
    keywords: readonly string[],
    /** The learned state of another session. */
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

  /** The terms of the next query; null if there is none. */
  get next(): readonly string[] | null {
    if (this.failures >= MAX_FAILURES_IN_ROW) return null;
    if (this.isStale) this.prepare();
    return this.prepared;
  }

  /**
   * The next query if no page has been crawled since the last one. Queries that repeat one without hits, or use terms
   * taught by the crawl, would find the same again without a page between them.
   */
  get nextAtOnce(): readonly string[] | null {
    if (this.learnsFromCrawl && this.queries > 0) return null;
    const { next } = this;
    return this.isRepeated ? null : next;
  }

  /** The current number of terms per query. */
  get queryLength(): number {
    return this.length;
  }

  /**
   * Learns terms from a page of the crawl, if there are no terms left for queries. Call it between queries.
   *
   * @param terms returns the page's terms with their shares; called only if needed
   */
  learn(isRelevant: boolean, terms: () => ReadonlyMap<string, number>): void {
    if (this.failures > 0) return;
    if (!this.learnsFromCrawl && (this.prepared !== null || !isRelevant)) return;
    this.learnsFromCrawl = true;
    const sign = isRelevant ? 1 : -1;
    this.terms.add([...terms()].map(([term, share]) => [term, sign * share]));
    this.isStale = true;
  }

  /** Records that a query is made. */
  ask(terms: readonly string[]): void {
    this.terms.use(terms);
    this.prepared = null;
  }

  /** Processes the result of a query, and prepares the next. A query that the engine failed to answer is repeated. */
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

  /** Such a query says nothing about its terms: there may be no such pages yet, or none with all of them. */
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
