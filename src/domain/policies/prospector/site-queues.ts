import { withRoom } from '../../base/growable.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { IndexedHeap, type HeapPlaces } from '../../frontier/indexed-heap.js';
import type { Candidates } from './candidates.js';
import type { DomainWorth } from './domain-worth.js';
import { QueueGroups } from './queue-groups.js';

/** Most candidates of one site examined per choice: a site with stale ones must not hide the others. */
const LOOKED_PER_SITE = 100;

/** Most busy candidates, best first, with which a ready one is compared: one per fetch that may be in flight. */
const MOST_WAITED_FOR = 64;

/** The result of searching for the best candidates. Nothing was changed. */
export interface BestReady {
  /** Places, best value first; none if it is worth waiting for a better one. */
  readonly ready: readonly number[];
  readonly stale: readonly number[];
  /** Whether others may become ready. */
  readonly waiting: boolean;
}

/** The conditions under which a choice waits (`FrontierView.reservation`). */
export interface WaitingFor {
  /** Minimum value of the best candidate, because of a wait for something else. */
  readonly reserved: number;
  /** The current value of a candidate, without the discount of its site and the worth of its domain. */
  readonly valueOf: (place: number) => number;
  /** The exponent of values: the higher, the more small differences matter. */
  readonly sharpness: number;
}
const NOT_WAITING: WaitingFor = { reserved: Number.NEGATIVE_INFINITY, valueOf: () => 0, sharpness: 1 };

/** The reading position in a site's queue. */
interface Head {
  readonly rest: Generator<number, void, void>;
  place: number;
  looked: number;
  /** Set by the reader to skip the rest of this site. */
  isDone: boolean;
}

/**
 * Candidates by site, and sites by their best candidate. Sites can be discounted: the values of all their candidates
 * get a factor. Values are multiplied by the worth of their domains; if domains are smaller than sites, the queues are
 * per domain.
 *
 * 8 bytes per candidate, none if queues are shared, and 24 per site, plus at most half of that as room to grow.
 */
export class SiteQueues {
  private readonly queues: Map<number, IndexedHeap>;
  private readonly candidatePlaces: HeapPlaces = { at: new Uint32Array(0) };
  private readonly sitePlaces: HeapPlaces = { at: new Uint32Array(0) };
  /** The best candidate of each site. */
  private tops = new Uint32Array(0);
  /** The factor of each site's values; 0 without a discount. */
  private remains = new Float64Array(0);
  private readonly byBest = new IndexedHeap(this.sitePlaces, (a, b) => this.ahead(this.tops[a], this.tops[b]));

  /** Queues of a domain; if queues are per domain, those of a site. */
  private readonly groups = new QueueGroups();

  /**
   * @param worth the worth of domains
   * @param valueAt the value of the candidate at a place
   * @param shared queues with the same values, which store each site's candidates; only the order of the sites is
   * separate. They must be changed first
   */
  constructor(
    private readonly candidates: Candidates,
    private readonly worth: DomainWorth,
    readonly valueAt: (place: number) => number,
    private readonly shared: SiteQueues | null = null,
  ) {
    this.queues = shared?.queues ?? new Map<number, IndexedHeap>();
  }

  /** Number of sites with candidates, or of domains if these are smaller. */
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

  /** Restores a candidate's place after its value has changed. */
  moved(place: number): void {
    const no = this.queueNoOf(place);
    const queue = this.queueOf(no);
    if (this.shared === null) queue.moved(place);
    this.topChanged(no, queue);
  }

  /** @param remains factor of the values of the site's candidates, in (0, 1] */
  discount(siteNo: number, remains: number): void {
    if (remains === (this.remains[siteNo] || 1)) return;
    this.reorder(this.haveDomainsQueues ? this.groups.of(siteNo) : [siteNo], () => {
      this.remains = withRoom(this.remains, siteNo + 1);
      this.remains[siteNo] = remains;
    });
  }

  /**
   * Changes the worth of a domain.
   *
   * @param change makes the change
   */
  reach(domainNo: number, change: () => void): void {
    const ofDomain = this.haveDomainsQueues ? [domainNo] : this.groups.of(domainNo);
    this.reorder(this.worth.isFulfilledNext ? this.queues.keys() : ofDomain, change);
  }

  /** The factor of a candidate's value for its domain. */
  worthOf(place: number): number {
    return this.worth.of(this.candidates.domainOf(place));
  }

  /** The value of a candidate with the discount of its site and the worth of its domain. */
  valueOf(place: number): number {
    return this.left(place, this.valueAt);
  }

  /** Whether a candidate goes before another, across sites. */
  ahead(a: number, b: number): boolean {
    const [first, second] = [this.valueOf(a), this.valueOf(b)];
    return first > second || (first === second && this.candidates.orders[a] < this.candidates.orders[b]);
  }

  /**
   * Searches for the best ready candidates.
   *
   * @param wanted most candidates returned
   * @param lookahead most candidates examined; Infinity: all candidates of all sites
   * @param waiting if omitted, there is no waiting for a better candidate
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
        // The best ready one decides: later ones are compared only with it.
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
      // A busy site's other candidates are probably busy, too: while fetches are in flight this need not be known.
      if (++head.looked < perSite && (availability !== Availability.Busy || perSite === Number.POSITIVE_INFINITY))
        continue;
      head.isDone = true;
      waiting = true;
    }
    return { ready, stale, waiting };
  }

  /** Call it after the candidates were restored. */
  rebuild(): void {
    for (let place = 0; place < this.candidates.capacity; place++) if (this.candidates.isHeld(place)) this.add(place);
  }

  /** Adds a candidate to the queue of its site. */
  private queued(place: number, no: number): IndexedHeap {
    this.candidatePlaces.at = withRoom(this.candidatePlaces.at, place + 1);
    let queue = this.queues.get(no);
    if (queue === undefined) this.queues.set(no, (queue = new IndexedHeap(this.candidatePlaces, this.before)));
    queue.add(place);
    return queue;
  }

  /** A candidate's value with the discount of its site and the worth of its domain. */
  private left(place: number, valueAt: (place: number) => number): number {
    return valueAt(place) * (this.remains[this.candidates.sites[place]] || 1) * this.worthOf(place);
  }

  private readonly before = (a: number, b: number): boolean => {
    const [first, second] = [this.valueAt(a), this.valueAt(b)];
    return first > second || (first === second && this.candidates.orders[a] < this.candidates.orders[b]);
  };

  /** Candidates of all sites, best value first. */
  private *inOrder(): Generator<Head, void, void> {
    const heads: Head[] = [];
    const sites = this.byBest.inOrder();
    let next = sites.next();
    for (;;) {
      let best = 0;
      for (let i = 1; i < heads.length; i++) if (this.ahead(heads[i].place, heads[best].place)) best = i;
      // Sites are ordered by their best candidates: only the first unopened one can have a better one.
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

  /** Changes the keys of queues. They leave the order meanwhile, because a heap allows one change at a time. */
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
