import { allOf } from '../text/pieces.js';
import { createWebGraph } from '../webs/index.js';
import { binNames, binOf, BIN_COUNTS } from './bins.js';
import { qValues } from './q-values.js';

const valuesOf = (links: readonly (readonly number[])[], targets: readonly number[], discount = 0.5): number[] => [
  ...allOf(qValues(createWebGraph(links), (page) => targets.includes(page), discount)),
];

describe('Q-values of links', () => {
  it('are the rewards on the greedy way, discounted by the pages fetched before', () => {
    // 0 → 1 → 2(target) → 3(target); 0 → 4 → 5; 6 leads nowhere
    const values = valuesOf([[1, 4], [2], [3], [], [5], [], []], [2, 3]);
    expect(values).toEqual([0.25 + 0.125, 0.5 + 0.25, 1 + 0.5, 1, 0, 0, 0]);
  });

  it('go to the reward nearest to any page that is known, not only from the last one', () => {
    // 0 → 1(target), 0 → 2 → 3(target), 1 → 4 → 5 → 6(target): after 1 the nearest is 3, through 2.
    const values = valuesOf([[1, 2], [4], [3], [], [5], [6], []], [1, 3, 6]);
    expect(values[0]).toBeCloseTo(0.5 + 0.5 ** 3 + 0.5 ** 6);
  });

  it('collect each reward once, also in circles', () => {
    expect(valuesOf([[1], [0]], [1])).toEqual([0.5, 1]);
    expect(valuesOf([[1], [0]], [0, 1])).toEqual([1.5, 1.5]);
  });

  it('stay below 1 without an immediate reward, however many there are behind it', () => {
    const leaves = Array.from({ length: 200 }, (_, i) => i + 1);
    const [hub] = valuesOf([leaves, ...leaves.map(() => [])], leaves);
    expect(hub).toBeGreaterThan(0.99);
    expect(hub).toBeLessThan(1);
  });

  it('leave out what is too far away to count', () => {
    const chain = Array.from({ length: 30 }, (_, page) => (page < 29 ? [page + 1] : []));
    const values = valuesOf(chain, [29]);
    expect(values[0]).toBe(0);
    expect(values[27]).toBe(0.25);
  });

  it('are found in bounded work where many pages lead far', () => {
    const pages = 3_000;
    const links = Array.from({ length: pages }, (_, page) =>
      Array.from({ length: 30 }, (__, i) => (page * 31 + i * i * 7 + 1) % pages),
    );
    const values = valuesOf(links, [0, 1, 2, 3]);
    expect(values.every((value) => value >= 0 && value < 2)).toBe(true);
    expect(values[0]).toBeGreaterThanOrEqual(1);
  });

  it('have the nearest reward however many links are on the ways to it', () => {
    // 0 → 200 pages, each of which links to all of them, and → 1 → 2(target)
    const hubs = Array.from({ length: 200 }, (_, i) => i + 3);
    expect(valuesOf([hubs, [2], [], ...hubs.map(() => [...hubs, 1])], [2])[0]).toBe(0.125);
  });

  it.each([0, 0.6, Number.NaN])('refuse the discount %p', (discount) => {
    expect(() => valuesOf([[]], [0], discount)).toThrow(/discount/);
  });
});

describe('bins', () => {
  it('are divided at 1, γ, γ² and so on', () => {
    const at = [1.5, 1, 0.99, 0.5, 0.3, 0.2, 0];
    expect(at.map((q) => binOf(q, 2, 0.5))).toEqual([0, 0, 1, 1, 1, 1, 1]);
    expect(at.map((q) => binOf(q, 4, 0.5))).toEqual([0, 0, 1, 1, 2, 3, 3]);
    expect(at.map((q) => binOf(q, 5, 0.5))).toEqual([0, 0, 1, 1, 2, 3, 4]);
  });

  it.each([0.001, 0.01, 0.05, 0.1, 0.15, 0.3, 0.45, 0.5])('tell apart all distances at the discount %p', (discount) => {
    const chain = Array.from({ length: 6 }, (_, page) => (page < 5 ? [page + 1] : []));
    for (const bins of BIN_COUNTS) {
      const found = valuesOf(chain, [5], discount).map((q) => binOf(q, bins, discount));
      expect(found).toEqual([5, 4, 3, 2, 1, 0].map((distance) => Math.min(distance, bins - 1)));
    }
  });

  it('have names, as many as there are', () => {
    for (const bins of BIN_COUNTS) expect(binNames(bins)).toHaveLength(bins);
    expect(binNames(4)).toEqual(['immediate', 'two-step', 'three-step', 'other']);
  });
});
