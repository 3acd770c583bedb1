import fc from 'fast-check';
import { sameBytes } from '../../../test/support/same-bytes.js';
import { SplitSearch } from './best-split.js';
import { RegressionTree, type TreeOptions } from './regression-tree.js';
import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';

const OPTIONS: TreeOptions = {
  minSamplesSplit: 5,
  maxDepth: 18,
  minChildShare: 0,
  maxLeafSamples: 2_000,
  maxLeaves: 20_000,
};
const row = (...x: number[]): Float32Array => Float32Array.from(x);
const variance = (values: readonly number[]): number => {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
};

/** Equation (4) of TRES, computed literally: every feature, every value. */
function bestByDefinition(
  rows: readonly (readonly number[])[],
  rewards: readonly number[],
  minChildShare: number,
): number {
  let best = 0;
  for (let feature = 0; feature < rows[0].length; feature++) {
    for (const { [feature]: threshold } of rows) {
      const left = rewards.filter((_, i) => rows[i][feature] <= threshold);
      const right = rewards.filter((_, i) => rows[i][feature] > threshold);
      if (left.length === 0 || right.length === 0 || Math.min(left.length, right.length) < minChildShare * rows.length)
        continue;
      const reduction =
        variance(rewards) - (left.length * variance(left) + right.length * variance(right)) / rows.length;
      best = Math.max(best, reduction);
    }
  }
  return best;
}

describe('SplitSearch', () => {
  it('finds the largest variance reduction of the definition', () => {
    const samples = fc.array(
      fc.record({
        x: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 10 })),
        reward: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 2, maxLength: 40 },
    );
    fc.assert(
      fc.property(samples, fc.constantFrom(0, 0.2), (given, minChildShare) => {
        const rows = given.map(({ x }) => x.map((v) => Math.fround(v / 10)));
        const rewards = given.map(({ reward }) => reward / 3);
        const split = new SplitSearch(2, minChildShare).best({
          rows: row(...rows.flat()),
          rewards: row(...rewards),
          count: rows.length,
        });
        expect(split?.reduction ?? 0).toBeCloseTo(bestByDefinition(rows, rewards, minChildShare), 5);
      }),
    );
  });

  it('finds none where rewards are equal, or features are', () => {
    const search = new SplitSearch(1, 0);
    expect(search.best({ rows: row(0, 0.5, 1), rewards: row(1, 1, 1), count: 3 })).toBeNull();
    expect(search.best({ rows: row(0.5, 0.5, 0.5), rewards: row(0, 1, 0), count: 3 })).toBeNull();
  });
});

describe('RegressionTree', () => {
  const learnLine = (tree: RegressionTree, count: number): void => {
    for (let i = 0; i < count; i++) tree.learn(row((i % 10) / 10, 0.5), i % 10 < 5 ? 0 : 1);
  };

  it('waits for enough samples, then separates the rewards, and tells its rules', () => {
    const tree = new RegressionTree(2, OPTIONS);
    for (const [x, reward] of [
      [0.1, 0],
      [0.2, 0],
      [0.8, 1],
      [0.9, 1],
    ])
      expect(tree.learn(row(x, 0.5), reward)).toBeNull();
    const event = tree.learn(row(0.3, 0.5), 0);
    expect(event).toMatchObject({ node: 0, left: 1, right: 2, split: { feature: 0, threshold: Math.fround(0.3) } });
    expect(tree.rulesOf(1, ['anchorProbability', 'b'])).toEqual(['anchorProbability <= 0.3']);
    expect(tree.rulesOf(2, ['anchorProbability', 'b'])).toEqual(['anchorProbability > 0.3']);
    expect(tree.leafOf((f) => [0.31, 0.5][f])).toBe(2);
    expect(tree.leafOf((f) => [Math.fround(0.3), 0.5][f])).toBe(1);
    expect([tree.experienceOf(1), tree.experienceOf(2)]).toEqual([
      { mean: 0, count: 3 },
      { mean: 1, count: 2 },
    ]);
    expect(() => tree.experienceOf(0)).toThrow(RangeError);
  });

  it('splits at most one leaf for each sample', () => {
    const tree = new RegressionTree(2, OPTIONS);
    const rng = createRng(3);
    for (let i = 0; i < 500; i++) {
      const before = tree.leafCount;
      const event = tree.learn(row(rng.next(), rng.next()), rng.below(2));
      expect(tree.leafCount - before).toBe(event ? 1 : 0);
    }
    expect(tree.leafCount).toBeGreaterThan(20);
    expect(tree.depth).toBeLessThanOrEqual(18);
  });

  it.each([
    ['maxDepth', { maxDepth: 0 }, 1],
    ['maxLeaves', { maxLeaves: 3 }, 3],
    ['minSamplesSplit', { minSamplesSplit: 10_000 }, 1],
  ])('keeps to %s', (_, limit, leaves) => {
    const tree = new RegressionTree(2, { ...OPTIONS, ...limit });
    const rng = createRng(4);
    for (let i = 0; i < 200; i++) tree.learn(row(rng.next(), rng.next()), rng.below(2));
    expect(tree.leafCount).toBe(leaves);
  });

  it('keeps to a leaf’s share of samples on each side', () => {
    const tree = new RegressionTree(2, { ...OPTIONS, minChildShare: 0.2, minSamplesSplit: 10 });
    // The only separating cut is 1 against 9.
    for (let i = 0; i < 10; i++) tree.learn(row(i === 0 ? 0 : 1, 0), i === 0 ? 1 : 0);
    expect(tree.leafCount).toBe(1);
  });

  it('forgets the oldest samples of a full leaf', () => {
    const tree = new RegressionTree(2, { ...OPTIONS, maxLeafSamples: 10, maxDepth: 0 });
    learnLine(tree, 10);
    for (let i = 0; i < 10; i++) tree.learn(row(0.5, 0.5), 1);
    expect(tree.experienceOf(0)).toEqual({ mean: 1, count: 10 });
  });

  it('goes on identically after save and restore', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(200), (seed, before) => {
        const options = { ...OPTIONS, maxLeafSamples: 12 };
        const [a, b] = [new RegressionTree(2, options), new RegressionTree(2, options)];
        const rng = createRng(seed);
        const next = (): [Float32Array, number] => [row(rng.below(10) / 10, rng.next()), rng.below(3) / 2];
        for (let i = 0; i < before; i++) a.learn(...next());
        b.restore(decodeSnapshot(encodeSnapshot(a.save())));
        for (let i = 0; i < 60; i++) {
          const sample = next();
          expect(b.learn(...sample)).toEqual(a.learn(...sample));
        }
        expect(sameBytes(encodeSnapshot(b.save()), encodeSnapshot(a.save()))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('refuses a snapshot over other features', () => {
    const tree = new RegressionTree(2, OPTIONS);
    learnLine(tree, 20);
    expect(() => new RegressionTree(3, OPTIONS).restore(tree.save())).toThrow(RangeError);
  });
});
