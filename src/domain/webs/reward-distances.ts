import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { KnownWeb } from './known-web.js';
import { reversed, type WebGraph } from './web-graph.js';

/** No relevant page can be reached. */
const NEVER = 0x3fff_ffff;

/**
 * Number of links from a page to the nearest open relevant page, while pages are closed one after the other.
 *
 * Distances only grow as pages are closed. So every known distance stays a lower bound, and is made exact only on
 * demand: a walk down to the relevant page either finds it or raises the bounds on its way. When such walks have cost
 * as much as a search through the whole graph, all bounds are recomputed. Answers do not depend on earlier ones. 5
 * bytes per page and 4 per link, besides the graph.
 */
export class RewardDistances {
  private readonly graph: WebGraph;
  private readonly incoming: WebGraph;
  private readonly relevant: Uint8Array;
  private readonly closed: Uint8Array;
  private readonly bounds: Int32Array;
  private readonly workLimit: number;
  /** Links examined since all bounds were exact. */
  private work = 0;

  constructor(web: KnownWeb) {
    this.graph = web.graph;
    const { size } = web.graph;
    this.incoming = reversed(web.graph);
    this.relevant = Uint8Array.from({ length: size }, (_, page) => (web.isRelevant(page) ? 1 : 0));
    this.closed = new Uint8Array(size);
    this.bounds = new Int32Array(size);
    let links = 0;
    for (let page = 0; page < size; page++) links += web.graph.linksOf(page).length;
    this.workLimit = size + links;
    this.computeAll();
  }

  isOpen(page: number): boolean {
    return this.closed[page] === 0;
  }

  /** Closes a page that was fetched or cannot be: no way leads through it, and it is no target. */
  close(page: number): void {
    this.closed[page] = 1;
  }

  /** Reverts `close`. */
  reopen(page: number): void {
    if (this.isOpen(page)) return;
    this.closed[page] = 0;
    this.bounds[page] = 0;
    if (this.distance(page) === Infinity) return;
    const shorter = [page];
    for (let at = 0; at < shorter.length; at++) {
      const through = this.bounds[shorter[at]] + 1;
      for (const before of this.incoming.linksOf(shorter[at])) {
        if (!this.isOpen(before) || this.bounds[before] <= through) continue;
        this.bounds[before] = through;
        shorter.push(before);
      }
    }
  }

  /** A lower bound of the page's distance, in constant time. */
  lowerBound(page: number): number {
    return this.closed[page] === 1 || this.bounds[page] >= NEVER ? Infinity : this.bounds[page];
  }

  /** 0 for an open relevant page; `Infinity` for a closed page and if no relevant page can be reached. */
  distance(page: number): number {
    while (this.lowerBound(page) < Infinity) {
      if (this.isExact(page)) return this.bounds[page];
      if (this.work > this.workLimit) this.computeAll();
    }
    return Infinity;
  }

  save(): Snapshot {
    return { closed: this.closed, bounds: this.bounds, work: this.work };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const need = { length: this.graph.size };
    this.closed.set(from.uint8('closed', need));
    this.bounds.set(from.int32('bounds', need));
    this.work = from.integer('work');
  }

  /**
   * Walks down from a page along links whose bounds fall by one. True if the walk reaches an open relevant page;
   * otherwise it raised the page's bound.
   */
  private isExact(page: number): boolean {
    const way = [page];
    for (;;) {
      const at = way[way.length - 1];
      const bound = this.bounds[at];
      if (bound === 0 && this.relevant[at] === 1) return true;
      const next = this.nearestBelow(at, bound);
      const least = next < 0 ? NEVER : Math.min(NEVER, this.bounds[next] + 1);
      if (least <= bound) {
        way.push(next);
        continue;
      }
      this.bounds[at] = least;
      if (at === page) return false;
      way.pop();
    }
  }

  /** The linked open page with the lowest bound; -1 if there is none. */
  private nearestBelow(page: number, bound: number): number {
    let nearest = -1;
    for (const next of this.graph.linksOf(page)) {
      this.work++;
      if (this.closed[next] === 1) continue;
      // It cannot be nearer, because then the page itself would be.
      if (this.bounds[next] < bound - 1) this.bounds[next] = bound - 1;
      if (nearest < 0 || this.bounds[next] < this.bounds[nearest]) nearest = next;
      if (this.bounds[nearest] === bound - 1) return nearest;
    }
    return nearest;
  }

  /** Breadth-first from all open relevant pages against the direction of the links. */
  private computeAll(): void {
    this.work = 0;
    this.bounds.fill(NEVER);
    const queue: number[] = [];
    for (let page = 0; page < this.graph.size; page++) {
      if (this.relevant[page] === 0 || this.closed[page] === 1) continue;
      this.bounds[page] = 0;
      queue.push(page);
    }
    for (let at = 0; at < queue.length; at++) {
      for (const before of this.incoming.linksOf(queue[at])) {
        if (this.closed[before] === 1 || this.bounds[before] < NEVER) continue;
        this.bounds[before] = this.bounds[queue[at]] + 1;
        queue.push(before);
      }
    }
  }
}
