import { withLittleRoom, withRoom } from '../../base/growable.js';
import { ARITY } from '../../frontier/heap-order.js';

/** Room for growth beyond what is in use when all heaps move to new memory: an eighth. */
const SPARE = 8;
const FIRST_SLOTS = 64;

/**
 * Heaps of places, one per queue, in one piece of memory: most sites have few candidates, and an object for each would
 * be larger than they are. A heap that grows moves to the end; when the memory is full, all heaps move to a new one.
 *
 * 8 bytes per place and 12 per queue, plus at most half of that as room to grow.
 */
export class QueueHeaps {
  /** Places, heap after heap. */
  private slots = new Uint32Array(0);
  /** End of the last heap. */
  private end = 0;
  /** Room of all heaps that are not empty. */
  private held = 0;
  /** By place: its position in its heap. */
  private positions = new Uint32Array(0);
  /** By queue: its start in `slots`, its room, and its number of places. */
  private starts = new Uint32Array(0);
  private rooms = new Uint32Array(0);
  private counts = new Uint32Array(0);
  private used = 0;

  /** @param before whether a place precedes another: a total order */
  constructor(private readonly before: (a: number, b: number) => boolean) {}

  /** Number of queues that are not empty. */
  get size(): number {
    return this.used;
  }

  /** Number of places in a queue. */
  countOf(no: number): number {
    return no < this.counts.length ? this.counts[no] : 0;
  }

  /** The place at a position of a queue's heap; the first is at 0. */
  placeAt(no: number, position: number): number {
    return this.slots[this.starts[no] + position];
  }

  /** The numbers of the queues that are not empty. */
  *numbers(): Generator<number, void, void> {
    for (let no = 0; no < this.counts.length; no++) if (this.counts[no] > 0) yield no;
  }

  add(no: number, place: number): void {
    this.positions = withLittleRoom(this.positions, place + 1);
    if (no >= this.counts.length) {
      this.counts = withRoom(this.counts, no + 1);
      this.starts = withRoom(this.starts, no + 1);
      this.rooms = withRoom(this.rooms, no + 1);
    }
    const count = this.counts[no];
    if (count === this.rooms[no]) this.enlarge(no, count + 1 + (count >> 1));
    if (count === 0) this.used++;
    this.counts[no] = count + 1;
    this.rise(this.starts[no], count, place);
  }

  remove(no: number, place: number): void {
    const start = this.starts[no];
    const count = --this.counts[no];
    if (count === 0) {
      this.used--;
      this.held -= this.rooms[no];
      this.rooms[no] = 0;
      return;
    }
    const last = this.slots[start + count];
    if (last === place) return;
    this.put(start, last, this.positions[place]);
    this.moved(no, last);
  }

  /** Restores a place's position after its value has changed. */
  moved(no: number, place: number): void {
    const start = this.starts[no];
    const at = this.positions[place];
    this.rise(start, at, place);
    if (this.positions[place] === at) this.sink(start, this.counts[no], at, place);
  }

  private put(start: number, place: number, position: number): void {
    this.slots[start + position] = place;
    this.positions[place] = position;
  }

  private rise(start: number, from: number, place: number): void {
    let at = from;
    while (at > 0) {
      const parent = ((at - 1) / ARITY) | 0;
      const above = this.slots[start + parent];
      if (!this.before(place, above)) break;
      this.put(start, above, at);
      at = parent;
    }
    this.put(start, place, at);
  }

  private sink(start: number, count: number, from: number, place: number): void {
    let at = from;
    for (;;) {
      const first = at * ARITY + 1;
      if (first >= count) break;
      const end = Math.min(first + ARITY, count);
      let best = first;
      for (let child = first + 1; child < end; child++)
        if (this.before(this.slots[start + child], this.slots[start + best])) best = child;
      const below = this.slots[start + best];
      if (!this.before(below, place)) break;
      this.put(start, below, at);
      at = best;
    }
    this.put(start, place, at);
  }

  /** Moves a heap to the end of the memory, with more room. */
  private enlarge(no: number, room: number): void {
    if (this.end + room > this.slots.length) this.moveAll(room);
    const from = this.starts[no];
    this.slots.copyWithin(this.end, from, from + this.counts[no]);
    this.held += room - this.rooms[no];
    this.starts[no] = this.end;
    this.rooms[no] = room;
    this.end += room;
  }

  private moveAll(room: number): void {
    const needed = this.held + room;
    const larger = new Uint32Array(needed + Math.max(FIRST_SLOTS, Math.ceil(needed / SPARE)));
    let end = 0;
    for (let no = 0; no < this.counts.length; no++) {
      const count = this.counts[no];
      if (count === 0) continue;
      const from = this.starts[no];
      for (let i = 0; i < count; i++) larger[end + i] = this.slots[from + i];
      this.starts[no] = end;
      end += this.rooms[no];
    }
    this.slots = larger;
    this.end = end;
  }
}
