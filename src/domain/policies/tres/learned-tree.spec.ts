import { createRng } from '../../base/rng.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../base/snapshot.js';
import { TreeFrontier } from '../../frontier/tree-frontier.js';
import { splitHistory, learnedTree } from './learned-tree.js';

const OPTIONS = { minSamplesSplit: 2, maxDepth: 60, minChildShare: 0, maxLeafSamples: 50, maxLeaves: 5_000 };
const NAMES = ['depth', 'score'];

/** Rewards grow with the score, so that samples divide the tree again and again. */
function grown(samples: number): TreeFrontier {
  const frontier = new TreeFrontier(NAMES.length, OPTIONS);
  const rng = createRng(5);
  for (let step = 0; step < samples; step++) {
    const x = Float32Array.of(rng.next(), rng.next());
    frontier.learn(x, x[1], () => 0, step);
    frontier.add(step, -1, 0, 0, (feature) => x[feature]);
  }
  return frontier;
}

describe('the report of the Tree-Frontier', () => {
  it('has one leaf at first', () => {
    const { nodes } = learnedTree(grown(1), NAMES, null);
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({ isLeaf: true, splitStep: null, candidates: 1, samples: 1, value: null });
  });

  it('tells when each node was divided, and survives a save and restore', () => {
    const frontier = grown(40);
    const tree = learnedTree(frontier, NAMES, null);
    const history = splitHistory(frontier.tree, NAMES);
    const steps = tree.nodes.flatMap(({ splitStep }) => (splitStep === null ? [] : [splitStep]));
    expect(steps.length).toBeGreaterThan(5);
    expect(Math.min(...steps)).toBe(1);
    const other = new TreeFrontier(NAMES.length, OPTIONS);
    other.restore(decodeSnapshot(encodeSnapshot(frontier.save())));
    expect([learnedTree(other, NAMES, null), splitHistory(other.tree, NAMES)]).toEqual([tree, history]);
  });

  it('loads snapshots of releases that kept no steps', () => {
    const frontier = grown(40);
    const saved = decodeSnapshot(encodeSnapshot(frontier.save()));
    const { history: _, ...tree } = saved['tree'] as Snapshot;
    const other = new TreeFrontier(NAMES.length, OPTIONS);
    other.restore({ ...saved, tree });
    const { events, inAll } = splitHistory(other.tree, NAMES);
    expect(inAll).toBe(frontier.tree.leafCount - 1);
    expect(new Set(events.map(({ step }) => step))).toEqual(new Set([null]));
    expect(events[0].text).toMatch(/^Leaf 0 split: (\w+) <= ([\d.]+), or \1 > \2$/);
    // Later splits are logged.
    for (let step = 40; step < 80; step++) other.learn(Float32Array.of(0, step % 2), step % 3, () => 0, step);
    expect(splitHistory(other.tree, NAMES).events.at(-1)?.step).toBeGreaterThan(39);
  });

  it('of a large tree has the nodes that were made first, with all that lies below them', () => {
    const frontier = grown(2_000);
    expect(frontier.tree.nodeCount).toBeGreaterThan(600);
    const { nodes, inAll } = learnedTree(frontier, NAMES, null);
    expect([nodes.length, inAll]).toEqual([511, frontier.tree.nodeCount]);
    const leaves = nodes.filter(({ isLeaf }) => isLeaf);
    expect(leaves.reduce((sum, { candidates }) => sum + candidates, 0)).toBe(2_000);
    const folded = leaves.filter(({ hidden }) => hidden > 0);
    expect(leaves.length - folded.length + folded.reduce((sum, { hidden }) => sum + hidden, 0)).toBe(
      frontier.tree.leafCount,
    );
    expect(nodes[0].meanReward).toBeGreaterThan(0);
    expect(nodes.every(({ parent, id }) => parent === null || parent < id)).toBe(true);
  });
});
