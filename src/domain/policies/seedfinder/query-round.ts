import { FifoQueue } from '../../frontier/fifo-queue.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { ObservedStep } from '../policy.js';
import { takeReady, type Looked } from '../take-ready.js';
import { queryOf } from './terms.js';

/** No search of the round is in flight. */
const NO_STEP = -1;

/**
 * One query from its first page of results to the verdict on its last hit.
 *
 * It ends when no further page of results is due, no hit can be fetched any more, and none is in flight.
 */
export class QueryRound {
  /** Hits to be fetched, in the engine's order. */
  private readonly waiting = new FifoQueue();
  /** Numbers of the choices of hits in flight. */
  private readonly pending = new Set<number>();
  /** The steps that searched, by page of results. */
  private readonly steps: number[] = [];
  private searching = NO_STEP;
  private morePages = true;
  private readonly changes = new Map<string, number>();
  /** Number of hits in scope. */
  hits = 0;
  /** Number of hits that were not fetched before. */
  fresh = 0;
  /** Number of hits with a known verdict. */
  judged = 0;
  relevant = 0;
  /** Whether the engine did not answer at all. */
  failed = false;

  constructor(readonly terms: readonly string[]) {}

  get query(): string {
    return queryOf(this.terms);
  }

  /** Number of requested pages of results. */
  get pages(): number {
    return this.steps.length;
  }

  /** Share of relevant pages among the hits with a known verdict; 0 without any. */
  get precision(): number {
    return this.judged === 0 ? 0 : this.relevant / this.judged;
  }

  /** Whether a page of results is in flight. */
  get isSearching(): boolean {
    return this.searching !== NO_STEP;
  }

  get size(): number {
    return this.waiting.size;
  }

  /** Additions to the scores from the terms of its documents, if they are to be added. */
  get learnt(): ReadonlyMap<string, number> {
    return this.changes;
  }

  /** The next page of results, if it is due now; otherwise null. */
  nextPage(most: number): number | null {
    return this.morePages && !this.isSearching && this.pages < most ? this.pages + 1 : null;
  }

  /** Records the request of the next page of results. */
  begin(step: number): void {
    this.searching = step;
    this.steps.push(step);
  }

  isSearch(step: number): boolean {
    return step === this.searching;
  }

  /** The page of results from a step; 0 if it brought none. */
  pageOf(step: number): number {
    return this.steps.indexOf(step) + 1;
  }

  /** Processes a page of results. @param room how many more hits may wait @returns number of hits without room */
  take(results: ObservedStep, room: number, view: FrontierView): number {
    this.searching = NO_STEP;
    if (!results.ok && this.pages === 1) this.failed = true;
    const { links, known } = results;
    this.morePages = results.ok && links.length + known.length > 0;
    this.hits += links.length + known.length;
    this.fresh += links.length;
    for (const { step } of known) {
      if (step < 0) continue;
      this.judged++;
      if (view.path(step).reward > 0) this.relevant++;
    }
    for (const { urlNo, source } of links.slice(0, room)) this.waiting.push(urlNo, source);
    return Math.max(0, links.length - room);
  }

  /** Removes and returns the first ready hit. */
  takeHit(view: FrontierView): Looked {
    return takeReady([this.waiting], view, Number.POSITIVE_INFINITY);
  }

  /** Records that a hit is in flight. */
  chose(step: number): void {
    this.pending.add(step);
  }

  /** Processes the end of a choice; false if it was not a hit's. @param terms of its page */
  judge({ choice, ok, relevant }: ObservedStep, terms: ReadonlyMap<string, number>): boolean {
    if (!this.pending.delete(choice)) return false;
    if (!ok) return true;
    this.judged++;
    if (relevant) this.relevant++;
    for (const [term, share] of terms)
      this.changes.set(term, (this.changes.get(term) ?? 0) + (relevant ? share : -share));
    return true;
  }

  isOver(mostPages: number, view: FrontierView): boolean {
    if (this.isSearching || this.pending.size > 0 || this.nextPage(mostPages) !== null) return false;
    for (let i = 0; i < this.waiting.size; i++)
      if (view.availability(this.waiting.urlNoAt(i)) !== Availability.Gone) return false;
    return true;
  }

  /** Gives away the waiting hits. */
  leave(to: (urlNo: number, source: number) => void): void {
    for (let i = 0; i < this.waiting.size; i++) to(this.waiting.urlNoAt(i), this.waiting.sourceAt(i));
  }

  save(): Snapshot {
    return {
      terms: [...this.terms],
      waiting: this.waiting.save(),
      pending: [...this.pending],
      steps: this.steps.slice(),
      searching: this.searching,
      morePages: this.morePages,
      failed: this.failed,
      hits: this.hits,
      fresh: this.fresh,
      judged: this.judged,
      relevant: this.relevant,
      changed: [...this.changes.keys()],
      changes: Float64Array.from(this.changes.values()),
    };
  }

  static restored(source: SnapshotSource): QueryRound {
    const from = SnapshotReader.of(source);
    const round = new QueryRound(from.strings('terms'));
    round.waiting.restore(from.child('waiting'));
    for (const step of from.numbers('pending')) round.pending.add(step);
    round.steps.push(...from.numbers('steps'));
    round.searching = from.integer('searching', { min: NO_STEP });
    round.morePages = from.boolean('morePages');
    round.failed = from.boolean('failed');
    round.hits = from.integer('hits');
    round.fresh = from.integer('fresh');
    round.judged = from.integer('judged');
    round.relevant = from.integer('relevant');
    const changed = from.strings('changed');
    const changes = from.float64('changes', { length: changed.length });
    for (const [i, term] of changed.entries()) round.changes.set(term, changes[i]);
    return round;
  }
}
