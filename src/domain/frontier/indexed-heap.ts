import { ARITY, heapOrder } from './heap-order.js';

/**
 * The position of each number in its heap, shared by heaps whose numbers are of one kind and belong to one heap at a
 * time.
 */
export interface HeapPlaces {
  /** By number; the caller provides room for all of them. */
  at: Uint32Array;
}

const FIRST_CAPACITY = 4;

/**
 * A heap of numbers whose order is defined elsewhere and may change: `moved` restores the place of a number whose key
 * has changed.
 *
 * 4 bytes per number, plus at most half of that as room to grow, besides its position.
 */
export class IndexedHeap {
  private numbers = new Uint32Array(0);
  private count = 0;

  /** @param before whether one number precedes another: a total order */
  constructor(
    private readonly places: HeapPlaces,
    private readonly before: (a: number, b: number) => boolean,
  ) {}

  get size(): number {
    return this.count;
  }

  /** The first number of a non-empty heap. */
  get first(): number {
    return this.numbers[0];
  }

  get bytes(): number {
    return this.numbers.byteLength;
  }

  has(number: number): boolean {
    const at = this.places.at[number];
    return at < this.count && this.numbers[at] === number;
  }

  add(number: number): void {
    if (this.count === this.numbers.length) {
      const larger = new Uint32Array(Math.max(FIRST_CAPACITY, Math.ceil(this.count * 1.5)));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.put(number, this.count++);
    this.rise(this.count - 1);
  }

  remove(number: number): void {
    const at = this.places.at[number];
    const last = this.numbers[--this.count];
    if (last === number) return;
    this.put(last, at);
    this.moved(last);
  }

  /** Restores a number's place after its key has changed. */
  moved(number: number): void {
    this.rise(this.places.at[number]);
    this.sink(this.places.at[number]);
  }

  /** The numbers in order. The heap must not change meanwhile. */
  *inOrder(): Generator<number, void, void> {
    const { numbers, before } = this;
    for (const at of heapOrder(this.count, (a, b) => before(numbers[a], numbers[b]))) yield numbers[at];
  }

  /** The numbers in storage order; a view. */
  toArray(): Uint32Array {
    return this.numbers.subarray(0, this.count);
  }

  /** Restores numbers from `toArray`. */
  restore(numbers: Uint32Array): void {
    this.numbers = numbers.slice();
    this.count = numbers.length;
    numbers.forEach((number, at) => (this.places.at[number] = at));
  }

  private put(number: number, at: number): void {
    this.numbers[at] = number;
    this.places.at[number] = at;
  }

  private rise(from: number): void {
    const number = this.numbers[from];
    let at = from;
    while (at > 0) {
      const parent = Math.floor((at - 1) / ARITY);
      if (!this.before(number, this.numbers[parent])) break;
      this.put(this.numbers[parent], at);
      at = parent;
    }
    this.put(number, at);
  }

  private sink(from: number): void {
    const number = this.numbers[from];
    let at = from;
    for (;;) {
      const first = at * ARITY + 1;
      if (first >= this.count) break;
      let best = first;
      for (let child = first + 1; child < Math.min(first + ARITY, this.count); child++)
        if (this.before(this.numbers[child], this.numbers[best])) best = child;
      if (!this.before(this.numbers[best], number)) break;
      this.put(this.numbers[best], at);
      at = best;
    }
    this.put(number, at);
  }
}
