import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';

/** Free room before the head is released once it is this share of the whole. */
const COMPACT_AT = 0.5;

/** Candidates in order of arrival: 8 bytes each. Positions count from the head. */
export class FifoQueue {
  private urlNos = new Uint32Array(0);
  private sources = new Int32Array(0);
  private head = 0;
  private tail = 0;

  get size(): number {
    return this.tail - this.head;
  }

  urlNoAt(position: number): number {
    return this.urlNos[this.head + position];
  }

  sourceAt(position: number): number {
    return this.sources[this.head + position];
  }

  push(urlNo: number, source: number): void {
    if (this.tail === this.urlNos.length && this.head > this.tail * COMPACT_AT) this.compact();
    this.urlNos = withRoom(this.urlNos, this.tail + 1);
    this.sources = withRoom(this.sources, this.tail + 1);
    this.urlNos[this.tail] = urlNo;
    this.sources[this.tail] = source;
    this.tail++;
  }

  /**
   * Drops the first `count` candidates except those at `kept` (ascending positions below `count`), which stay first and
   * in their order.
   */
  dropFirst(count: number, kept: readonly number[]): void {
    let to = this.head + count;
    for (let i = kept.length - 1; i >= 0; i--) {
      to--;
      this.urlNos[to] = this.urlNos[this.head + kept[i]];
      this.sources[to] = this.sources[this.head + kept[i]];
    }
    this.head = to;
  }

  /**
   * Drops entries that `keep` refuses, and all but the first of several entries of a URL. Linear, in order, with one
   * bit per URL.
   */
  sweep(keep: (urlNo: number) => boolean): void {
    let largest = 0;
    for (let i = this.head; i < this.tail; i++) if (this.urlNos[i] > largest) largest = this.urlNos[i];
    const seen = new Uint8Array((largest >>> 3) + 1);
    let to = this.head;
    for (let i = this.head; i < this.tail; i++) {
      const urlNo = this.urlNos[i];
      const bit = 1 << (urlNo & 7);
      if (seen[urlNo >>> 3] & bit || !keep(urlNo)) continue;
      seen[urlNo >>> 3] |= bit;
      this.urlNos[to] = urlNo;
      this.sources[to] = this.sources[i];
      to++;
    }
    this.tail = to;
  }

  save(): Snapshot {
    return { urlNos: this.urlNos.subarray(this.head, this.tail), sources: this.sources.subarray(this.head, this.tail) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    this.sources = from.int32('sources', { length: urlNos.length }).slice();
    this.urlNos = urlNos.slice();
    this.head = 0;
    this.tail = urlNos.length;
  }

  private compact(): void {
    this.urlNos.copyWithin(0, this.head, this.tail);
    this.sources.copyWithin(0, this.head, this.tail);
    this.tail -= this.head;
    this.head = 0;
  }
}
