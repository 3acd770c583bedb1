import { hashUrl } from '../../../../domain/url/index.js';

const FIRST_PLACES = 1 << 12;
/** Largest load factor before the table doubles. */
const FULL = 0.6;
const ENTRY_BYTES = 16;

/**
 * Numbers by text, without the texts: keys are the 64-bit hash used for URLs. An entry takes some 30 bytes, and a table
 * is read from a file unchanged.
 */
export class ScoreTable {
  private lows = new Uint32Array(FIRST_PLACES);
  private highs = new Uint32Array(FIRST_PLACES);
  /** NaN marks an empty place. */
  private values = new Float64Array(FIRST_PLACES).fill(NaN);
  private held = 0;
  /** Entries added since it was last read or saved. */
  private added = 0;

  /** @param most entries; further ones are not stored */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.held;
  }

  get hasNew(): boolean {
    return this.added > 0;
  }

  /** The stored number for a text, or else a newly computed one. @param make never NaN */
  of(text: string, make: (text: string) => number): number {
    const { lo, hi } = hashUrl(text);
    const known = this.values[this.placeOf(lo, hi)];
    if (!Number.isNaN(known)) return known;
    const value = make(text);
    if (this.held < this.most) {
      this.set(lo, hi, value);
      this.added++;
    }
    return value;
  }

  /** Keys, low words first, and values. Counts as saved. */
  save(): Uint8Array {
    const bytes = new Uint8Array(this.held * ENTRY_BYTES);
    const keys = new Uint32Array(bytes.buffer, 0, 2 * this.held);
    const values = new Float64Array(bytes.buffer, 8 * this.held);
    let to = 0;
    for (let place = 0; place < this.values.length; place++) {
      if (Number.isNaN(this.values[place])) continue;
      keys[2 * to] = this.lows[place];
      keys[2 * to + 1] = this.highs[place];
      values[to++] = this.values[place];
    }
    this.added = 0;
    return bytes;
  }

  /** Adds the entries saved by another table. */
  load(saved: Uint8Array): void {
    const count = Math.floor(saved.length / ENTRY_BYTES);
    // A copy with its own memory, unlike a Buffer's slice.
    const bytes = new Uint8Array(saved);
    const keys = new Uint32Array(bytes.buffer, 0, 2 * count);
    const values = new Float64Array(bytes.buffer, 8 * count, count);
    for (let i = 0; i < count && this.held < this.most; i++) this.set(keys[2 * i], keys[2 * i + 1], values[i]);
  }

  private set(lo: number, hi: number, value: number): void {
    if (this.held + 1 > FULL * this.values.length) this.grow();
    const place = this.placeOf(lo, hi);
    if (Number.isNaN(this.values[place])) this.held++;
    this.lows[place] = lo;
    this.highs[place] = hi;
    this.values[place] = value;
  }

  /** The place of a key, or the one for inserting it. */
  private placeOf(lo: number, hi: number): number {
    const mask = this.values.length - 1;
    let place = lo & mask;
    while (!Number.isNaN(this.values[place]) && (this.lows[place] !== lo || this.highs[place] !== hi))
      place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const { lows, highs, values } = this;
    const places = 2 * values.length;
    this.lows = new Uint32Array(places);
    this.highs = new Uint32Array(places);
    this.values = new Float64Array(places).fill(NaN);
    for (let old = 0; old < values.length; old++) {
      if (Number.isNaN(values[old])) continue;
      const place = this.placeOf(lows[old], highs[old]);
      this.lows[place] = lows[old];
      this.highs[place] = highs[old];
      this.values[place] = values[old];
    }
  }
}
