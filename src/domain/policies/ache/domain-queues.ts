import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { IndexedHeap, type HeapPlaces } from '../../frontier/indexed-heap.js';
import type { LinkTable } from './link-table.js';

/** Most links of a domain examined while fetches are in flight: a busy domain must not hide the others. */
const LOOKED_PER_DOMAIN = 100;
export const NEVER = -1;

/** A ready link; it is still in its queue. */
interface ReadyLink {
  readonly place: number;
  readonly domainNo: number;
  /** Stale links found on the way. */
  readonly stale: readonly number[];
  /** Number of domains passed over, including its own. */
  readonly rank: number;
}

/** `waiting`: whether any examined link may become ready. `isWorthIt`: whether one of them is worth an empty slot. */
interface NoneReady {
  readonly place: null;
  readonly waiting: boolean;
  readonly isWorthIt: boolean;
}

/**
 * ACHE's scheduler: the least recently visited domain comes first, unvisited ones before all others; within a domain,
 * the link of highest priority.
 *
 * 4 bytes per link and 8 per domain, plus at most half of that as room to grow.
 */
export class DomainQueues {
  private readonly queues = new Map<number, IndexedHeap>();
  /** Step of the latest choice + 1 by domain; 0 if there is none. */
  private visits = new Uint32Array(0);
  private readonly domainPlaces: HeapPlaces = { at: new Uint32Array(0) };
  private readonly domains: IndexedHeap;

  constructor(private readonly links: LinkTable) {
    this.domains = new IndexedHeap(
      this.domainPlaces,
      (a, b) => this.visits[a] < this.visits[b] || (this.visits[a] === this.visits[b] && a < b),
    );
  }

  /** Number of domains with links. */
  get size(): number {
    return this.domains.size;
  }

  /** The step of the last choice from the domain; `NEVER` if there is none. */
  lastVisit(domainNo: number): number {
    return domainNo < this.visits.length ? this.visits[domainNo] - 1 : NEVER;
  }

  add(place: number, domainNo: number): void {
    let queue = this.queues.get(domainNo);
    if (queue === undefined) {
      queue = new IndexedHeap(this.links.places, this.before);
      this.queues.set(domainNo, queue);
      this.reserve(domainNo);
      this.domains.add(domainNo);
    }
    queue.add(place);
  }

  remove(place: number, domainNo: number): void {
    const queue = this.queues.get(domainNo);
    queue?.remove(place);
    if (queue?.size !== 0) return;
    this.queues.delete(domainNo);
    this.domains.remove(domainNo);
  }

  /** Restores a link's place after its priority has changed. */
  moved(place: number, domainNo: number): void {
    this.queues.get(domainNo)?.moved(place);
  }

  visit(domainNo: number, step: number): void {
    this.reserve(domainNo);
    this.visits[domainNo] = step + 1;
    if (this.queues.has(domainNo)) this.domains.moved(domainNo);
  }

  /**
   * Finds the next ready link without changing anything.
   *
   * @param lookahead most links examined; Infinity: all links of all domains
   * @param reserved minimum priority of the link
   */
  find(view: FrontierView, lookahead: number, reserved = Number.NEGATIVE_INFINITY): ReadyLink | NoneReady {
    const perDomain = Number.isFinite(lookahead) ? LOOKED_PER_DOMAIN : Number.POSITIVE_INFINITY;
    const stale: number[] = [];
    let looked = 0;
    let waiting = false;
    let least = reserved;
    let rank = 0;
    const noneReady = (isWaiting: boolean): NoneReady => ({
      place: null,
      waiting: isWaiting,
      isWorthIt: least > Number.NEGATIVE_INFINITY,
    });
    for (const domainNo of this.domains.inOrder()) {
      rank++;
      let left = perDomain;
      for (const place of this.queues.get(domainNo)?.inOrder() ?? []) {
        if (looked >= lookahead) return noneReady(true);
        if (left-- <= 0) {
          waiting = true;
          break;
        }
        looked++;
        const urlNo = this.links.urlNos[place];
        const priority = this.links.priorities[place];
        const availability = view.availability(urlNo);
        if (availability === Availability.Ready)
          return priority < least ? noneReady(true) : { place, domainNo, stale, rank };
        if (availability === Availability.Gone) stale.push(place);
        else {
          waiting = true;
          least = Math.max(least, view.reservation(urlNo, priority));
        }
      }
    }
    return noneReady(waiting);
  }

  save(): Snapshot {
    const queues = [...this.queues];
    const places = new Uint32Array(queues.reduce((sum, [, { size }]) => sum + size, 0));
    let at = 0;
    for (const [, queue] of queues) {
      places.set(queue.toArray(), at);
      at += queue.size;
    }
    return {
      visits: this.visits,
      known: this.visits.length,
      domains: this.domains.toArray(),
      queued: Uint32Array.from(queues, ([domainNo]) => domainNo),
      sizes: Uint32Array.from(queues, ([, { size }]) => size),
      places,
    };
  }

  /** Call it after the links were restored. */
  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const visits = from.uint32('visits', { length: from.integer('known') });
    const queued = from.uint32('queued');
    const sizes = from.uint32('sizes', { length: queued.length });
    const domains = from.uint32('domains', { length: queued.length });
    const places = from.uint32('places', { length: sizes.reduce((sum, size) => sum + size, 0) });
    this.visits = visits.slice();
    this.domainPlaces.at = new Uint32Array(this.visits.length);
    this.domains.restore(domains);
    this.queues.clear();
    let at = 0;
    queued.forEach((domainNo, i) => {
      const queue = new IndexedHeap(this.links.places, this.before);
      queue.restore(places.subarray(at, at + sizes[i]));
      this.queues.set(domainNo, queue);
      at += sizes[i];
    });
  }

  private readonly before = (a: number, b: number): boolean => {
    const { priorities, orders } = this.links;
    return priorities[a] > priorities[b] || (priorities[a] === priorities[b] && orders[a] < orders[b]);
  };

  private reserve(domainNo: number): void {
    this.visits = withRoom(this.visits, domainNo + 1);
    this.domainPlaces.at = withRoom(this.domainPlaces.at, this.visits.length);
  }
}
