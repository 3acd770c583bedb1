import { withRoom } from '../../base/growable.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { IndexedHeap, type HeapPlaces } from '../../frontier/indexed-heap.js';
import type { Candidates } from './candidates.js';
import type { DomainWorth } from './domain-worth.js';
import { QueueGroups } from './queue-groups.js';

/** Candidates of one site that are looked at in one choice: a site of stale ones must not hide the others. */
const LOOKED_PER_SITE = 100;

/** Busy candidates, the best first, that one of those that are ready is compared with: one for each fetch that may be under way. */
const MOST_WAITED_FOR = 64;

/** What looking for the best candidates came to. Nothing was changed. */
export interface BestReady {
  /** Places, the best value first; none where it is worth waiting for a better one. */
  readonly ready: readonly number[];
  readonly stale: readonly number[];
  /** Whether others may become ready. */
  readonly waiting: boolean;
}

/** What a choice waits for (`FrontierView.reservation`). */
export interface WaitingFor {
  /** What the best candidate must be worth, since something else is waited for. */
  readonly reserved: number;
  /** The value of a candidate as it is now, without the discount of its site and the worth of its domain. */
  readonly valueOf: (place: number) => number;
  /** The power of a value that it counts with: the higher, the more small differences matter. */
  readonly sharpness: number;
}
const NOT_WAITING: WaitingFor = { reserved: Number.NEGATIVE_INFINITY, valueOf: () => 0, sharpness: 1 };

/** Where a site's queue has been read to. */
interface Head {
  readonly rest: Generator<number, void, void>;
  place: number;
  looked: number;
  /** Set by the reader: nothing more of this site. */
  isDone: boolean;
}

/**
 * Candidates by site, and sites by their best candidate. Sites can be discounted: of the values of all their candidates a part is left. Values
 * are multiplied by what their domains are worth, and domains that are smaller than sites have queues of their own in place of their sites.
 *
 * 8 bytes a candidate, none where queues are shared, and 24 a site, at most half of that again as room to grow.
 */
export class SiteQueues {
  private readonly queues: Map<number, IndexedHeap>;
  private readonly candidatePlaces: HeapPlaces = { at: new Uint32Array(0) };
  private readonly sitePlaces: HeapPlaces = { at: new Uint32Array(0) };
  /** The best candidate of each site. */
  private tops = new Uint32Array(0);
  /** What is left of the values of each site; 0 of sites without a discount. */
  private remains = new Float64Array(0);
  private readonly byBest = new IndexedHeap(this.sitePlaces, (a, b) => this.ahead(this.tops[a], this.tops[b]));

  /** Queues of a domain; where domains have queues, those of a site. */
  private readonly groups = new QueueGroups();

  /**
   * @param worth what domains are worth
   * @param valueAt the value of the candidate at a place
   * @param shared queues with the same values: the candidates of each site are kept there alone, and the order of the sites is its own. They are changed before
   */
  constructor(
    private readonly candidates: Candidates,
    private readonly worth: DomainWorth,
    readonly valueAt: (place: number) => number,
    private readonly shared: SiteQueues | null = null,
  ) {
    this.queues = shared?.queues ?? new Map<number, IndexedHeap>();
  }

  /** Sites that have candidates; domains where they are smaller. */
  get sites(): number {
    return this.queues.size;
  }

  add(place: number): void {
    const no = this.queueNoOf(place);
    const queue = this.shared === null ? this.queued(place, no) : this.queueOf(no);
    if (this.byBest.has(no)) {
      this.topChanged(no, queue);
      return;
    }
    this.sitePlaces.at = withRoom(this.sitePlaces.at, no + 1);
    this.tops = withRoom(this.tops, no + 1);
    this.tops[no] = queue.first;
    this.groups.add(no, this.haveDomainsQueues ? this.candidates.sites[place] : this.candidates.domainOf(place));
    this.byBest.add(no);
  }

  remove(place: number): void {
    const no = this.queueNoOf(place);
    if (this.shared === null) {
      const queue = this.queueOf(no);
      queue.remove(place);
      if (queue.size === 0) this.queues.delete(no);
    }
    const left = this.queues.get(no);
    if (left === undefined) this.byBest.remove(no);
    else this.topChanged(no, left);
  }

  /** Puts a candidate in its place again after its value has changed. */
  moved(place: number): void {
    const no = this.queueNoOf(place);
    const queue = this.queueOf(no);
    if (this.shared === null) queue.moved(place);
    this.topChanged(no, queue);
  }

  /** @param remains what is left of the values of the site's candidates, in (0, 1] */
  discount(siteNo: number, remains: number): void {
    if (remains === (this.remains[siteNo] || 1)) return;
    this.reorder(this.haveDomainsQueues ? this.groups.of(siteNo) : [siteNo], () => {
      this.remains = withRoom(this.remains, siteNo + 1);
      this.remains[siteNo] = remains;
    });
  }

  /**
   * Changes what a domain is worth.
   *
   * @param change does it
   */
  reach(domainNo: number, change: () => void): void {
    const ofDomain = this.haveDomainsQueues ? [domainNo] : this.groups.of(domainNo);
    this.reorder(this.worth.isFulfilledNext ? this.queues.keys() : ofDomain, change);
  }

  /** What the value of a candidate is multiplied by for its domain. */
  worthOf(place: number): number {
    return this.worth.of(this.candidates.domainOf(place));
  }

  /** The value of a candidate, less the discount of its site, times what its domain is worth. */
  valueOf(place: number): number {
    return this.left(place, this.valueAt);
  }

  /** Whether a candidate goes before another, of whatever site. */
  ahead(a: number, b: number): boolean {
    const [first, second] = [this.valueOf(a), this.valueOf(b)];
    return first > second || (first === second && this.candidates.orders[a] < this.candidates.orders[b]);
  }

  /**
   * Looks for the best candidates that are ready.
   *
   * @param wanted how many, at most
   * @param lookahead candidates looked at, at most; Infinity: all, whatever there are of each site
   * @param waiting unless given, nobody waits for a better candidate
   */
  find(
    view: FrontierView,
    wanted: number,
    lookahead: number,
    { reserved, valueOf, sharpness }: WaitingFor = NOT_WAITING,
  ): BestReady {
    const perSite = Number.isFinite(lookahead) ? LOOKED_PER_SITE : Number.POSITIVE_INFINITY;
    const ready: number[] = [];
    const stale: number[] = [];
    let waiting = false;
    let looked = 0;
    let least = reserved;
    let asked = 0;
    for (const head of this.inOrder()) {
      if (ready.length >= wanted) break;
      if (looked++ >= lookahead) return { ready, stale, waiting: true };
      const availability = view.availability(this.candidates.urlNos[head.place]);
      if (availability === Availability.Ready) {
        // The best that is ready decides: those after it are compared with it alone.
        if (
          ready.length === 0 &&
          least > Number.NEGATIVE_INFINITY &&
          this.left(head.place, valueOf) ** sharpness < least
        )
          return { ready, stale, waiting: true };
        ready.push(head.place);
      } else if (availability === Availability.Gone) stale.push(head.place);
      else {
        waiting = true;
        if (ready.length === 0 && asked++ < MOST_WAITED_FOR)
          least = Math.max(
            least,
            view.reservation(this.candidates.urlNos[head.place], this.left(head.place, valueOf) ** sharpness),
          );
      }
      // A busy site's other candidates are most likely busy, too: while fetches are under way, nobody needs to know.
      if (++head.looked < perSite && (availability !== Availability.Busy || perSite === Number.POSITIVE_INFINITY))
        continue;
      head.isDone = true;
      waiting = true;
    }
    return { ready, stale, waiting };
  }

  /** To be called after the candidates were restored. */
  rebuild(): void {
    for (let place = 0; place < this.candidates.capacity; place++) if (this.candidates.isHeld(place)) this.add(place);
  }

  /** Puts a candidate into the queue of its site. */
  private queued(place: number, no: number): IndexedHeap {
    this.candidatePlaces.at = withRoom(this.candidatePlaces.at, place + 1);
    let queue = this.queues.get(no);
    if (queue === undefined) this.queues.set(no, (queue = new IndexedHeap(this.candidatePlaces, this.before)));
    queue.add(place);
    return queue;
  }

  /** What is left of a value of a candidate, times what its domain is worth. */
  private left(place: number, valueAt: (place: number) => number): number {
    return valueAt(place) * (this.remains[this.candidates.sites[place]] || 1) * this.worthOf(place);
  }

  private readonly before = (a: number, b: number): boolean => {
    const [first, second] = [this.valueAt(a), this.valueAt(b)];
    return first > second || (first === second && this.candidates.orders[a] < this.candidates.orders[b]);
  };

  /** Candidates of all sites, the best value first. */
  private *inOrder(): Generator<Head, void, void> {
    const heads: Head[] = [];
    const sites = this.byBest.inOrder();
    let next = sites.next();
    for (;;) {
      let best = 0;
      for (let i = 1; i < heads.length; i++) if (this.ahead(heads[i].place, heads[best].place)) best = i;
      // Sites come by their best candidates: the first one not yet open is the only one that may have a better one.
      if (next.done !== true && (heads.length === 0 || this.ahead(this.tops[next.value], heads[best].place))) {
        const rest = this.queueOf(next.value).inOrder();
        const first = rest.next();
        best = heads.length;
        heads.push({ rest, place: first.done === true ? 0 : first.value, looked: 0, isDone: first.done === true });
        next = sites.next();
      }
      if (heads.length === 0) return;
      const head = heads[best];
      if (!head.isDone) yield head;
      const after = head.isDone ? null : head.rest.next();
      if (after === null || after.done === true) heads.splice(best, 1);
      else head.place = after.value;
    }
  }

  private get haveDomainsQueues(): boolean {
    return this.worth.haveDomainsQueues;
  }

  private queueNoOf(place: number): number {
    return this.haveDomainsQueues ? this.candidates.domainOf(place) : this.candidates.sites[place];
  }

  /** Changes what queues are ordered by. All of them are out of the order meanwhile: a heap stands one change at a time. */
  private reorder(numbers: Iterable<number>, change: () => void): void {
    const concerned: number[] = [];
    for (const no of numbers) if (this.queues.has(no)) concerned.push(no);
    for (const no of concerned) this.byBest.remove(no);
    change();
    for (const no of concerned) this.byBest.add(no);
  }

  private queueOf(no: number): IndexedHeap {
    const queue = this.queues.get(no);
    if (queue === undefined) throw new RangeError(`queue ${no} has no candidates`);
    return queue;
  }

  private topChanged(no: number, queue: IndexedHeap): void {
    this.tops[no] = queue.first;
    this.byBest.moved(no);
  }
}
