import { withRoom } from '../../base/growable.js';
import { ARITY } from '../../frontier/heap-order.js';

/**
 * Queues in the order of the values of their best candidates. The values stand beside the numbers, so that a comparison
 * reads no candidate.
 *
 * 20 bytes per queue, plus at most half of that as room to grow.
 */
export class BestQueues {
  private numbers = new Uint32Array(0);
  private values = new Float64Array(0);
  private count = 0;
  /** By queue: its position, and the place of its best candidate. */
  private positions = new Uint32Array(0);
  private tops = new Uint32Array(0);

  /** @param orderOf decides among equal values: the order of a candidate at a place */
  constructor(private readonly orderOf: (place: number) => number) {}

  get size(): number {
    return this.count;
  }

  has(no: number): boolean {
    const at = no < this.positions.length ? this.positions[no] : this.count;
    return at < this.count && this.numbers[at] === no;
  }

  numberAt(position: number): number {
    return this.numbers[position];
  }

  valueAt(position: number): number {
    return this.values[position];
  }

  topOf(no: number): number {
    return this.tops[no];
  }

  /** Adds a queue, or notes its best candidate and that one's value. */
  set(no: number, top: number, value: number): void {
    if (!this.has(no)) this.add(no, top, value);
    else if (this.tops[no] !== top || this.values[this.positions[no]] !== value) {
      this.tops[no] = top;
      this.settle(no, value, this.positions[no]);
    }
  }

  remove(no: number): void {
    const at = this.positions[no];
    this.count--;
    const last = this.numbers[this.count];
    if (last !== no) this.settle(last, this.values[this.count], at);
  }

  private add(no: number, top: number, value: number): void {
    this.tops = withRoom(this.tops, no + 1);
    this.positions = withRoom(this.positions, no + 1);
    this.numbers = withRoom(this.numbers, this.count + 1);
    this.values = withRoom(this.values, this.count + 1);
    this.tops[no] = top;
    this.settle(no, value, this.count++);
  }

  /** Puts a queue to its position: it is free, as is the one at which the search begins. */
  private settle(no: number, value: number, from: number): void {
    const { numbers, values, positions } = this;
    let at = from;
    while (at > 0) {
      const parent = ((at - 1) / ARITY) | 0;
      if (!this.precedes(no, value, parent)) break;
      positions[(numbers[at] = numbers[parent])] = at;
      values[at] = values[parent];
      at = parent;
    }
    if (at === from)
      for (;;) {
        const first = at * ARITY + 1;
        if (first >= this.count) break;
        const end = Math.min(first + ARITY, this.count);
        let best = first;
        for (let child = first + 1; child < end; child++)
          if (this.precedes(numbers[child], values[child], best)) best = child;
        if (this.precedes(no, value, best)) break;
        positions[(numbers[at] = numbers[best])] = at;
        values[at] = values[best];
        at = best;
      }
    numbers[at] = no;
    values[at] = value;
    positions[no] = at;
  }

  /** Whether a queue with this value precedes the one at a position. */
  private precedes(no: number, value: number, position: number): boolean {
    const other = this.values[position];
    if (value !== other) return value > other;
    return this.orderOf(this.tops[no]) < this.orderOf(this.tops[this.numbers[position]]);
  }
}
