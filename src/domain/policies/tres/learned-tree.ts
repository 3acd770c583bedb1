import type { RegressionTree } from '../../frontier/regression-tree.js';
import type { TreeFrontier } from '../../frontier/tree-frontier.js';
import {
  LEARNED_STATE_LIMITS,
  type LearnedEvent,
  type LearnedHistory,
  type LearnedNode,
  type LearnedTree,
} from '../learned-state/index.js';
import type { ActionValues } from './action-frontier.js';

/** Sums over the leaves below a node. */
interface Below {
  candidates: number;
  samples: number;
  reward: number;
  leaves: number;
}

/** The current Tree-Frontier. Of a large one the earliest nodes are reported, with sums over those below them. */
export function learnedTree(frontier: TreeFrontier, names: readonly string[], agent: ActionValues | null): LearnedTree {
  const { tree } = frontier;
  const below = sumsBelow(frontier);
  const shown = Math.min(tree.nodeCount, LEARNED_STATE_LIMITS.nodes);
  const divided = new Set<number>();
  for (let node = 1; node < shown; node++) divided.add(tree.parentOf(node));
  const values = agent === null ? new Map<number, number>() : leafValues(tree, shown, agent);
  const splits = splitsOf(tree, shown);
  const nodes = Array.from({ length: shown }, (_, id): LearnedNode => {
    const { candidates, samples, reward, leaves } = below[id];
    const isLeaf = !divided.has(id);
    const split = splits.get(id);
    return {
      id,
      parent: id === 0 ? null : tree.parentOf(id),
      rule: id === 0 ? null : tree.ruleOf(id, names),
      isLeaf,
      splitStep: isLeaf || split === undefined ? null : tree.splits.at(split).step,
      candidates,
      samples,
      meanReward: samples === 0 ? null : reward / samples,
      value: values.get(id) ?? null,
      hidden: isLeaf && !tree.isLeaf(id) ? leaves : 0,
    };
  });
  return {
    title: 'Tree-Frontier',
    note: 'Each leaf holds links that look alike, and the rewards of those that were followed. A leaf splits where that separates the rewards.',
    nodes,
    inAll: tree.nodeCount,
  };
}

/** The splits in chronological order. */
export function splitHistory(tree: RegressionTree, names: readonly string[]): LearnedHistory {
  const inAll = (tree.nodeCount - 1) / 2;
  const first = Math.max(0, inAll - LEARNED_STATE_LIMITS.events);
  const events = Array.from({ length: inAll - first }, (_, i): LearnedEvent => {
    const split = first + i;
    const [left, right] = [2 * split + 1, 2 * split + 2];
    const { step, ...sides } = tree.splits.at(split);
    const children = [left, right].map((node, side) => {
      const { samples, meanReward } = side === 0 ? sides.left : sides.right;
      const found =
        samples === 0 ? '' : ` (${samples} links followed, mean reward ${Number(meanReward.toPrecision(3))})`;
      return `${tree.ruleOf(node, names)}${found}`;
    });
    return { step, node: tree.parentOf(left), text: `Leaf ${tree.parentOf(left)} split: ${children.join(', or ')}` };
  });
  return { events, inAll };
}

/** By node; children have higher numbers than their parents. */
function sumsBelow(frontier: TreeFrontier): Below[] {
  const { tree } = frontier;
  const below = Array.from({ length: tree.nodeCount }, (_, node): Below => {
    const { mean, count } = tree.isLeaf(node) ? tree.experienceOf(node) : { mean: 0, count: 0 };
    return {
      candidates: frontier.candidatesIn(node),
      samples: count,
      reward: mean * count,
      leaves: tree.isLeaf(node) ? 1 : 0,
    };
  });
  for (let node = below.length - 1; node > 0; node--) {
    const parent = below[tree.parentOf(node)];
    parent.candidates += below[node].candidates;
    parent.samples += below[node].samples;
    parent.reward += below[node].reward;
    parent.leaves += below[node].leaves;
  }
  return below;
}

/** Q-values of the mean experience of the leaves among the first nodes. */
function leafValues(tree: RegressionTree, shown: number, agent: ActionValues): Map<number, number> {
  const leaves: number[] = [];
  for (let node = 0; node < shown; node++)
    if (tree.isLeaf(node) && tree.experienceOf(node).count > 0) leaves.push(node);
  const rows = new Float32Array(leaves.length * tree.features);
  leaves.forEach((leaf, i) => tree.writeMean(leaf, rows, i * tree.features));
  const values = agent.values(rows, leaves.length);
  return new Map(leaves.map((leaf, i) => [leaf, values[i]]));
}

/** The number of each node's split. */
function splitsOf(tree: RegressionTree, shown: number): Map<number, number> {
  const splits = new Map<number, number>();
  for (let left = 1; left < shown; left += 2) splits.set(tree.parentOf(left), (left - 1) / 2);
  return splits;
}
