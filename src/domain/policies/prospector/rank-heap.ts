/** Numbers in the order of their values, the highest first; of equal values the one with the lower rank. */
export class RankHeap {
  private readonly values: number[] = [];
  private readonly ranks: number[] = [];
  private readonly ids: number[] = [];
  /** The arrays keep their length: emptying them would cost more than a search. */
  private count = 0;

  get size(): number {
    return this.count;
  }

  clear(): void {
    this.count = 0;
  }

  push(value: number, rank: number, id: number): void {
    const { values, ranks, ids } = this;
    let at = this.count++;
    if (at === ids.length) {
      values.push(value);
      ranks.push(rank);
      ids.push(id);
    }
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!(value > values[parent] || (value === values[parent] && rank < ranks[parent]))) break;
      this.copy(parent, at);
      at = parent;
    }
    this.put(value, rank, id, at);
  }

  /** Removes and returns the first number. There must be one. */
  pop(): number {
    const { values, ranks, ids } = this;
    const [first] = ids;
    const count = --this.count;
    if (count === 0) return first;
    const value = values[count];
    const rank = ranks[count];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && this.precedes(child + 1, child)) child++;
      if (!(values[child] > value || (values[child] === value && ranks[child] < rank))) break;
      this.copy(child, at);
      at = child;
    }
    this.put(value, rank, ids[count], at);
    return first;
  }

  private precedes(a: number, b: number): boolean {
    const { values, ranks } = this;
    return values[a] > values[b] || (values[a] === values[b] && ranks[a] < ranks[b]);
  }

  private copy(from: number, to: number): void {
    this.put(this.values[from], this.ranks[from], this.ids[from], to);
  }

  private put(value: number, rank: number, id: number, at: number): void {
    this.values[at] = value;
    this.ranks[at] = rank;
    this.ids[at] = id;
  }
}
