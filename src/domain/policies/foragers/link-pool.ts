import { FifoQueue } from '../../frontier/fifo-queue.js';
import { Availability, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';

/** Stale candidates dropped from the head of the pool with each step. */
const DROPPED_PER_STEP = 200;
/** A full pool is swept again when so large a share of its room was asked for in vain. */
const SWEEP_SHARE = 0.1;

/** Every link found, the oldest first: for foragers that know no way on, and for the time in which all of them wait. */
export class LinkPool {
  private readonly links = new FifoQueue();
  refused = 0;
  private refusedSinceSweep = 0;

  get size(): number {
    return this.links.size;
  }

  /** @param room candidates that it may hold @returns false when there is no room for the link */
  accept({ urlNo, source }: Candidate, room: number, view: FrontierView): boolean {
    if (this.size >= room && (this.refused === 0 || this.refusedSinceSweep >= room * SWEEP_SHARE)) this.sweep(view);
    if (this.size < room) {
      this.links.push(urlNo, source);
      return true;
    }
    this.refused++;
    this.refusedSinceSweep++;
    return false;
  }

  /** Takes out the oldest link that may be fetched now; null when there is none. @param isIdle nothing is under way: look through all */
  take(view: FrontierView, isIdle: boolean): { readonly urlNo: number; readonly source: number } | null {
    const busy: number[] = [];
    const end = isIdle ? this.size : Math.min(this.size, LOOKAHEAD);
    for (let i = 0; i < end; i++) {
      const urlNo = this.links.urlNoAt(i);
      const availability = view.availability(urlNo);
      if (availability === Availability.Busy) busy.push(i);
      if (availability !== Availability.Ready) continue;
      const source = this.links.sourceAt(i);
      this.links.dropFirst(i + 1, busy);
      return { urlNo, source };
    }
    return null;
  }

  dropStale(view: FrontierView): void {
    const most = Math.min(DROPPED_PER_STEP, this.size);
    let stale = 0;
    while (stale < most && view.availability(this.links.urlNoAt(stale)) === Availability.Gone) stale++;
    this.links.dropFirst(stale, []);
  }

  /** Whether any link may still be fetched, now or later. */
  anyLeft(view: FrontierView): boolean {
    for (let i = 0; i < this.size; i++) if (view.availability(this.links.urlNoAt(i)) !== Availability.Gone) return true;
    return false;
  }

  save(): Snapshot {
    return { links: this.links.save(), refused: this.refused, refusedSinceSweep: this.refusedSinceSweep };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.links.restore(from.child('links'));
    this.refused = from.integer('refused');
    this.refusedSinceSweep = from.integer('refusedSinceSweep');
  }

  /** Drops what cannot be fetched any more, and all but the first of several entries of a URL: a monitored page comes back again and again. */
  private sweep(view: FrontierView): void {
    this.links.sweep((urlNo) => view.availability(urlNo) !== Availability.Gone);
    this.refusedSinceSweep = 0;
  }
}
