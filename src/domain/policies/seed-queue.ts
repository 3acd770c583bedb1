import { Availability, type Candidate, type FrontierView } from '../frontier/frontier-view.js';
import { FifoQueue } from '../frontier/fifo-queue.js';
import type { Snapshot } from '../base/snapshot.js';
import type { SnapshotSource } from '../base/snapshot-reader.js';

/** Most seeds examined per choice: a long list on one busy host must not slow down each choice. */
const SEED_LOOKAHEAD = 1_000;

/**
 * The seeds that wait for their fetch. They go before any link, in the user's order (TRES algorithm 4, lines 3-5: the
 * crawl's first graph is the seeds).
 */
export class SeedQueue {
  private readonly queue = new FifoQueue();

  get size(): number {
    return this.queue.size;
  }

  add(seeds: readonly Candidate[]): void {
    for (const seed of seeds) this.queue.push(seed.urlNo, seed.source);
  }

  /**
   * Removes and returns the next seed that may be fetched now; -1 if there is none, and then the queue is unchanged.
   *
   * @param idle whether nothing is in flight: then all seeds are examined
   */
  take(view: FrontierView, idle: boolean): number {
    const busy: number[] = [];
    const end = idle ? this.queue.size : Math.min(this.queue.size, SEED_LOOKAHEAD);
    for (let i = 0; i < end; i++) {
      const urlNo = this.queue.urlNoAt(i);
      const availability = view.availability(urlNo);
      if (availability === Availability.Ready) {
        this.queue.dropFirst(i + 1, busy);
        return urlNo;
      }
      if (availability === Availability.Busy) busy.push(i);
    }
    return -1;
  }

  /**
   * The minimum value of a link to be fetched although a seed waits for its host. A seed counts as relevant, because
   * the user gave it.
   */
  reservation(view: FrontierView): number {
    let reserved = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < Math.min(this.queue.size, SEED_LOOKAHEAD); i++) {
      const urlNo = this.queue.urlNoAt(i);
      if (view.availability(urlNo) === Availability.Busy) reserved = Math.max(reserved, view.reservation(urlNo, 1));
    }
    return reserved;
  }

  /** Whether any seed may still be fetched, now or later. */
  anyLeft(view: FrontierView): boolean {
    for (let i = 0; i < this.queue.size; i++)
      if (view.availability(this.queue.urlNoAt(i)) !== Availability.Gone) return true;
    return false;
  }

  save(): Snapshot {
    return this.queue.save();
  }

  restore(source: SnapshotSource): void {
    this.queue.restore(source);
  }
}
