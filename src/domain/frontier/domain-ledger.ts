import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';
import type { DomainState } from './frontier-view.js';

/**
 * MAX: the most pages per domain. `adaptive` halves it (integer division, at least `min`) after each third of the
 * budget (TRES reference program).
 */
type DomainCap =
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'fixed'; readonly max: number }
  | { readonly kind: 'adaptive'; readonly start: number; readonly min: number };

const PARTS_OF_ADAPTIVE_CAP = 3;

/** The cap in force after `completed` of `budget` steps. */
export function capAt(cap: DomainCap, completed: number, budget: number): number {
  switch (cap.kind) {
    case 'unlimited':
      return Number.POSITIVE_INFINITY;
    case 'fixed':
      return cap.max;
    case 'adaptive': {
      const halvings = Math.floor(completed / Math.max(1, Math.floor(budget / PARTS_OF_ADAPTIVE_CAP)));
      return Math.max(cap.min, Math.floor(cap.start / 2 ** halvings));
    }
  }
}

/**
 * Fetches per domain: reserved when chosen, spent when done. MAX limits `spent`, which includes failures, so that
 * neither a dead domain nor a crash can use more of the budget than a domain may have.
 */
export class DomainLedger {
  private fetched = new Uint32Array(0);
  private relevant = new Uint32Array(0);
  private spent = new Uint32Array(0);
  private reserved = new Uint32Array(0);
  private size = 0;
  /** Number of domains with at least one fetched page; the next field counts those with a relevant one. */
  visited = 0;
  relevantDomains = 0;

  state(domainNo: number): DomainState {
    if (domainNo >= this.size) return { fetched: 0, relevant: 0 };
    return { fetched: this.fetched[domainNo], relevant: this.relevant[domainNo] };
  }

  spentOf(domainNo: number): number {
    return domainNo < this.size ? this.spent[domainNo] : 0;
  }

  reservedOf(domainNo: number): number {
    return domainNo < this.size ? this.reserved[domainNo] : 0;
  }

  reserve(domainNo: number): void {
    this.grow(domainNo);
    this.reserved[domainNo]++;
  }

  release(domainNo: number): void {
    this.reserved[domainNo]--;
  }

  /** Counts a finished fetch for the domain of its final URL. */
  settle(domainNo: number, fetched: boolean, relevant: boolean): void {
    this.grow(domainNo);
    this.spent[domainNo]++;
    if (!fetched) return;
    if (this.fetched[domainNo]++ === 0) this.visited++;
    if (relevant && this.relevant[domainNo]++ === 0) this.relevantDomains++;
  }

  save(): Snapshot {
    const n = this.size;
    return {
      size: n,
      visited: this.visited,
      relevantDomains: this.relevantDomains,
      fetched: this.fetched.subarray(0, n),
      relevant: this.relevant.subarray(0, n),
      spent: this.spent.subarray(0, n),
      reserved: this.reserved.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const need = { length: from.integer('size') };
    this.visited = from.integer('visited');
    this.relevantDomains = from.integer('relevantDomains');
    this.fetched = from.uint32('fetched', need);
    this.relevant = from.uint32('relevant', need);
    this.spent = from.uint32('spent', need);
    this.reserved = from.uint32('reserved', need);
    this.size = need.length;
  }

  private grow(domainNo: number): void {
    if (domainNo < this.size) return;
    this.size = domainNo + 1;
    this.fetched = withRoom(this.fetched, this.size);
    this.relevant = withRoom(this.relevant, this.size);
    this.spent = withRoom(this.spent, this.size);
    this.reserved = withRoom(this.reserved, this.size);
  }
}
