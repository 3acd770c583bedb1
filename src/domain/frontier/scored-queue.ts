import { withRoom } from '../base/growable.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { CandidateList } from './candidate-list.js';
import { Availability } from './frontier-view.js';
import { ARITY, heapOrder } from './heap-order.js';

/** A candidate taken from a queue, with its stored data. */
export interface ScoredEntry {
  readonly key: number;
  readonly urlNo: number;
  readonly source: number;
  readonly flags: number;
  readonly probability: number;
}

/** The result of searching for a ready candidate. */
export interface ReadySearch {
  /** Removed from the queue; null if none of the examined ones is ready. */
  readonly entry: ScoredEntry | null;
  /** Number of busy candidates passed over. */
  readonly passed: number;
  /** The URL of the first of them; -1 if there were none. */
  readonly busyUrlNo: number;
  /** Number of candidates examined. */
  readonly looked: number;
  /** Whether candidates remain that may become ready, among those examined. */
  readonly waiting: boolean;
}

/**
 * Candidates by descending key with a policy's data about each (`CandidateList`), earlier ones first among equals.
 *
 * 21 bytes per candidate. Unlike `PriorityQueue` it can be scanned without being changed, so that positions depend only
 * on removals and not on the number of scans. Keys are float32.
 */
export class ScoredQueue {
  private readonly items = new CandidateList();
  private keys = new Float32Array(0);
  private orders = new Uint32Array(0);
  private nextOrder = 0;

  get size(): number {
    return this.items.size;
  }

  get bytes(): number {
    return this.items.bytes + this.keys.byteLength + this.orders.byteLength;
  }

  urlNoAt(position: number): number {
    return this.items.urlNos[position];
  }

  push(key: number, urlNo: number, source: number, flags = 0, probability = 0): void {
    this.add(key, this.nextOrder++, { key, urlNo, source, flags, probability });
  }

  /**
   * Removes and returns the best ready candidate, and drops the stale ones before it. If there is none, or waiting for
   * a better one pays, the queue stays unchanged.
   *
   * @param lookahead most candidates examined
   * @param reservationOf a busy candidate and its key (`FrontierView.reservation`); if keys are not values, there is no
   * waiting
   * @param reserved a further value that a candidate must reach, set by the caller
   */
  takeReady(
    availabilityOf: (urlNo: number) => Availability,
    lookahead: number,
    reservationOf: (urlNo: number, key: number) => number = () => Number.NEGATIVE_INFINITY,
    reserved = Number.NEGATIVE_INFINITY,
  ): ReadySearch {
    const busy: boolean[] = [];
    let passed = 0;
    let busyUrlNo = -1;
    let found = false;
    let leastKey = reserved;
    for (const position of heapOrder(this.size, this.before)) {
      if (busy.length >= lookahead || this.keys[position] < leastKey) break;
      const urlNo = this.items.urlNos[position];
      const availability = availabilityOf(urlNo);
      busy.push(availability === Availability.Busy);
      if (availability === Availability.Busy) {
        if (passed++ === 0) busyUrlNo = urlNo;
        leastKey = Math.max(leastKey, reservationOf(urlNo, this.keys[position]));
      }
      found = availability === Availability.Ready;
      if (found) break;
    }
    const looked = busy.length;
    if (!found) return { entry: null, passed, busyUrlNo, looked, waiting: passed > 0 || looked < this.size };
    const kept: [order: number, entry: ScoredEntry][] = [];
    for (let i = 0; i < looked - 1; i++) {
      if (busy[i]) kept.push([this.orders[0], this.entryAt(0)]);
      this.removeAt(0);
    }
    const entry = this.entryAt(0);
    this.removeAt(0);
    for (const [order, one] of kept) this.add(one.key, order, one);
    return { entry, passed, busyUrlNo, looked, waiting: false };
  }

  /** Removes and returns the candidate at a position in [0, size). */
  takeAt(position: number): ScoredEntry {
    const entry = this.entryAt(position);
    this.removeAt(position);
    return entry;
  }

  save(): Snapshot {
    const n = this.size;
    return {
      nextOrder: this.nextOrder,
      items: this.items.save(),
      keys: this.keys.subarray(0, n),
      orders: this.orders.subarray(0, n),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.nextOrder = from.integer('nextOrder');
    const keys = from.float32('keys');
    const need = { length: keys.length };
    this.orders = from.uint32('orders', need).slice();
    this.items.restore(from.child('items'));
    if (this.items.size !== keys.length) from.refuse('keys', `a Float32Array of ${this.items.size}`);
    this.keys = keys.slice();
  }

  private readonly before = (a: number, b: number): boolean =>
    this.keys[a] > this.keys[b] || (this.keys[a] === this.keys[b] && this.orders[a] < this.orders[b]);

  private entryAt(at: number): ScoredEntry {
    const { urlNos, sources, flags, probabilities } = this.items;
    return {
      key: this.keys[at],
      urlNo: urlNos[at],
      source: sources[at],
      flags: flags[at],
      probability: probabilities[at],
    };
  }

  private add(key: number, order: number, { urlNo, source, flags, probability }: ScoredEntry): void {
    const at = this.items.size;
    this.items.push(urlNo, source, flags, probability);
    this.keys = withRoom(this.keys, this.size);
    this.orders = withRoom(this.orders, this.size);
    this.keys[at] = key;
    this.orders[at] = order;
    this.siftUp(at);
  }

  private removeAt(at: number): void {
    const last = this.size - 1;
    this.keys[at] = this.keys[last];
    this.orders[at] = this.orders[last];
    this.items.removeAt(at);
    if (at >= this.size) return;
    this.siftUp(at);
    this.siftDown(at);
  }

  private swap(a: number, b: number): void {
    this.items.swap(a, b);
    const key = this.keys[a];
    this.keys[a] = this.keys[b];
    this.keys[b] = key;
    const order = this.orders[a];
    this.orders[a] = this.orders[b];
    this.orders[b] = order;
  }

  private siftUp(from: number): void {
    for (let at = from; at > 0;) {
      const parent = Math.floor((at - 1) / ARITY);
      if (!this.before(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(from: number): void {
    for (let at = from; ;) {
      const first = at * ARITY + 1;
      const end = Math.min(first + ARITY, this.size);
      let best = at;
      for (let child = first; child < end; child++) if (this.before(child, best)) best = child;
      if (best === at) return;
      this.swap(at, best);
      at = best;
    }
  }
}
