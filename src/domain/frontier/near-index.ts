import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { countBits } from '../text/simhash.js';
import { mix32, type Hash64 } from '../url/hash-url.js';
import { withRoom } from '../base/growable.js';

const HASH_BITS = 64;
/** Bits of a bucket's number: with ten million entries each bucket has some 150. */
const KEY_BITS = 16;
/**
 * Most entries examined per bucket, newest first. Pages of one template crowd the same buckets; near-duplicates are
 * mostly found close together, and a look-up stays below a tenth of a millisecond.
 */
const MAX_LOOKED_AT = 2_000;
const NONE = -1;

/**
 * Finds fingerprints within a Hamming distance of a given one (Manku, Jain and Das Sarma, WWW 2007, section 3): of
 * `distance + 1` blocks of bits at least one is equal, so each block is the key of one table.
 *
 * Memory per entry: 12 bytes and 4 per block; at distance 3 some 280 MB for ten million.
 */
export class NearIndex {
  private low = new Uint32Array(0);
  private high = new Uint32Array(0);
  private values = new Int32Array(0);
  private count = 0;
  /**
   * By block: the newest entry of each bucket, and for each entry the next older one in its bucket. Created with the
   * first entry.
   */
  private newest: Int32Array[] = [];
  private readonly older: Int32Array<ArrayBuffer>[] = [];

  /** @param distance bits, 1 to 63 */
  constructor(private readonly distance: number) {
    if (!Number.isInteger(distance) || distance < 1 || distance >= HASH_BITS)
      throw new RangeError(`distance ${distance} is not from 1 to ${HASH_BITS - 1}`);
    for (let block = 0; block <= distance; block++) this.older.push(new Int32Array(0));
  }

  get size(): number {
    return this.count;
  }

  add({ lo, hi }: Hash64, value: number): void {
    const row = this.count++;
    this.low = withRoom(this.low, this.count);
    this.high = withRoom(this.high, this.count);
    this.values = withRoom(this.values, this.count);
    this.low[row] = lo;
    this.high[row] = hi;
    this.values[row] = value;
    this.link(row);
  }

  /** The value of the nearest entry within the distance, the earliest of equals; -1 if there is none. */
  find({ lo, hi }: Hash64): number {
    if (this.count === 0) return NONE;
    let best = NONE;
    let least = this.distance + 1;
    for (let block = 0; block <= this.distance; block++) {
      const older = this.older[block];
      let row = this.newest[block][this.keyOf(lo, hi, block)];
      for (let looked = 0; row !== NONE && looked < MAX_LOOKED_AT; row = older[row], looked++) {
        const distance = countBits(this.low[row] ^ lo) + countBits(this.high[row] ^ hi);
        if (distance > least || (distance === least && (best === NONE || row >= best))) continue;
        least = distance;
        best = row;
      }
    }
    return best === NONE || least > this.distance ? NONE : this.values[best];
  }

  save(): Snapshot {
    const n = this.count;
    return { low: this.low.subarray(0, n), high: this.high.subarray(0, n), values: this.values.subarray(0, n) };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const low = from.uint32('low');
    const need = { length: low.length };
    this.high = from.uint32('high', need);
    this.values = from.int32('values', need);
    this.low = low;
    this.count = low.length;
    this.newest = [];
    for (let row = 0; row < this.count; row++) this.link(row);
  }

  private link(row: number): void {
    if (this.newest.length === 0) this.newest = this.older.map(() => new Int32Array(1 << KEY_BITS).fill(NONE));
    for (let block = 0; block <= this.distance; block++) {
      const key = this.keyOf(this.low[row], this.high[row], block);
      const older = (this.older[block] = withRoom(this.older[block], row + 1));
      older[row] = this.newest[block][key];
      this.newest[block][key] = row;
    }
  }

  /** The bucket of a block's bits. */
  private keyOf(lo: number, hi: number, block: number): number {
    const from = Math.floor((block * HASH_BITS) / (this.distance + 1));
    const to = Math.floor(((block + 1) * HASH_BITS) / (this.distance + 1));
    const mask = to - from >= 32 ? 0xffffffff : (1 << (to - from)) - 1;
    const shifted = from >= 32 ? hi >>> (from - 32) : from === 0 ? lo : (lo >>> from) | (hi << (32 - from));
    const bits = shifted & mask;
    return to - from <= KEY_BITS ? bits : mix32(bits) & ((1 << KEY_BITS) - 1);
  }
}
