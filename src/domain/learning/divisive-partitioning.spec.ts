import { createRng } from '../base/rng.js';
import { partition, type SparseVector } from './divisive-partitioning.js';

/** Documents in this number of groups; each group has three terms of its own, and all share one. */
function groups(count: number, perGroup: number, seed = 1): { documents: SparseVector[]; groupOf: number[] } {
  const rng = createRng(seed);
  const documents: SparseVector[] = [];
  const groupOf: number[] = [];
  for (let i = 0; i < count * perGroup; i++) {
    const group = i % count;
    const weights = Float32Array.from([0.3, 1 + rng.next() / 5, 1 + rng.next() / 5, 1 + rng.next() / 5]);
    const length = Math.hypot(...weights);
    documents.push({
      terms: Int32Array.from([0, 1, 2, 3], (k) => (k === 0 ? 0 : 3 * group + k)),
      weights: weights.map((weight) => weight / length),
    });
    groupOf.push(group);
  }
  return { documents, groupOf };
}

describe('partition', () => {
  it('finds the groups of documents that share no word but one', () => {
    const { documents, groupOf } = groups(4, 8);
    const { clusterOf, clusters } = partition(documents, 13, 4, createRng(3));
    expect(clusters).toBe(4);
    const pairs = new Set(groupOf.map((group, i) => `${group}/${clusterOf[i]}`));
    expect(pairs.size).toBe(4);
  });

  it('gives the same clusters for the same seed', () => {
    const { documents } = groups(5, 9, 7);
    const [a, b] = [1, 2].map(() => partition(documents, 16, 9, createRng(5)).clusterOf);
    expect(a).toEqual(b);
  });

  it('makes fewer clusters where documents are alike, or too few', () => {
    const same: SparseVector = { terms: Int32Array.of(0, 1), weights: Float32Array.of(0.6, 0.8) };
    expect(partition([same, same, same], 2, 3, createRng(1)).clusters).toBe(1);
    expect(partition(groups(2, 1).documents, 7, 50, createRng(1)).clusters).toBe(2);
    expect(partition([], 0, 4, createRng(1))).toEqual({ clusterOf: new Int32Array(0), clusters: 1 });
  });
});
