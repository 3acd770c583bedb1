import fc from 'fast-check';
import { sameBytes } from '../../../test/support/same-bytes.js';
import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { Availability } from './frontier-view.js';
import type { TreeOptions } from './regression-tree.js';
import { TreeFrontier, type AvailabilityOf, type FeatureReader } from './tree-frontier.js';

const OPTIONS: TreeOptions = {
  minSamplesSplit: 4,
  maxDepth: 18,
  minChildShare: 0,
  maxLeafSamples: 100,
  maxLeaves: 1_000,
};
/** One feature: the probability. */
const read: FeatureReader = (list, at) => list.probabilities[at];
const allReady: AvailabilityOf = () => Availability.Ready;

function frontierOf(
  candidates: number,
  experience: readonly (readonly [x: number, reward: number])[] = [],
): TreeFrontier {
  const frontier = new TreeFrontier(1, OPTIONS);
  for (let i = 0; i < candidates; i++)
    frontier.add(i, 0, 0, Math.fround(i / candidates), () => Math.fround(i / candidates));
  for (const [x, reward] of experience) frontier.learn(Float32Array.of(x), reward, read);
  return frontier;
}
const STEP = [
  [0.1, 0],
  [0.2, 0],
  [0.6, 1],
  [0.8, 1],
] as const;

describe('TreeFrontier', () => {
  it('moves the candidates of a split leaf to its sides, and new ones after them', () => {
    const frontier = frontierOf(100, STEP);
    frontier.add(100, 0, 0, 0.9, () => 0.9);
    const { samples } = frontier.sample(createRng(1), allReady, 100);
    expect(samples.map(({ list }) => list.size)).toEqual([21, 80]);
    expect(frontier.size).toBe(101);
  });

  it('samples each leaf uniformly', () => {
    const frontier = frontierOf(10, [
      [0.05, 0],
      [0.15, 0],
      [0.45, 1],
      [0.8, 1],
    ]);
    const rng = createRng(2);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 8_000; i++)
      for (const { list, at } of frontier.sample(rng, allReady, 10).samples) counts[list.urlNos[at]]++;
    // Two candidates on the left, eight on the right; the standard deviations are 45 and 30.
    for (const [urlNo, count] of counts.entries())
      expect(Math.abs(count - (urlNo < 2 ? 4_000 : 1_000))).toBeLessThan(urlNo < 2 ? 270 : 180);
  });

  it('drops stale candidates for good when a sample is taken, and brings them back when none is', () => {
    const frontier = frontierOf(50);
    const mostGone: AvailabilityOf = (urlNo) => (urlNo === 7 ? Availability.Ready : Availability.Gone);
    const before = encodeSnapshot(frontier.save());
    frontier.sample(createRng(3), mostGone, 50);
    frontier.rollback();
    expect(encodeSnapshot(frontier.save())).toEqual(before);
    const { samples } = frontier.sample(createRng(3), mostGone, 50);
    expect(samples.map(({ list, at }) => list.urlNos[at])).toEqual([7]);
    frontier.take(samples[0]);
    expect(frontier.size).toBeLessThan(49);
  });

  it('passes over busy candidates and keeps them', () => {
    const frontier = frontierOf(30);
    const mostBusy: AvailabilityOf = (urlNo) => (urlNo === 3 ? Availability.Ready : Availability.Busy);
    const { samples, busy } = frontier.sample(createRng(4), mostBusy, 30, 5);
    expect(new Set(samples.map(({ list, at }) => list.urlNos[at]))).toEqual(new Set([3]));
    // Candidates that would be samples if they were ready.
    expect(busy.length).toBeGreaterThan(0);
    expect(busy.map(({ urlNo }) => urlNo)).not.toContain(3);
    frontier.take(samples[0]);
    expect(frontier.size).toBe(29);
    expect(frontier.sample(createRng(5), () => Availability.Busy, 10)).toMatchObject({ samples: [], waiting: true });
    expect(frontier.sample(createRng(5), () => Availability.Gone, 100)).toEqual({
      samples: [],
      waiting: false,
      busy: [],
    });
  });

  it('samples few leaves several times when asked, and follows candidates that a removal moves', () => {
    const oddGone: AvailabilityOf = (urlNo) => (urlNo % 2 ? Availability.Gone : Availability.Ready);
    for (let seed = 0; seed < 50; seed++) {
      const { samples } = frontierOf(40, STEP).sample(createRng(seed), oddGone, 40, 20);
      expect(samples.length).toBeGreaterThan(10);
      for (const { list, at } of samples) expect(at < list.size && list.urlNos[at] % 2 === 0).toBe(true);
    }
  });

  it('sweeps all that is stale within the stated number of calls', () => {
    const frontier = frontierOf(1_000, STEP);
    const odd: AvailabilityOf = (urlNo) => (urlNo % 2 ? Availability.Gone : Availability.Ready);
    let swept = 0;
    // Two extra calls: a slice is a share of the rest, and ends at the end of a leaf.
    for (let i = 0; i < 20; i++) swept += frontier.sweep(10, odd);
    expect(swept).toBe(500);
    expect(frontier.size).toBe(500);
  });

  it('loses and doubles no candidate, and goes on identically after save and restore', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(300), (seed, count) => {
        const frontier = frontierOf(count);
        const rng = createRng(seed);
        const taken = new Set<number>();
        const step = (of: TreeFrontier, draw: typeof rng): number => {
          const { samples } = of.sample(
            draw,
            (urlNo) => (taken.has(urlNo) ? Availability.Gone : Availability.Ready),
            1_000,
          );
          if (samples.length === 0) return -1;
          const { list, at } = samples[draw.below(samples.length)];
          const [urlNo, x] = [list.urlNos[at], list.probabilities[at]];
          of.take(samples.find((s) => s.list === list) ?? samples[0]);
          of.learn(Float32Array.of(x), draw.below(2), read);
          return urlNo;
        };
        for (let i = 0; i < 50; i++) {
          const urlNo = step(frontier, rng);
          if (urlNo < 0) break;
          expect(taken.has(urlNo)).toBe(false);
          taken.add(urlNo);
        }
        expect(frontier.size).toBe(count - taken.size);
        const other = new TreeFrontier(1, OPTIONS);
        other.restore(decodeSnapshot(encodeSnapshot(frontier.save())));
        const [a, b] = [createRng(seed), createRng(seed)];
        for (let i = 0; i < 20; i++) expect(step(other, a)).toBe(step(frontier, b));
        expect(sameBytes(encodeSnapshot(other.save()), encodeSnapshot(frontier.save()))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a leaf too large to be divided at once', () => {
  const LIMITS = { atOnce: 50, slice: 10 };
  const large = (candidates: number): TreeFrontier => {
    const frontier = new TreeFrontier(1, OPTIONS, LIMITS);
    for (let i = 0; i < candidates; i++)
      frontier.add(i, 0, 0, Math.fround(i / candidates), () => Math.fround(i / candidates));
    return frontier;
  };
  const urlNosOf = (frontier: TreeFrontier): number[] => {
    const { candidates } = decodeSnapshot(encodeSnapshot(frontier.save())) as unknown as {
      candidates: { urlNos: Uint32Array };
    };
    return [...candidates.urlNos].sort((a, b) => a - b);
  };

  it('is moved in slices, is sampled meanwhile, and loses nobody', () => {
    const frontier = large(200);
    const rng = createRng(3);
    const experience = [...STEP, ...Array.from({ length: 40 }, (_, i) => [(i % 10) / 10, i % 10 > 5 ? 1 : 0] as const)];
    let most = 0;
    for (const [x, reward] of experience) {
      frontier.learn(Float32Array.of(x), reward, read);
      const { samples } = frontier.sample(rng, allReady, 1_000);
      most = Math.max(most, samples.length);
      expect(samples.length).toBeGreaterThan(0);
      frontier.rollback();
      expect(urlNosOf(frontier)).toEqual(Array.from({ length: 200 }, (_, i) => i));
    }
    // Two leaves, and temporarily the undivided rest.
    expect(most).toBeGreaterThan(frontier.tree.leafCount);
    const { samples } = frontier.sample(rng, allReady, 1_000);
    expect(samples).toHaveLength(frontier.tree.leafCount);
    for (const { leaf, list } of samples)
      for (let at = 0; at < list.size; at++) expect(frontier.tree.leafOf(() => list.probabilities[at])).toBe(leaf);
  });

  it('is swept, saved and restored on its way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(1_000), (steps, seed) => {
        const frontier = large(300);
        const gone: AvailabilityOf = (urlNo) => (urlNo % 3 === 0 ? Availability.Gone : Availability.Ready);
        const rng = createRng(seed);
        const step = (one: TreeFrontier, by: typeof rng): void => {
          const x = Math.fround(by.next());
          one.learn(Float32Array.of(x), x > 0.5 ? 1 : 0, read);
          one.sweep(5, gone);
          const [sample] = one.sample(by, gone, 1_000).samples;
          one.take(sample);
        };
        for (let i = 0; i < steps; i++) step(frontier, rng);
        const other = new TreeFrontier(1, OPTIONS, LIMITS);
        other.restore(decodeSnapshot(encodeSnapshot(frontier.save())));
        const otherRng = createRng(seed);
        otherRng.restore(rng.save());
        for (let i = 0; i < 20; i++) {
          step(frontier, rng);
          step(other, otherRng);
        }
        expect(sameBytes(encodeSnapshot(other.save()), encodeSnapshot(frontier.save()))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
