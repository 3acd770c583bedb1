import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { createRng, type Rng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { hammingDistance } from '../text/index.js';
import type { Hash64 } from '../url/index.js';
import { HashTable } from './hash-table.js';
import { NearIndex } from './near-index.js';
import { runsOf } from '../../../test/support/thoroughness.js';

const randomHash = (rng: Rng): Hash64 => ({ lo: rng.below(0x1_0000_0000), hi: rng.below(0x1_0000_0000) });
function flipped({ lo, hi }: Hash64, bits: readonly number[]): Hash64 {
  let low = lo;
  let high = hi;
  for (const bit of bits) {
    if (bit < 32) low ^= 1 << bit;
    else high ^= 1 << (bit - 32);
  }
  return { lo: low >>> 0, hi: high >>> 0 };
}

describe('near index', () => {
  it('finds what a look through all entries finds', () => {
    const step = fc.record({ of: fc.nat(400), flips: fc.array(fc.nat(63), { maxLength: 12 }) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer(),
        fc.array(step, { maxLength: 60 }),
        (distance, seed, steps) => {
          const rng = createRng(seed);
          const index = new NearIndex(distance);
          const entries: Hash64[] = [];
          for (const { of, flips } of steps) {
            // Entries near each other, and unrelated ones.
            const hash =
              entries.length > 0 && of % 3 > 0 ? flipped(entries[of % entries.length], flips) : randomHash(rng);
            const distances = entries.map((entry) => hammingDistance(entry, hash));
            const least = Math.min(...distances);
            expect(index.find(hash)).toBe(least <= distance ? distances.indexOf(least) * 10 : -1);
            index.add(hash, entries.length * 10);
            entries.push(hash);
          }
        },
      ),
      runsOf(200),
    );
  });

  it('answers the same from a snapshot, and goes on', () => {
    const rng = createRng(4);
    const index = new NearIndex(3);
    const hashes = Array.from({ length: 3_000 }, () => randomHash(rng));
    hashes.forEach((hash, i) => index.add(hash, i));
    const restored = new NearIndex(3);
    restored.restore(decodeSnapshot(encodeSnapshot(index.save())));
    for (const each of [index, restored]) each.add({ lo: 7, hi: 7 }, 9_999);
    hashes.forEach((hash, i) => {
      expect(restored.find(flipped(hash, [i % 64, (i * 7) % 64]))).toBe(i);
    });
    expect(restored.find({ lo: 6, hi: 7 })).toBe(9_999);
    expect(restored.size).toBe(3_001);
  });

  it('looks at a bounded number of entries however crowded', () => {
    const index = new NearIndex(3);
    const rng = createRng(9);
    // All in one bucket of every table but the last.
    for (let i = 0; i < 200_000; i++) index.add({ lo: 1, hi: (rng.below(0x10000) << 16) | 1 }, i);
    const spent = cpuMs(() => {
      for (let i = 0; i < 300; i++) index.find({ lo: 1, hi: 2 });
    });
    // Two million comparisons; without the bound, two hundred million.
    expect(spent).toBeLessThan(LINEAR_MS);
  });

  it('refuses a distance that is none', () => {
    for (const distance of [0, -1, 64, 1.5, NaN]) expect(() => new NearIndex(distance)).toThrow(RangeError);
  });
});

describe('hash table', () => {
  it('numbers keys like a Map, also after a snapshot', () => {
    const key = fc.record({
      lo: fc.oneof(fc.nat(20), fc.nat(0xffffffff)),
      hi: fc.oneof(fc.nat(3), fc.nat(0xffffffff)),
    });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 3_000 }), (keys) => {
        let table = new HashTable();
        const map = new Map<string, number>();
        keys.forEach(({ lo, hi }, i) => {
          const name = `${lo} ${hi}`;
          expect(table.find(lo, hi)).toBe(map.get(name) ?? -1);
          if (!map.has(name)) {
            expect(table.add(lo, hi)).toBe(map.size);
            map.set(name, map.size);
          }
          if (i % 701 !== 700) return;
          const restored = new HashTable();
          restored.restore(decodeSnapshot(encodeSnapshot(table.save())));
          table = restored;
        });
        expect(table.size).toBe(map.size);
      }),
      { numRuns: 30 },
    );
  });
});
