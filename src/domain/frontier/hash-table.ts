import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { withRoom } from '../base/growable.js';

const EMPTY = 0;
const FIRST_SLOTS = 1 << 10;
/** Open addressing with linear probing slows down quickly above a load of two thirds. */
const MAX_LOAD = 0.66;

/**
 * Maps 64-bit hashes to dense numbers from 0, in order of addition: the key column of a table whose owner keeps the
 * other columns. Some 15 bytes per key.
 */
export class HashTable {
  private slots = new Uint32Array(FIRST_SLOTS); // row + 1, 0 = empty
  private low = new Uint32Array(0);
  private high = new Uint32Array(0);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The row of a key; -1 if it is absent. @param lo unsigned @param hi unsigned */
  find(lo: number, hi: number): number {
    return this.slots[this.probe(lo, hi)] - 1;
  }

  /** Adds an absent key and returns its row. */
  add(lo: number, hi: number): number {
    if (this.count + 1 > this.slots.length * MAX_LOAD) this.rehash(this.slots.length * 2);
    const row = this.count++;
    this.low = withRoom(this.low, this.count);
    this.high = withRoom(this.high, this.count);
    this.low[row] = lo;
    this.high[row] = hi;
    this.slots[this.probe(lo, hi)] = row + 1;
    return row;
  }

  save(): Snapshot {
    return { low: this.low.subarray(0, this.count), high: this.high.subarray(0, this.count) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const low = from.uint32('low');
    this.high = from.uint32('high', { length: low.length });
    this.low = low;
    this.count = low.length;
    let slots = FIRST_SLOTS;
    while (this.count > slots * MAX_LOAD) slots *= 2;
    this.rehash(slots);
  }

  private probe(lo: number, hi: number): number {
    const mask = this.slots.length - 1;
    let at = (lo ^ Math.imul(hi, 0x9e3779b1)) & mask;
    for (;;) {
      const slot = this.slots[at];
      if (slot === EMPTY || (this.low[slot - 1] === lo && this.high[slot - 1] === hi)) return at;
      at = (at + 1) & mask;
    }
  }

  private rehash(size: number): void {
    this.slots = new Uint32Array(size);
    for (let row = 0; row < this.count; row++) this.slots[this.probe(this.low[row], this.high[row])] = row + 1;
  }
}
