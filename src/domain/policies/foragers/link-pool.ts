import { FifoQueue } from '../../frontier/fifo-queue.js';
import { Availability, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';

/** Stale candidates dropped from the head of the pool per step. */
const DROPPED_PER_STEP = 200;
/** A full pool is swept again after this share of its capacity was refused. */
const SWEEP_SHARE = 0.1;

/** All found links, oldest first: for foragers that have no way on, and for the time while all of them wait. */
export class LinkPool {
  private readonly links = new FifoQueue();
  refused = 0;
  private refusedSinceSweep = 0;

  get size(): number {
    return this.links.size;
  }

  /** @param room capacity of candidates @returns false if there is no room for the link */
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

  /**
   * Removes and returns the oldest link that may be fetched now; null if there is none. @param isIdle whether nothing
   * is in flight: then all links are examined
   */
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

  /**
   * Drops links that can no longer be fetched, and all but the first entry of a URL: a monitored page is offered again
   * and again.
   */
  private sweep(view: FrontierView): void {
    this.links.sweep((urlNo) => view.availability(urlNo) !== Availability.Gone);
    this.refusedSinceSweep = 0;
  }
}
