import fc from 'fast-check';
import { distinctBelow, ReplayBuffer } from './replay-buffer.js';
import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';

const row = (...values: number[]): Float32Array => Float32Array.from(values);

describe('ReplayBuffer', () => {
  it('keeps the latest transitions with their next candidates by value', () => {
    const buffer = new ReplayBuffer(3, 2, 2);
    const next = row(0, 0, 0, 0);
    for (let i = 0; i < 5; i++) {
      next.fill(i / 10);
      buffer.add(row(i, i), i, next, i % 3);
    }
    next.fill(9);
    expect(buffer.size).toBe(3);
    const batch = buffer.sample(10, createRng(1));
    expect(batch.size).toBe(3);
    expect([...batch.rewards.subarray(0, 3)].sort()).toEqual([2, 3, 4]);
    let rows = 0;
    for (let i = 0; i < 3; i++) {
      const t = batch.rewards[i];
      expect(batch.taken[i * 2]).toBe(t);
      expect(batch.nextCounts[i]).toBe(t % 3);
      for (let j = 0; j < batch.nextCounts[i]; j++, rows++) expect(batch.next[rows * 2]).toBeCloseTo(t / 10, 6);
    }
  });

  it('adds a late next candidate to the transition it belongs to, and to none that has left', () => {
    const buffer = new ReplayBuffer(2, 1, 2);
    const first = buffer.add(row(1), 1, row(), 0);
    const second = buffer.add(row(2), 2, row(0.5), 1);
    buffer.addNext(second, row(0.75));
    buffer.addNext(second, row(0.9));
    buffer.add(row(3), 3, row(), 0);
    buffer.addNext(first, row(0.1));
    const batch = buffer.sample(2, createRng(1));
    const found = new Map([0, 1].map((i) => [batch.rewards[i], batch.nextCounts[i]]));
    expect(found).toEqual(
      new Map([
        [2, 2],
        [3, 0],
      ]),
    );
    expect([...batch.next.subarray(0, 2)]).toEqual([0.5, 0.75]);
  });

  it('draws the same after save and restore, whatever was added before and after', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.integer(), (before, after, seed) => {
        const [a, b] = [new ReplayBuffer(16, 2, 3), new ReplayBuffer(16, 2, 3)];
        const add = (buffer: ReplayBuffer, i: number): void =>
          void buffer.add(row(i, 1), i, row(i, 2, i, 3, i, 4), i % 4);
        for (let i = 0; i < before; i++) add(a, i);
        b.restore(decodeSnapshot(encodeSnapshot(a.save())));
        for (let i = 0; i < after; i++) [a, b].forEach((buffer) => add(buffer, 100 + i));
        expect(b.sample(8, createRng(seed))).toEqual(a.sample(8, createRng(seed)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('distinctBelow', () => {
  it('gives different numbers below the bound', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), fc.integer(), (bound, wanted, seed) => {
        const count = Math.min(wanted, bound);
        const numbers = distinctBelow(bound, count, createRng(seed));
        expect(new Set(numbers).size).toBe(count);
        for (const n of numbers) expect(n >= 0 && n < bound).toBe(true);
      }),
    );
  });

  it('gives each number equally often', () => {
    const counts = new Array<number>(10).fill(0);
    const rng = createRng(11);
    for (let i = 0; i < 10_000; i++) for (const n of distinctBelow(10, 3, rng)) counts[n]++;
    // 3 000 each, standard deviation 46; a bound of six deviations keeps false alarms below one in 10⁷.
    for (const count of counts) expect(Math.abs(count - 3_000)).toBeLessThan(276);
  });
});
