import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';
import { kthSmallest, ranksOf } from './kth-smallest.js';

/** An entry taken from the queue. */
export interface QueueEntry {
  readonly key: number;
  /** Arrival number: among equal keys, the earlier entry goes first. */
  readonly order: number;
  readonly urlNo: number;
  readonly source: number;
}

/** The entries removed by a cut. */
interface Pruned {
  /** Number of entries that were refused. */
  readonly notKept: number;
  /** Number of accepted entries beyond the limit, the worst ones. */
  readonly beyondLimit: number;
}

/** Entries in storage order, one array per field. */
interface QueueEntries {
  readonly keys: Float32Array<ArrayBuffer>;
  readonly orders: Uint32Array<ArrayBuffer>;
  readonly urlNos: Uint32Array<ArrayBuffer>;
  readonly sources: Int32Array<ArrayBuffer>;
}

/** Arity 4: half the depth of a binary heap, and the children of a node lie in one cache line. */
const ARITY = 4;

/**
 * Candidates by descending key, earlier ones first among equals: a total order, so that the sequence of pops never
 * depends on the heap's history.
 *
 * 16 bytes per candidate. Keys are float32.
 */
export class PriorityQueue {
  private keys = new Float32Array(0);
  private orders = new Uint32Array(0);
  private urlNos = new Uint32Array(0);
  private sources = new Int32Array(0);
  private count = 0;
  private nextOrder = 0;

  get size(): number {
    return this.count;
  }

  push(key: number, urlNo: number, source: number): void {
    this.insert({ key, order: this.nextOrder++, urlNo, source });
  }

  /** Returns a popped entry to the queue: it keeps its place among equals. */
  insert(entry: QueueEntry): void {
    const at = this.count++;
    this.keys = withRoom(this.keys, this.count);
    this.orders = withRoom(this.orders, this.count);
    this.urlNos = withRoom(this.urlNos, this.count);
    this.sources = withRoom(this.sources, this.count);
    this.set(at, entry);
    this.siftUp(at);
  }

  pop(): QueueEntry | null {
    if (this.count === 0) return null;
    const top = this.at(0);
    this.count--;
    if (this.count > 0) {
      this.set(0, this.at(this.count));
      this.siftDown(0);
    }
    return top;
  }

  /** Keeps the best `limit` of the entries that `keep` accepts. Linear. */
  prune(limit: number, keep: (urlNo: number) => boolean): Pruned {
    const before = this.count;
    this.filter((i) => keep(this.urlNos[i]));
    const accepted = this.count;
    if (accepted > limit) this.keepBest(limit);
    this.heapify();
    return { notKept: before - accepted, beyondLimit: accepted - this.count };
  }

  /** Recomputes every key. Linear, apart from the calls. */
  rekey(keyOf: (urlNo: number, source: number, key: number) => number): void {
    for (let i = 0; i < this.count; i++) this.keys[i] = keyOf(this.urlNos[i], this.sources[i], this.keys[i]);
    this.heapify();
  }

  /** Whether its best entry precedes that of another queue. An empty queue has none. */
  isAhead(other: PriorityQueue): boolean {
    if (this.count === 0 || other.count === 0) return this.count > other.count;
    const [key, otherKey] = [this.keys[0], other.keys[0]];
    return key > otherKey || (key === otherKey && this.orders[0] < other.orders[0]);
  }

  /** Views of all entries, valid until the queue changes. */
  entries(): QueueEntries {
    const n = this.count;
    return {
      keys: this.keys.subarray(0, n),
      orders: this.orders.subarray(0, n),
      urlNos: this.urlNos.subarray(0, n),
      sources: this.sources.subarray(0, n),
    };
  }

  /** Replaces its entries by arrays of equal lengths, ordered as from `entries`. */
  take({ keys, orders, urlNos, sources }: QueueEntries): void {
    this.keys = keys;
    this.orders = orders;
    this.urlNos = urlNos;
    this.sources = sources;
    this.count = keys.length;
  }

  save(): Snapshot {
    return { nextOrder: this.nextOrder, ...this.entries() };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const keys = from.float32('keys');
    const need = { length: keys.length };
    this.nextOrder = from.integer('nextOrder');
    this.take({
      keys: keys.slice(),
      orders: from.uint32('orders', need).slice(),
      urlNos: from.uint32('urlNos', need).slice(),
      sources: from.int32('sources', need).slice(),
    });
  }

  private keepBest(limit: number): void {
    const ranks = ranksOf(this.keys.subarray(0, this.count));
    const threshold = kthSmallest(ranks, this.count - limit);
    let above = 0;
    let level = 0;
    for (let i = 0; i < this.count; i++)
      if (ranks[i] > threshold) above++;
      else if (ranks[i] === threshold) level++;
    const atThreshold = new Uint32Array(level);
    for (let i = 0; level > 0; i++) if (ranks[i] === threshold) atThreshold[--level] = this.orders[i];
    const lastOrder = kthSmallest(atThreshold, limit - above - 1);
    this.filter((i) => ranks[i] > threshold || (ranks[i] === threshold && this.orders[i] <= lastOrder));
  }

  private heapify(): void {
    for (let i = Math.floor((this.count - 2) / ARITY); i >= 0; i--) this.siftDown(i);
  }

  private before(a: number, b: number): boolean {
    return this.keys[a] > this.keys[b] || (this.keys[a] === this.keys[b] && this.orders[a] < this.orders[b]);
  }

  private filter(keep: (i: number) => boolean): void {
    let to = 0;
    for (let i = 0; i < this.count; i++) {
      if (!keep(i)) continue;
      if (to < i) this.move(i, to);
      to++;
    }
    this.count = to;
  }

  private at(i: number): QueueEntry {
    return { key: this.keys[i], order: this.orders[i], urlNo: this.urlNos[i], source: this.sources[i] };
  }

  private set(i: number, entry: QueueEntry): void {
    this.keys[i] = entry.key;
    this.orders[i] = entry.order;
    this.urlNos[i] = entry.urlNo;
    this.sources[i] = entry.source;
  }

  /** Without an intermediate object: a full queue of ten million is moved as a whole. */
  private move(from: number, to: number): void {
    this.keys[to] = this.keys[from];
    this.orders[to] = this.orders[from];
    this.urlNos[to] = this.urlNos[from];
    this.sources[to] = this.sources[from];
  }

  private siftUp(from: number): void {
    const entry = this.at(from);
    let hole = from;
    while (hole > 0) {
      const parent = Math.floor((hole - 1) / ARITY);
      if (!this.isBefore(entry, parent)) break;
      this.move(parent, hole);
      hole = parent;
    }
    this.set(hole, entry);
  }

  private siftDown(from: number): void {
    const entry = this.at(from);
    let hole = from;
    for (;;) {
      const first = hole * ARITY + 1;
      const end = Math.min(first + ARITY, this.count);
      if (first >= end) break;
      let best = first;
      for (let child = first + 1; child < end; child++) if (this.before(child, best)) best = child;
      if (this.isBefore(entry, best)) break;
      this.move(best, hole);
      hole = best;
    }
    this.set(hole, entry);
  }

  private isBefore(entry: QueueEntry, at: number): boolean {
    return entry.key > this.keys[at] || (entry.key === this.keys[at] && entry.order < this.orders[at]);
  }
}
