/** Children per node of all heaps here: half the depth of a binary heap, and the children lie in one cache line. */
export const ARITY = 4;

/**
 * Yields the positions of a heap in pop order without changing the heap, so that a fruitless search for a suitable
 * entry has no effect. k positions cost k · log k.
 *
 * @param size number of entries; position 0 is the best
 * @param before whether the entry at one position precedes that at another: a total order
 */
export function* heapOrder(size: number, before: (a: number, b: number) => boolean): Generator<number, void, void> {
  if (size === 0) return;
  // A binary heap of positions whose parents have been yielded.
  const open = [0];
  while (open.length > 0) {
    const [best] = open;
    yield best;
    const last = open.pop() ?? 0;
    if (open.length > 0) {
      open[0] = last;
      sink(open, before);
    }
    const first = best * ARITY + 1;
    for (let child = first; child < Math.min(first + ARITY, size); child++) {
      open.push(child);
      rise(open, before);
    }
  }
}

function rise(heap: number[], before: (a: number, b: number) => boolean): void {
  for (let at = heap.length - 1; at > 0;) {
    const parent = (at - 1) >> 1;
    if (!before(heap[at], heap[parent])) return;
    [heap[at], heap[parent]] = [heap[parent], heap[at]];
    at = parent;
  }
}

function sink(heap: number[], before: (a: number, b: number) => boolean): void {
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const child = left + 1 < heap.length && before(heap[left + 1], heap[left]) ? left + 1 : left;
    if (!before(heap[child], heap[at])) return;
    [heap[at], heap[child]] = [heap[child], heap[at]];
    at = child;
  }
}
