import { withRoom } from '../../base/growable.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { IndexedHeap, type HeapPlaces } from '../../frontier/indexed-heap.js';
import type { Candidates } from './candidates.js';

/** Candidates of one host that are looked at in one choice: a host of stale ones must not hide the others. */
const LOOKED_PER_HOST = 100;

/** What looking for the best candidates came to. Nothing was changed. */
export interface BestReady {
  /** Places, the best value first. */
  readonly ready: readonly number[];
  readonly stale: readonly number[];
  /** Whether others may become ready. */
  readonly waiting: boolean;
}

/** Where a host's queue has been read to. */
interface Head {
  readonly rest: Generator<number, void, void>;
  place: number;
  looked: number;
  /** Set by the reader: nothing more of this host. */
  isDone: boolean;
}

/**
 * Candidates by host, and hosts by their best candidate. Hosts can be parked: they keep their candidates and are passed over while others have any.
 *
 * 4 bytes a candidate and 4 a host, at most half of that again as room to grow.
 */
export class HostQueues {
  private readonly queues = new Map<number, IndexedHeap>();
  private readonly hostPlaces: HeapPlaces = { at: new Uint32Array(0) };
  /** The best candidate of each host. */
  private tops = new Uint32Array(0);
  private readonly parkedHosts = new Set<number>();
  private readonly active: IndexedHeap;
  private readonly parked: IndexedHeap;

  constructor(private readonly candidates: Candidates) {
    const before = (a: number, b: number): boolean => this.before(this.tops[a], this.tops[b]);
    this.active = new IndexedHeap(this.hostPlaces, before);
    this.parked = new IndexedHeap(this.hostPlaces, before);
  }

  /** Hosts that have candidates. */
  get hosts(): number {
    return this.queues.size;
  }

  /** Of these, hosts that are parked. */
  get parkedCount(): number {
    return this.parked.size;
  }

  add(place: number, hostNo: number): void {
    const queue = this.queues.get(hostNo);
    if (queue !== undefined) {
      queue.add(place);
      this.topChanged(hostNo, queue);
      return;
    }
    const first = new IndexedHeap(this.candidates.heapPlaces, this.before);
    first.add(place);
    this.queues.set(hostNo, first);
    this.hostPlaces.at = withRoom(this.hostPlaces.at, hostNo + 1);
    this.tops = withRoom(this.tops, hostNo + 1);
    this.tops[hostNo] = place;
    this.heapOf(hostNo).add(hostNo);
  }

  remove(place: number, hostNo: number): void {
    const queue = this.queueOf(hostNo);
    queue.remove(place);
    if (queue.size > 0) {
      this.topChanged(hostNo, queue);
      return;
    }
    this.heapOf(hostNo).remove(hostNo);
    this.queues.delete(hostNo);
  }

  /** Puts a candidate in its place again after its value has changed. */
  moved(place: number, hostNo: number): void {
    const queue = this.queueOf(hostNo);
    queue.moved(place);
    this.topChanged(hostNo, queue);
  }

  park(hostNo: number, isParked: boolean): void {
    if (this.parkedHosts.has(hostNo) === isParked) return;
    const hasQueue = this.queues.has(hostNo);
    if (hasQueue) this.heapOf(hostNo).remove(hostNo);
    if (isParked) this.parkedHosts.add(hostNo);
    else this.parkedHosts.delete(hostNo);
    if (hasQueue) this.heapOf(hostNo).add(hostNo);
  }

  /** Hosts that are parked, with candidates or without. */
  get allParked(): readonly number[] {
    return [...this.parkedHosts].sort((a, b) => a - b);
  }

  /**
   * Looks for the best candidates that are ready.
   *
   * @param wanted how many, at most
   * @param lookahead candidates looked at, at most; Infinity: all, whatever there are of each host
   */
  find(which: 'active' | 'parked', view: FrontierView, wanted: number, lookahead: number): BestReady {
    const perHost = Number.isFinite(lookahead) ? LOOKED_PER_HOST : Number.POSITIVE_INFINITY;
    const ready: number[] = [];
    const stale: number[] = [];
    let waiting = false;
    let looked = 0;
    for (const head of this.inOrder(this[which])) {
      if (ready.length >= wanted) break;
      if (looked++ >= lookahead) return { ready, stale, waiting: true };
      const availability = view.availability(this.candidates.urlNos[head.place]);
      if (availability === Availability.Ready) ready.push(head.place);
      else if (availability === Availability.Gone) stale.push(head.place);
      else waiting = true;
      // A busy host's other candidates are most likely busy, too: while fetches are under way, nobody needs to know.
      if (++head.looked < perHost && (availability !== Availability.Busy || perHost === Number.POSITIVE_INFINITY))
        continue;
      head.isDone = true;
      waiting = true;
    }
    return { ready, stale, waiting };
  }

  /** To be called after the candidates were restored. */
  rebuild(parked: Iterable<number>): void {
    this.parkedHosts.clear();
    for (const hostNo of parked) this.parkedHosts.add(hostNo);
    for (let place = 0; place < this.candidates.capacity; place++)
      if (this.candidates.isHeld(place)) this.add(place, this.candidates.hosts[place]);
  }

  private readonly before = (a: number, b: number): boolean => this.candidates.before(a, b);

  /** Candidates of all hosts of a heap, the best value first. */
  private *inOrder(heap: IndexedHeap): Generator<Head, void, void> {
    const heads: Head[] = [];
    const hosts = heap.inOrder();
    let next = hosts.next();
    for (;;) {
      let best = 0;
      for (let i = 1; i < heads.length; i++) if (this.before(heads[i].place, heads[best].place)) best = i;
      // Hosts come by their best candidates: the first one not yet open is the only one that may have a better one.
      if (next.done !== true && (heads.length === 0 || this.before(this.tops[next.value], heads[best].place))) {
        const rest = this.queueOf(next.value).inOrder();
        const first = rest.next();
        best = heads.length;
        heads.push({ rest, place: first.done === true ? 0 : first.value, looked: 0, isDone: first.done === true });
        next = hosts.next();
      }
      if (heads.length === 0) return;
      const head = heads[best];
      if (!head.isDone) yield head;
      const after = head.isDone ? null : head.rest.next();
      if (after === null || after.done === true) heads.splice(best, 1);
      else head.place = after.value;
    }
  }

  private heapOf(hostNo: number): IndexedHeap {
    return this.parkedHosts.has(hostNo) ? this.parked : this.active;
  }

  private queueOf(hostNo: number): IndexedHeap {
    const queue = this.queues.get(hostNo);
    if (queue === undefined) throw new RangeError(`host ${hostNo} has no candidates`);
    return queue;
  }

  private topChanged(hostNo: number, queue: IndexedHeap): void {
    this.tops[hostNo] = queue.first;
    this.heapOf(hostNo).moved(hostNo);
  }
}
