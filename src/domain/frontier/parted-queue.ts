import { JoinedArray, type Snapshot, type SnapshotArray } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { PriorityQueue, type QueueEntry } from './priority-queue.js';

/** Entries per part of a full queue: cutting a part takes some milliseconds. */
const PART_SIZE = 100_000;
/** Their numbers fit a byte. */
const MOST_PARTS = 128;
/** A cut leaves this share, so that its cost is spread over many entries. */
const KEPT_SHARE = 0.9;

/** Whether an entry is still useful. */
type IsLive = (urlNo: number) => boolean;

/**
 * A bounded `PriorityQueue`: returns the same entries in the same order, and drops its worst ones when it is full.
 *
 * Entries are distributed to parts pseudo-randomly by URL, and the best entry is the best of all parts. Parts are cut
 * in turn: each has as many good entries as the others, so the dropped ones are nearly the worst of all, but no step
 * has to scan millions of entries. A tree of winners finds the part with the best entry. A queue below 200 000 entries
 * has one part. 16 bytes per entry.
 */
export class PartedQueue {
  private readonly parts: readonly PriorityQueue[];
  /** A part at each node: the winner of the nodes 2n and 2n + 1 at node n, the parts themselves at the leaves. */
  private readonly winners: Uint8Array;
  private count = 0;
  private nextOrder = 0;
  /** The next part to be cut. */
  private turn = 0;
  /** The next part to be rekeyed; the number of parts if none is left. */
  private rekeyed: number;

  /**
   * @param limit most entries, at least 1
   * @param partSize entries of a part, which is cut at once
   */
  constructor(
    private readonly limit: number,
    private readonly partSize = PART_SIZE,
  ) {
    const parts = Math.min(MOST_PARTS, Math.max(1, Math.floor(limit / partSize)));
    this.parts = Array.from({ length: parts }, () => new PriorityQueue());
    this.winners = Uint8Array.from({ length: 2 * parts }, (_, node) => Math.max(0, node - parts));
    for (let node = parts - 1; node > 0; node--) this.winners[node] = this.winners[2 * node];
    this.rekeyed = parts;
  }

  get size(): number {
    return this.count;
  }

  /**
   * Adds an entry. A full queue first drops entries that are no longer useful, then its worst.
   *
   * @returns number of live entries that were dropped
   */
  push(key: number, urlNo: number, source: number, isLive: IsLive): number {
    this.insert({ key, order: this.nextOrder++, urlNo, source });
    let lost = 0;
    while (this.count > this.limit) lost += this.cut(isLive);
    return lost;
  }

  /** Returns a popped entry to the queue: it keeps its place among equals. */
  insert(entry: QueueEntry): void {
    const part = this.partOf(entry.urlNo);
    this.parts[part].insert(entry);
    this.replay(part);
    this.count++;
  }

  pop(): QueueEntry | null {
    const best = this.winners[1];
    const entry = this.parts[best].pop();
    if (entry === null) return null;
    this.replay(best);
    this.count--;
    return entry;
  }

  /** Starts a pass of `rekeySome` over all entries. */
  beginRekey(): void {
    this.rekeyed = 0;
  }

  /** Whether `rekeySome` has entries left to process. */
  get isRekeying(): boolean {
    return this.rekeyed < this.parts.length;
  }

  /**
   * Recomputes the keys of the next entries: all of a small queue, one part of a large one. Linear in these, apart from
   * the calls.
   */
  rekeySome(keyOf: (urlNo: number, source: number, key: number) => number): void {
    let done = 0;
    while (this.isRekeying && done < this.partSize) {
      const at = this.rekeyed++;
      this.parts[at].rekey(keyOf);
      this.replay(at);
      done += this.parts[at].size;
    }
  }

  save(): Snapshot {
    const parts = this.parts.map((part) => part.entries());
    const joined = <N extends keyof (typeof parts)[number]>(name: N): readonly SnapshotArray[] =>
      parts.map((part) => part[name]);
    return {
      nextOrder: this.nextOrder,
      turn: this.turn,
      rekeyed: this.rekeyed,
      sizes: Uint32Array.from(this.parts, ({ size }) => size),
      keys: new JoinedArray('Float32Array', joined('keys')),
      orders: new JoinedArray('Uint32Array', joined('orders')),
      urlNos: new JoinedArray('Uint32Array', joined('urlNos')),
      sources: new JoinedArray('Int32Array', joined('sources')),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const sizes = from.uint32('sizes', { length: this.parts.length });
    const length = sizes.reduce((sum, size) => sum + size, 0);
    const keys = from.float32('keys', { length });
    const orders = from.uint32('orders', { length });
    const urlNos = from.uint32('urlNos', { length });
    const sources = from.int32('sources', { length });
    this.nextOrder = from.integer('nextOrder');
    this.turn = from.integer('turn');
    if (this.turn >= this.parts.length) from.refuse('turn', `less than ${this.parts.length}`);
    this.rekeyed = from.integer('rekeyed');
    if (this.rekeyed > this.parts.length) from.refuse('rekeyed', `at most ${this.parts.length}`);
    this.count = length;
    let at = 0;
    this.parts.forEach((part, i) => {
      const end = at + sizes[i];
      part.take({
        keys: keys.slice(at, end),
        orders: orders.slice(at, end),
        urlNos: urlNos.slice(at, end),
        sources: sources.slice(at, end),
      });
      at = end;
      this.replay(i);
    });
  }

  /** Renews the winners above a part whose best entry may have changed. */
  private replay(part: number): void {
    for (let node = (this.parts.length + part) >> 1; node > 0; node >>= 1) {
      const [one, other] = [this.winners[2 * node], this.winners[2 * node + 1]];
      this.winners[node] = this.parts[other].isAhead(this.parts[one]) ? other : one;
    }
  }

  private cut(isLive: IsLive): number {
    const turn = this.turn;
    const part = this.parts[turn];
    this.turn = (turn + 1) % this.parts.length;
    const before = part.size;
    // If one part is larger than the others, the same share of it is kept.
    const share = Math.floor((KEPT_SHARE * this.limit * before) / this.count);
    const { beyondLimit } = part.prune(Math.max(1, share), isLive);
    this.replay(turn);
    this.count -= before - part.size;
    return beyondLimit;
  }

  /**
   * Chosen by mixed bits of the number: URLs of one page have consecutive numbers and are often alike, and parts should
   * be alike.
   */
  private partOf(urlNo: number): number {
    let bits = Math.imul(urlNo ^ (urlNo >>> 16), 0x85eb_ca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) % this.parts.length;
  }
}
