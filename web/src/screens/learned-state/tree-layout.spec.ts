import type { TreeNode } from './queries.js';
import { layoutOf, nextByKey, nodesAfter, rulesTo, shadeOf, splitsOf } from './tree-layout.js';

const node = (id: number, parent: number | null, isLeaf: boolean, candidates = 10): TreeNode => ({
  ...{ id, parent, isLeaf, candidates, rule: parent === null ? null : `rule ${id}` },
  ...{ splitStep: isLeaf ? null : id * 10, samples: 4, meanReward: 0.5, value: null, hidden: 0 },
});
/** The root was divided first, then its right child. */
const NODES = [node(0, null, false, 30), node(1, 0, true), node(2, 0, false, 20), node(3, 2, true), node(4, 2, true)];

describe('the tree as it is drawn', () => {
  it('is what it was after a number of splits', () => {
    expect(splitsOf(NODES).map(({ id }) => id)).toEqual([0, 2]);
    const idsAfter = (splits: number): number[] => nodesAfter(NODES, splits).map(({ id }) => id);
    expect([0, 1, 2].map(idsAfter)).toEqual([[0], [0, 1, 2], [0, 1, 2, 3, 4]]);
  });

  it('has the rules from the root to a node', () => {
    expect(rulesTo(NODES, 4)).toEqual(['rule 2', 'rule 4']);
    expect(rulesTo(NODES, 0)).toEqual([]);
  });

  it('stands from left to right, all of it within its frame, and leaves do not meet', () => {
    const layout = layoutOf(NODES);
    expect(layout?.nodes).toHaveLength(5);
    const leaves = layout?.nodes.filter(({ isOpen }) => !isOpen) ?? [];
    const heights = leaves.map(({ y }) => y).sort((a, b) => a - b);
    expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeGreaterThan(20);
    for (const { x, y, radius } of layout?.nodes ?? []) {
      expect(x - radius).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(layout?.width ?? 0);
      expect(y - radius).toBeGreaterThanOrEqual(0);
      expect(y + radius).toBeLessThanOrEqual(layout?.height ?? 0);
    }
    expect(layoutOf([])).toBeNull();
  });

  it('is walked by keys', () => {
    const layout = layoutOf(NODES);
    if (!layout) throw new Error('no layout');
    expect(nextByKey(layout, 0, 'ArrowRight')).toBe(1);
    expect(nextByKey(layout, 4, 'ArrowLeft')).toBe(2);
    expect(nextByKey(layout, 0, 'ArrowLeft')).toBeNull();
    expect(nextByKey(layout, 3, 'Home')).toBe(0);
    const met = new Set<number>();
    for (let at: number | null = nextByKey(layout, 1, 'End'); at !== null; at = nextByKey(layout, at, 'ArrowUp'))
      met.add(at);
    expect([...met].sort()).toEqual([0, 1, 2, 3, 4]);
    expect(nextByKey(layout, 1, 'x')).toBeNull();
  });

  it.each([
    [null, 1, null],
    [0, 1, 0],
    [0.5, 0.5, 2],
    [1, 1, 4],
    [3, 6, 2],
    [-1, 1, 0],
  ])('a mean reward of %p where the highest is %p has shade %p', (mean, highest, shade) => {
    expect(shadeOf(mean, highest)).toBe(shade);
  });
});
