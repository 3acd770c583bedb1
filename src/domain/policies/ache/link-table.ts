import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { HeapPlaces } from '../../frontier/indexed-heap.js';
import { MAX_LINK_WORDS, type LinkWords } from './link-words.js';

/** Room for words comes in multiples of this, so that another link can reuse a free place. */
const ROOM_UNIT = 4;
const NOTHING = 0xffffffff;
const COUNT_BITS = 5;
const COUNT_MASK = (1 << COUNT_BITS) - 1;
const IN_USE = 1 << (3 * COUNT_BITS);

/**
 * Candidates with the words of their links, at places that are stable while in use. A free place is reused by a link
 * that needs the same room.
 *
 * 26 bytes per candidate and 2 per word, plus at most half of that as room to grow.
 */
export class LinkTable {
  urlNos = new Uint32Array(0);
  sources = new Int32Array(0);
  /** Priorities: 100 · P(relevant). */
  priorities = new Float32Array(0);
  /** Arrival numbers, which decide among equals. For a free place: the next free one with the same room. */
  orders = new Uint32Array(0);
  /** Positions in the heaps of the domains. */
  readonly places: HeapPlaces = { at: new Uint32Array(0) };
  /** Starts of the words. */
  private offsets = new Uint32Array(0);
  /** Words per field, packed, and whether the place is in use. */
  private counts = new Uint16Array(0);
  private words = new Uint16Array(0);
  private usedWords = 0;
  private used = 0;
  private held = 0;
  private nextOrder = 0;
  /** By room: the first free place. */
  private free = new Uint32Array(Math.ceil(MAX_LINK_WORDS / ROOM_UNIT) + 1).fill(NOTHING);

  /** Number of candidates. */
  get size(): number {
    return this.held;
  }

  /** Number of places in use or free, numbered from 0. */
  get capacity(): number {
    return this.used;
  }

  get bytes(): number {
    const { urlNos, sources, priorities, orders, places, offsets, counts, words } = this;
    return [urlNos, sources, priorities, orders, places.at, offsets, counts, words].reduce(
      (sum, array) => sum + array.byteLength,
      0,
    );
  }

  isHeld(place: number): boolean {
    return (this.counts[place] & IN_USE) !== 0;
  }

  add(urlNo: number, source: number, priority: number, { words, counts }: LinkWords): number {
    const room = Math.ceil(words.length / ROOM_UNIT);
    const place = this.free[room] === NOTHING ? this.newPlace(room * ROOM_UNIT) : this.freePlace(room);
    this.urlNos[place] = urlNo;
    this.sources[place] = source;
    this.priorities[place] = priority;
    this.orders[place] = this.nextOrder++;
    this.counts[place] = IN_USE | counts[0] | (counts[1] << COUNT_BITS) | (counts[2] << (2 * COUNT_BITS));
    this.words.set(words, this.offsets[place]);
    this.held++;
    return place;
  }

  remove(place: number): void {
    const room = Math.ceil(this.wordsAt(place).words.length / ROOM_UNIT);
    this.counts[place] = 0;
    this.orders[place] = this.free[room];
    this.free[room] = place;
    this.held--;
  }

  /** The words of the link at a place; a view, valid until the table changes. */
  wordsAt(place: number): LinkWords {
    const packed = this.counts[place];
    const counts = [
      packed & COUNT_MASK,
      (packed >> COUNT_BITS) & COUNT_MASK,
      (packed >> (2 * COUNT_BITS)) & COUNT_MASK,
    ];
    const from = this.offsets[place];
    return { words: this.words.subarray(from, from + counts[0] + counts[1] + counts[2]), counts };
  }

  save(): Snapshot {
    const n = this.used;
    return {
      nextOrder: this.nextOrder,
      held: this.held,
      usedWords: this.usedWords,
      urlNos: this.urlNos.subarray(0, n),
      sources: this.sources.subarray(0, n),
      priorities: this.priorities.subarray(0, n),
      orders: this.orders.subarray(0, n),
      offsets: this.offsets.subarray(0, n),
      counts: this.counts.subarray(0, n),
      words: this.words.subarray(0, this.usedWords),
      free: this.free,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const urlNos = from.uint32('urlNos');
    const need = { length: urlNos.length };
    this.sources = from.int32('sources', need).slice();
    this.priorities = from.float32('priorities', need).slice();
    this.orders = from.uint32('orders', need).slice();
    this.offsets = from.uint32('offsets', need).slice();
    this.counts = from.uint16('counts', need).slice();
    this.usedWords = from.integer('usedWords');
    this.words = from.uint16('words', { length: this.usedWords }).slice();
    this.free = from.uint32('free', { length: this.free.length }).slice();
    this.nextOrder = from.integer('nextOrder');
    this.held = from.integer('held');
    this.urlNos = urlNos.slice();
    this.used = urlNos.length;
    this.places.at = new Uint32Array(this.used);
  }

  private newPlace(room: number): number {
    const place = this.used++;
    this.urlNos = withRoom(this.urlNos, this.used);
    this.sources = withRoom(this.sources, this.used);
    this.priorities = withRoom(this.priorities, this.used);
    this.orders = withRoom(this.orders, this.used);
    this.places.at = withRoom(this.places.at, this.used);
    this.offsets = withRoom(this.offsets, this.used);
    this.counts = withRoom(this.counts, this.used);
    this.offsets[place] = this.usedWords;
    this.usedWords += room;
    this.words = withRoom(this.words, this.usedWords);
    return place;
  }

  private freePlace(room: number): number {
    const place = this.free[room];
    this.free[room] = this.orders[place];
    return place;
  }
}
