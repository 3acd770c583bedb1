import { withRoom } from '../../base/growable.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { ARITY } from '../../frontier/heap-order.js';
import { BestQueues } from './best-queues.js';
import type { Candidates } from './candidates.js';
import type { DomainWorth } from './domain-worth.js';
import { CHANCES } from './features.js';
import { QueueGroups } from './queue-groups.js';
import { QueueHeaps } from './queue-heaps.js';
import { RankHeap } from './rank-heap.js';

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
interface WaitingFor {
  /** Minimum value of the best candidate, because of a wait for something else. */
  readonly reserved: number;
  /** The current value of a candidate, without the discount of its site and the worth of its domain. */
  readonly valueOf: (place: number) => number;
  /** The exponent of values: the higher, the more small differences matter. */
  readonly sharpness: number;
}
const NOT_WAITING: WaitingFor = { reserved: Number.NEGATIVE_INFINITY, valueOf: () => 0, sharpness: 1 };

/** Heads that are kept for the next search. */
const MOST_KEPT = 1_000;

/** The reading position in a site's queue. */
interface Head {
  readonly headNo: number;
  /** Of the queue. */
  no: number;
  place: number;
  /** Position of the place in the queue's heap. */
  at: number;
  /** Positions that may be next. */
  readonly open: RankHeap;
  /** Number of candidates read. */
  looked: number;
}

/**
 * Candidates by site, and sites by their best candidate. Sites can be discounted: the values of all their candidates
 * get a factor. Values are multiplied by the worth of their domains; if domains are smaller than sites, the queues are
 * per domain.
 *
 * 8 bytes per candidate, none if queues are shared, and 48 per site, plus at most half of that as room to grow.
 */
export class SiteQueues {
  private readonly heaps: QueueHeaps;
  private readonly best = new BestQueues();
  /** The factor of each site's values; 0 without a discount. */
  private remains = new Float64Array(0);

  /** Queues of a domain; if queues are per domain, those of a site. */
  private readonly groups = new QueueGroups();

  /** Of a search: what may be next, positions of `best` and, from -1 down, numbers of heads. */
  private readonly next = new RankHeap();
  private readonly heads: Head[] = [];
  private headCount = 0;

  /**
   * @param worth the worth of domains
   * @param goesBy the value of a candidate: the one that was computed, or the chance by its anchor
   * @param shared queues with the same values, which store each site's candidates; only the order of the sites is
   * separate. They must be changed first
   */
  constructor(
    private readonly candidates: Candidates,
    private readonly worth: DomainWorth,
    private readonly goesBy: 'value' | 'anchor',
    private readonly shared: SiteQueues | null = null,
  ) {
    this.heaps = shared?.heaps ?? new QueueHeaps(this.before);
  }

  /** Number of sites with candidates, or of domains if these are smaller. */
  get sites(): number {
    return this.heaps.size;
  }

  /** The value of the candidate at a place. */
  valueAt(place: number): number {
    const { values, anchorScores } = this.candidates;
    return this.goesBy === 'value' ? values[place] : CHANCES[anchorScores[place]];
  }

  add(place: number): void {
    const no = this.queueNoOf(place);
    if (this.shared === null) this.heaps.add(no, place);
    if (!this.best.has(no))
      this.groups.add(no, this.haveDomainsQueues ? this.candidates.sites[place] : this.candidates.domainOf(place));
    this.settleFor(no, place);
  }

  remove(place: number): void {
    const no = this.queueNoOf(place);
    if (this.shared === null) this.heaps.remove(no, place);
    if (this.heaps.countOf(no) === 0) this.best.remove(no);
    else this.settleFor(no, place);
  }

  /** Restores a candidate's place after its value has changed. */
  moved(place: number): void {
    const no = this.queueNoOf(place);
    if (this.shared === null) this.heaps.moved(no, place);
    this.settleFor(no, place);
  }

  /** @param remains factor of the values of the site's candidates, in (0, 1] */
  discount(siteNo: number, remains: number): void {
    if (remains === (this.remains[siteNo] || 1)) return;
    this.remains = withRoom(this.remains, siteNo + 1);
    this.remains[siteNo] = remains;
    if (!this.haveDomainsQueues) this.settleIfAny(siteNo);
    else for (const no of this.groups.of(siteNo)) this.settleIfAny(no);
  }

  /**
   * Changes the worth of a domain.
   *
   * @param change makes the change
   */
  reach(domainNo: number, change: () => void): void {
    const changesAll = this.worth.isFulfilledNext;
    change();
    if (changesAll) for (const no of this.heaps.numbers()) this.settle(no);
    else if (this.haveDomainsQueues) this.settleIfAny(domainNo);
    else for (const no of this.groups.of(domainNo)) this.settleIfAny(no);
  }

  /** The factor of a candidate's value for its domain. */
  worthOf(place: number): number {
    return this.worth.of(this.candidates.domainOf(place));
  }

  /** The value of a candidate with the discount of its site and the worth of its domain. */
  valueOf(place: number): number {
    return this.left(place, this.valueAt(place));
  }

  /** Whether a candidate goes before another, across sites. */
  ahead(a: number, b: number): boolean {
    const first = this.valueOf(a);
    const second = this.valueOf(b);
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
    this.beginSearch();
    while (this.next.size > 0 && ready.length < wanted) {
      const head = this.nextHead();
      const { place } = head;
      if (looked++ >= lookahead) return { ready, stale, waiting: true };
      const availability = view.availability(this.candidates.urlNos[place]);
      if (availability === Availability.Ready) {
        // The best ready one decides: later ones are compared only with it.
        if (
          ready.length === 0 &&
          least > Number.NEGATIVE_INFINITY &&
          this.left(place, valueOf(place)) ** sharpness < least
        )
          return { ready, stale, waiting: true };
        ready.push(place);
      } else if (availability === Availability.Gone) stale.push(place);
      else {
        waiting = true;
        if (ready.length === 0 && asked++ < MOST_WAITED_FOR)
          least = Math.max(
            least,
            view.reservation(this.candidates.urlNos[place], this.left(place, valueOf(place)) ** sharpness),
          );
      }
      // A busy site's other candidates are probably busy, too: while fetches are in flight this need not be known.
      if (++head.looked < perSite && (availability !== Availability.Busy || perSite === Number.POSITIVE_INFINITY))
        this.goOn(head);
      else waiting = true;
    }
    return { ready, stale, waiting };
  }

  /** Call it after the candidates were restored. */
  rebuild(): void {
    for (let place = 0; place < this.candidates.capacity; place++) if (this.candidates.isHeld(place)) this.add(place);
  }

  /** A value with the discount of the candidate's site and the worth of its domain. */
  private left(place: number, value: number): number {
    return value * (this.remains[this.candidates.sites[place]] || 1) * this.worthOf(place);
  }

  private readonly before = (a: number, b: number): boolean => {
    const first = this.valueAt(a);
    const second = this.valueAt(b);
    return first > second || (first === second && this.candidates.orders[a] < this.candidates.orders[b]);
  };

  /** Begins to read candidates of all sites, best value first. Within a site, they are in the order of their queue. */
  private beginSearch(): void {
    this.next.clear();
    this.headCount = 0;
    if (this.heads.length > MOST_KEPT) this.heads.length = MOST_KEPT;
    this.open(0);
  }

  private open(position: number): void {
    if (position >= this.best.size) return;
    this.next.push(this.best.valueAt(position), this.best.orderAt(position), position);
  }

  /** The head with the best candidate that was not read before. There must be one. */
  private nextHead(): Head {
    const first = this.next.pop();
    if (first < 0) return this.heads[-1 - first];
    for (let child = first * ARITY + 1; child <= first * ARITY + ARITY; child++) this.open(child);
    const no = this.best.numberAt(first);
    const headNo = this.headCount++;
    const head = (this.heads[headNo] ??= { headNo, no, place: 0, at: 0, open: new RankHeap(), looked: 0 });
    head.no = no;
    head.place = this.best.topOf(no);
    head.at = head.looked = 0;
    head.open.clear();
    return head;
  }

  /** Goes on to the next candidate of a site, if it has one. */
  private goOn(head: Head): void {
    const { no, open } = head;
    const end = Math.min(head.at * ARITY + ARITY + 1, this.heaps.countOf(no));
    for (let child = head.at * ARITY + 1; child < end; child++) {
      const place = this.heaps.placeAt(no, child);
      open.push(this.valueAt(place), this.candidates.orders[place], child);
    }
    if (open.size === 0) return;
    head.at = open.pop();
    head.place = this.heaps.placeAt(no, head.at);
    this.next.push(this.valueOf(head.place), this.candidates.orders[head.place], -1 - head.headNo);
  }

  private get haveDomainsQueues(): boolean {
    return this.worth.haveDomainsQueues;
  }

  private queueNoOf(place: number): number {
    return this.haveDomainsQueues ? this.candidates.domainOf(place) : this.candidates.sites[place];
  }

  private settleIfAny(no: number): void {
    if (this.heaps.countOf(no) > 0) this.settle(no);
  }

  /** Settles a queue in which a candidate has come, gone or moved, unless another one was and is its best. */
  private settleFor(no: number, place: number): void {
    if (this.heaps.placeAt(no, 0) === place || this.best.topOf(no) === place) this.settle(no);
  }

  /** Puts a queue where its best candidate belongs. */
  private settle(no: number): void {
    const top = this.heaps.placeAt(no, 0);
    this.best.set(no, top, this.valueOf(top), this.candidates.orders[top]);
  }
}
