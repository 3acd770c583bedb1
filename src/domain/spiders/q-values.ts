import type { WebGraph } from '../webs/index.js';
import { BIN_COUNTS } from './bins.js';

/** Smaller rewards are ignored beyond `LAST_EDGE`: they change no bin, and each takes a search. */
const LEAST_REWARD = 1e-3;
/** The number of pages before a reward at which the last bins divide: nearer rewards count however small they are. */
const LAST_EDGE = Math.max(...BIN_COUNTS) - 2;
/** Most links examined per page after its first reward; rewards beyond, which count less, are omitted. */
const MAX_LOOKS = 20_000;
/** Pages valued per step. */
const PAGES_IN_PIECE = 32;

/**
 * The discount up to which walking to the nearest reward first is optimal (Rennie and McCallum 2.3): above it, a more
 * distant reward that opens many others may be worth more.
 */
export const MAX_DISCOUNT = 0.5;

/**
 * Q-values of the links to each page of a known web (Rennie and McCallum, section 2.3).
 *
 * The fringe starts with the page alone. The spider repeatedly walks to the reward nearest to the fringe, and each page
 * on the way adds its links to the fringe. The value is the sum of the rewards, each discounted by the number of pages
 * fetched before it. A link to a target page has a value of 1 or more, one that leads to a target behind one page at
 * least `discount`, and so on; a page from which no target can be reached has 0.
 *
 * @param discount γ, above 0 and at most `MAX_DISCOUNT`
 * @throws RangeError for another discount
 */
export function* qValues(
  graph: WebGraph,
  isTarget: (page: number) => boolean,
  discount: number,
): Generator<void, Float64Array> {
  if (!(discount > 0 && discount <= MAX_DISCOUNT))
    throw new RangeError(`discount: a number above 0 and at most ${MAX_DISCOUNT} is needed, found ${discount}`);
  const walk = new GreedyWalk(graph, isTarget, discount);
  const values = new Float64Array(graph.size);
  for (let page = 0; page < graph.size; page++) {
    values[page] = walk.valueFrom(page);
    if (page % PAGES_IN_PIECE === PAGES_IN_PIECE - 1) yield;
  }
  return values;
}

/** Number of links from each page to the nearest target; -1 if none can be reached. */
function distancesToTargets(graph: WebGraph, isTarget: (page: number) => boolean): Int32Array {
  const starts = new Uint32Array(graph.size + 1);
  for (let page = 0; page < graph.size; page++) for (const next of graph.linksOf(page)) starts[next + 1]++;
  for (let page = 0; page < graph.size; page++) starts[page + 1] += starts[page];
  const parents = new Uint32Array(starts[graph.size]);
  const filled = starts.slice();
  for (let page = 0; page < graph.size; page++) for (const next of graph.linksOf(page)) parents[filled[next]++] = page;
  const distances = new Int32Array(graph.size).fill(-1);
  const queue: number[] = [];
  for (let page = 0; page < graph.size; page++) {
    if (!isTarget(page)) continue;
    distances[page] = 0;
    queue.push(page);
  }
  for (let at = 0; at < queue.length; at++) {
    for (let i = starts[queue[at]]; i < starts[queue[at] + 1]; i++) {
      if (distances[parents[i]] >= 0) continue;
      distances[parents[i]] = distances[queue[at]] + 1;
      queue.push(parents[i]);
    }
  }
  return distances;
}

/** One greedy walk after another over the same web. */
class GreedyWalk {
  private readonly distances: Int32Array;
  /** Most pages fetched before a reward that still counts. */
  private readonly horizon: number;
  /** The walk that fetched a page, and the search that reached it: numbers, which avoid clearing. */
  private readonly fetchedBy: Uint32Array;
  private readonly metBy: Uint32Array;
  private readonly cameFrom: Int32Array;
  private readonly queue: number[] = [];
  private walks = 0;
  private searches = 0;
  private looks = 0;

  constructor(
    private readonly graph: WebGraph,
    private readonly isTarget: (page: number) => boolean,
    private readonly discount: number,
  ) {
    this.distances = distancesToTargets(graph, isTarget);
    this.horizon = Math.max(LAST_EDGE, Math.floor(Math.log(LEAST_REWARD) / Math.log(discount)));
    this.fetchedBy = new Uint32Array(graph.size);
    this.metBy = new Uint32Array(graph.size);
    this.cameFrom = new Int32Array(graph.size);
  }

  valueFrom(start: number): number {
    const first = this.distances[start];
    if (first < 0 || first > this.horizon) return 0;
    this.walks++;
    this.looks = 0;
    const fringe: number[] = [];
    let value = 0;
    let fetched = 0;
    let way = this.wayFrom(start);
    while (way.length > 0) {
      for (const page of way) {
        this.fetchedBy[page] = this.walks;
        for (const next of this.graph.linksOf(page)) if (this.distances[next] >= 0) fringe.push(next);
      }
      fetched += way.length;
      value += this.discount ** (fetched - 1);
      way = this.wayToNearest(fringe, this.horizon - fetched);
    }
    return value;
  }

  /** The pages to fetch, in order, from this one to its nearest target: one exists. */
  private wayFrom(start: number): number[] {
    const way = [start];
    for (let left = this.distances[start] - 1; left >= 0; left--)
      for (const next of this.graph.linksOf(way[way.length - 1])) {
        if (this.distances[next] !== left) continue;
        way.push(next);
        break;
      }
    return way;
  }

  /**
   * The pages to fetch, in order, to reach the target nearest to the fringe within this number of links; empty if there
   * is none.
   */
  private wayToNearest(fringe: readonly number[], within: number): number[] {
    for (let reach = 0; reach <= within; reach++) {
      const found = this.search(fringe, reach);
      if (found === null) return [];
      if (found >= 0) {
        const way: number[] = [];
        for (let page = found; page >= 0; page = this.cameFrom[page]) way.push(page);
        return way.reverse();
      }
    }
    return [];
  }

  /**
   * A breadth-first search that enters no page from which every target is further than `reach` allows.
   *
   * @returns the target; -1 if there is none so near; null if the limit of links was reached
   */
  private search(fringe: readonly number[], reach: number): number | null {
    this.searches++;
    this.queue.length = 0;
    const enter = (page: number, from: number, left: number): boolean => {
      if (this.fetchedBy[page] === this.walks || this.metBy[page] === this.searches) return false;
      if (this.distances[page] < 0 || this.distances[page] > left) return false;
      this.metBy[page] = this.searches;
      this.cameFrom[page] = from;
      this.queue.push(page);
      return this.isTarget(page);
    };
    for (const page of fringe) if (enter(page, -1, reach)) return page;
    let at = 0;
    for (let left = reach - 1; left >= 0; left--) {
      for (const end = this.queue.length; at < end; at++) {
        for (const next of this.graph.linksOf(this.queue[at])) {
          if (++this.looks > MAX_LOOKS) return null;
          if (enter(next, this.queue[at], left)) return next;
        }
      }
    }
    return -1;
  }
}
