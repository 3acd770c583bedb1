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
  private failures = 0;
  /** Of the last query that was answered. */
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
    return this.failures < MAX_FAILURES_IN_ROW ? this.prepared : null;
  }

  /** Terms a query has at present. */
  get queryLength(): number {
    return this.length;
  }

  /** Learns terms from a page outside of a query. */
  learn(terms: ReadonlyMap<string, number>): void {
    this.terms.add(terms);
    if (this.prepared === null) this.prepare();
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
    const { goodPrecision, freshShare, maxTerms } = this.options;
    this.failures = 0;
    this.queries++;
    this.precision = round.precision;
    if (this.precision > goodPrecision) this.terms.add(round.learnt);
    this.terms.weigh(round.terms, this.precision);
    const isTooNarrow = round.hits === 0 || (this.precision >= goodPrecision && round.fresh < freshShare * round.hits);
    const isTooWide = round.hits > 0 && this.precision < goodPrecision;
    this.length = Math.min(maxTerms, Math.max(1, round.terms.length + (isTooWide ? 1 : isTooNarrow ? -1 : 0)));
    this.prepare();
  }

  save(): Snapshot {
    return {
      terms: this.terms.save(),
      length: this.length,
      isPrepared: this.prepared !== null,
      prepared: [...(this.prepared ?? [])],
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
    this.failures = from.integer('failures');
    this.precision = from.number('precision');
    this.queries = from.integer('queries');
  }

  private prepare(): void {
    this.prepared = this.terms.next(this.length, MAX_QUERY_CHARS);
  }
}
