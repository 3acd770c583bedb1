import fc from 'fast-check';
import { kthSmallest, ranksOf } from './kth-smallest.js';

describe('kthSmallest', () => {
  it('is what stands at that place after sorting', () => {
    const values = fc.uint32Array({ minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.nat(59), (numbers, place) => {
        const k = place % numbers.length;
        expect(kthSmallest(numbers, k)).toBe(numbers.slice().sort()[k]);
      }),
    );
  });
});

describe('ranksOf', () => {
  it('keeps the order of the keys', () => {
    const key = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, -0, 0.5, -0.5));
    fc.assert(
      fc.property(key, key, (a, b) => {
        const [rankA, rankB] = ranksOf(Float32Array.of(a, b));
        expect(Math.sign(rankA - rankB)).toBe(a === b ? 0 : Math.sign(a < b ? -1 : 1));
      }),
    );
  });
});
