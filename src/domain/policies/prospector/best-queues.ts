import { withRoom } from '../../base/growable.js';
import { ARITY } from '../../frontier/heap-order.js';

/**
 * Queues in the order of the values of their best candidates. The values stand beside the numbers, so that a comparison
 * reads no candidate.
 *
 * 24 bytes per queue, plus at most half of that as room to grow.
 */
export class BestQueues {
  private numbers = new Uint32Array(0);
  private values = new Float64Array(0);
  /** The orders of the best candidates, which decide among equal values. */
  private orders = new Uint32Array(0);
  private count = 0;
  /** By queue: its position, and the place of its best candidate. */
  private positions = new Uint32Array(0);
  private tops = new Uint32Array(0);

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

  orderAt(position: number): number {
    return this.orders[position];
  }

  topOf(no: number): number {
    return this.tops[no];
  }

  /** Adds a queue, or notes its best candidate and that one's value. @param order of the candidate */
  set(no: number, top: number, value: number, order: number): void {
    if (!this.has(no)) this.add(no, top, value, order);
    else if (this.tops[no] !== top || this.values[this.positions[no]] !== value) {
      this.tops[no] = top;
      this.settle(no, value, order, this.positions[no]);
    }
  }

  remove(no: number): void {
    const at = this.positions[no];
    const end = --this.count;
    const last = this.numbers[end];
    if (last !== no) this.settle(last, this.values[end], this.orders[end], at);
  }

  private add(no: number, top: number, value: number, order: number): void {
    this.tops = withRoom(this.tops, no + 1);
    this.positions = withRoom(this.positions, no + 1);
    this.numbers = withRoom(this.numbers, this.count + 1);
    this.values = withRoom(this.values, this.count + 1);
    this.orders = withRoom(this.orders, this.count + 1);
    this.tops[no] = top;
    this.settle(no, value, order, this.count++);
  }

  /** Puts a queue to its position: it is free, as is the one at which the search begins. */
  private settle(no: number, value: number, order: number, from: number): void {
    const { values, orders } = this;
    let at = from;
    while (at > 0) {
      const parent = ((at - 1) / ARITY) | 0;
      if (!(value > values[parent] || (value === values[parent] && order < orders[parent]))) break;
      this.copy(parent, at);
      at = parent;
    }
    if (at === from)
      for (;;) {
        const first = at * ARITY + 1;
        if (first >= this.count) break;
        const end = Math.min(first + ARITY, this.count);
        let best = first;
        for (let child = first + 1; child < end; child++)
          if (values[child] > values[best] || (values[child] === values[best] && orders[child] < orders[best]))
            best = child;
        if (value > values[best] || (value === values[best] && order < orders[best])) break;
        this.copy(best, at);
        at = best;
      }
    this.numbers[at] = no;
    values[at] = value;
    orders[at] = order;
    this.positions[no] = at;
  }

  private copy(from: number, to: number): void {
    const no = this.numbers[from];
    this.numbers[to] = no;
    this.values[to] = this.values[from];
    this.orders[to] = this.orders[from];
    this.positions[no] = to;
  }
}
