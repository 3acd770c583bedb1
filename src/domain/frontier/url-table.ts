import type { Snapshot } from '../learning/snapshot.js';
import { withRoom } from './growable.js';

/** What the table keeps of one URL besides its number. Bits of one byte. */
export enum UrlFlag {
  /** In the closure: selected once, never offered again. */
  Selected = 1,
  /** Scope refused it. */
  OutOfScope = 2,
}

const EMPTY = 0;
const FIRST_SLOTS = 1 << 10;
/** Open addressing with linear probing slows down quickly above two thirds full. */
const MAX_LOAD = 0.66;

/**
 * The URLs a session has seen, as dense numbers in order of discovery: the closure and the seen-set in one.
 *
 * Holds no strings. A URL is recognised by 64 bits of hash; at ten million URLs two of them collide with a probability of 3·10⁻⁶, and the later
 * one would count as seen. About 30 bytes a URL.
 */
export class UrlTable {
  private slots = new Uint32Array(FIRST_SLOTS); // urlNo + 1, 0 = empty
  private low = new Uint32Array(0);
  private high = new Uint32Array(0);
  private flags = new Uint8Array(0);
  private domains = new Uint32Array(0);
  private hosts = new Uint32Array(0);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The URL's number, or -1 when it has not been seen. */
  find(lo: number, hi: number): number {
    const slot = this.slots[this.probe(lo, hi)];
    return slot === EMPTY ? -1 : slot - 1;
  }

  /** Adds a URL that `find` does not know and returns its number. */
  add(lo: number, hi: number, domainNo: number, hostNo: number, flags: number): number {
    if ((this.count + 1) > this.slots.length * MAX_LOAD) this.rehash(this.slots.length * 2);
    const urlNo = this.count++;
    this.low = withRoom(this.low, this.count);
    this.high = withRoom(this.high, this.count);
    this.flags = withRoom(this.flags, this.count);
    this.domains = withRoom(this.domains, this.count);
    this.hosts = withRoom(this.hosts, this.count);
    this.low[urlNo] = lo;
    this.high[urlNo] = hi;
    this.flags[urlNo] = flags;
    this.domains[urlNo] = domainNo;
    this.hosts[urlNo] = hostNo;
    this.slots[this.probe(lo, hi)] = urlNo + 1;
    return urlNo;
  }

  domainOf(urlNo: number): number {
    return this.domains[urlNo];
  }

  hostOf(urlNo: number): number {
    return this.hosts[urlNo];
  }

  has(urlNo: number, flag: UrlFlag): boolean {
    return (this.flags[urlNo] & flag) !== 0;
  }

  mark(urlNo: number, flag: UrlFlag): void {
    this.flags[urlNo] |= flag;
  }

  save(): Snapshot {
    const n = this.count;
    return {
      count: n,
      low: this.low.subarray(0, n),
      high: this.high.subarray(0, n),
      flags: this.flags.subarray(0, n),
      domains: this.domains.subarray(0, n),
      hosts: this.hosts.subarray(0, n),
    };
  }

  restore(snapshot: Snapshot): void {
    this.count = snapshot.count as number;
    this.low = snapshot.low as Uint32Array<ArrayBuffer>;
    this.high = snapshot.high as Uint32Array<ArrayBuffer>;
    this.flags = snapshot.flags as Uint8Array<ArrayBuffer>;
    this.domains = snapshot.domains as Uint32Array<ArrayBuffer>;
    this.hosts = snapshot.hosts as Uint32Array<ArrayBuffer>;
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
    for (let urlNo = 0; urlNo < this.count; urlNo++) this.slots[this.probe(this.low[urlNo], this.high[urlNo])] = urlNo + 1;
  }
}
