import fc from 'fast-check';
import { IndexedHeap } from './indexed-heap.js';

const SIZE = 60;
const keysOf = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: SIZE, maxLength: SIZE });
const sorted = (numbers: readonly number[], keys: readonly number[]): number[] =>
  [...numbers].sort((a, b) => keys[a] - keys[b] || a - b);

describe('IndexedHeap', () => {
  it('keeps its order through additions, removals, changes of keys and a restore', () => {
    const numbers = fc.array(fc.nat(SIZE - 1), { maxLength: 80 });
    fc.assert(
      fc.property(keysOf, keysOf, numbers, numbers, (first, second, toggled, changed) => {
        const keys = first.slice();
        const places = { at: new Uint32Array(SIZE) };
        const before = (a: number, b: number): boolean => keys[a] < keys[b] || (keys[a] === keys[b] && a < b);
        const heap = new IndexedHeap(places, before);
        const held = new Set<number>();
        for (const number of toggled) {
          if (held.delete(number)) heap.remove(number);
          else {
            held.add(number);
            heap.add(number);
          }
        }
        expect([...heap.inOrder()]).toEqual(sorted([...held], keys));
        for (const number of changed) {
          keys[number] = second[number];
          if (held.has(number)) heap.moved(number);
        }
        expect([...heap.inOrder()]).toEqual(sorted([...held], keys));
        const other = new IndexedHeap({ at: new Uint32Array(SIZE) }, before);
        other.restore(heap.toArray());
        const [least] = sorted([...held], keys);
        if (held.size > 0) for (const one of [heap, other]) one.remove(least);
        expect([...other.inOrder()]).toEqual(sorted([...held], keys).slice(1));
        expect(other.toArray()).toEqual(heap.toArray());
      }),
    );
  });
});
