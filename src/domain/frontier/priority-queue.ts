import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';

/** One entry taken from the queue. */
export interface QueueEntry {
  readonly key: number;
  /** Number of its arrival: decides among equal keys, the earlier one first. */
  readonly order: number;
  readonly urlNo: number;
  readonly source: number;
}

/** Arity 4: half the depth of a binary heap, and the children of a node lie in one cache line. */
const ARITY = 4;

/**
 * Candidates by key, the highest first, earlier ones first among equals: a total order, so that the sequence of pops never depends on the heap's history.
 *
 * 16 bytes a candidate. Keys are float32.
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

  /** Puts an entry back that `pop` took out: it keeps its place among equals. */
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

  /** Keeps the best `limit` of the entries that `keep` accepts, and tells how many went. Linear but for one sort of plain numbers. */
  prune(limit: number, keep: (urlNo: number) => boolean): number {
    const before = this.count;
    this.filter((i) => keep(this.urlNos[i]));
    if (this.count > limit) {
      const ascending = this.keys.slice(0, this.count).sort();
      const threshold = ascending[this.count - limit];
      const above = this.count - ascending.lastIndexOf(threshold) - 1;
      const atThreshold = this.orders
        .slice(0, this.count)
        .filter((_, i) => this.keys[i] === threshold)
        .sort();
      const lastOrder = atThreshold[limit - above - 1];
      this.filter((i) => this.keys[i] > threshold || (this.keys[i] === threshold && this.orders[i] <= lastOrder));
    }
    this.heapify();
    return before - this.count;
  }

  /** Gives every entry a key anew. Linear but for the calls. */
  rekey(keyOf: (urlNo: number, source: number, key: number) => number): void {
    for (let i = 0; i < this.count; i++) this.keys[i] = keyOf(this.urlNos[i], this.sources[i], this.keys[i]);
    this.heapify();
  }

  save(): Snapshot {
    const n = this.count;
    return {
      nextOrder: this.nextOrder,
      keys: this.keys.subarray(0, n),
      orders: this.orders.subarray(0, n),
      urlNos: this.urlNos.subarray(0, n),
      sources: this.sources.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const keys = from.float32('keys');
    const need = { length: keys.length };
    this.nextOrder = from.integer('nextOrder');
    this.orders = from.uint32('orders', need).slice();
    this.urlNos = from.uint32('urlNos', need).slice();
    this.sources = from.int32('sources', need).slice();
    this.keys = keys.slice();
    this.count = keys.length;
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
      this.set(to++, this.at(i));
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

  private swap(a: number, b: number): void {
    const entry = this.at(a);
    this.set(a, this.at(b));
    this.set(b, entry);
  }

  private siftUp(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = Math.floor((at - 1) / ARITY);
      if (!this.before(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(from: number): void {
    let at = from;
    for (;;) {
      const first = at * ARITY + 1;
      const end = Math.min(first + ARITY, this.count);
      let best = at;
      for (let child = first; child < end; child++) if (this.before(child, best)) best = child;
      if (best === at) return;
      this.swap(at, best);
      at = best;
    }
  }
}
