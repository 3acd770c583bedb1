import { cluster, hierarchy, type HierarchyPointNode } from 'd3-hierarchy';
import { ruleInWords } from '../../parts/named-words.js';
import type { TreeNode } from './queries.js';

/** Sizes and distances, px. */
export interface Spacing {
  readonly level: number;
  readonly leaf: number;
  readonly margin: number;
  /** Right of a leaf: its figures. */
  readonly text: number;
  readonly smallestRadius: number;
  readonly largestRadius: number;
}

/** With rules above the nodes and figures beside the leaves. */
export const WRITTEN: Spacing = {
  ...{ level: 190, leaf: 44, margin: 36, text: 250 },
  ...{ smallestRadius: 4, largestRadius: 14 },
};
/** Without a word: a large tree is seen as a whole. */
export const BARE: Spacing = {
  ...{ level: 72, leaf: 16, margin: 16, text: 0 },
  ...{ smallestRadius: 3, largestRadius: 8 },
};
/** Colours of mean rewards. */
export const SHADES = 5;

/** A node with its place in the drawing. */
export interface PlacedNode {
  readonly node: TreeNode;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** From 0 to `SHADES` - 1; null without a mean reward. */
  readonly shade: number | null;
  readonly level: number;
  /** Whether its children are shown. */
  readonly isOpen: boolean;
  readonly parent: PlacedNode | null;
}

export interface TreeLayout {
  readonly width: number;
  readonly height: number;
  /** From the root on, level by level. */
  readonly nodes: readonly PlacedNode[];
}

/** The nodes that were divided, in the order in which that happened. */
export function splitsOf(nodes: readonly TreeNode[]): TreeNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Set(nodes.flatMap(({ parent }) => (parent === null ? [] : [parent])));
  return [...parents].flatMap((id) => byId.get(id) ?? []);
}

/** The tree as it was after so many splits. Figures are those of now. */
export function nodesAfter(nodes: readonly TreeNode[], splits: number): TreeNode[] {
  const divided = new Set(
    splitsOf(nodes)
      .slice(0, splits)
      .map(({ id }) => id),
  );
  return nodes.filter(({ parent }) => parent === null || divided.has(parent));
}

/** Conditions from the root to a node, outermost first. */
export function rulesTo(nodes: readonly TreeNode[], id: number): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rules: string[] = [];
  for (let node = byId.get(id); node?.rule; node = byId.get(node.parent ?? -1)) rules.unshift(ruleInWords(node.rule));
  return rules;
}

/** From 0 to `SHADES` - 1, by the share of the highest mean reward; rewards are in [0, 1] as a rule. */
export function shadeOf(meanReward: number | null, highest: number): number | null {
  if (meanReward === null) return null;
  const share = meanReward / Math.max(1, highest);
  return Math.max(0, Math.min(SHADES - 1, Math.floor(share * SHADES)));
}

/** Places a tree from left to right, its leaves one under the other. Null without nodes. */
export function layoutOf(nodes: readonly TreeNode[], spacing: Spacing = WRITTEN): TreeLayout | null {
  const { level, leaf, margin, text, smallestRadius, largestRadius } = spacing;
  const [root] = nodes;
  if (!root) return null;
  const children = new Map<number, TreeNode[]>();
  for (const node of nodes)
    if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const drawn = cluster<TreeNode>()
    .nodeSize([leaf, level])
    .separation(() => 1)(hierarchy(root, ({ id }) => children.get(id)));
  const all = drawn.descendants();
  const top = Math.min(...all.map(({ x }) => x));
  const bottom = Math.max(...all.map(({ x }) => x));
  const levels = Math.max(...all.map(({ depth }) => depth));
  const highest = Math.max(...nodes.map(({ meanReward }) => meanReward ?? 0));
  const most = Math.max(1, ...nodes.map(({ candidates }) => candidates));
  const placed = new Map<HierarchyPointNode<TreeNode>, PlacedNode>();
  for (const at of all) {
    placed.set(at, {
      node: at.data,
      x: margin + at.depth * level,
      y: margin + at.x - top,
      radius: smallestRadius + (largestRadius - smallestRadius) * Math.sqrt(at.data.candidates / most),
      shade: shadeOf(at.data.meanReward, highest),
      level: at.depth + 1,
      isOpen: at.children !== undefined,
      parent: at.parent ? (placed.get(at.parent) ?? null) : null,
    });
  }
  return {
    width: 2 * margin + levels * level + text,
    height: 2 * margin + bottom - top,
    nodes: [...placed.values()],
  };
}

/**
 * The node that a key leads to: the parent, the first child, or the next node above or below. Null if there is none.
 */
export function nextByKey(layout: TreeLayout, id: number, key: string): number | null {
  const at = layout.nodes.find(({ node }) => node.id === id);
  if (!at) return null;
  const inOrder = [...layout.nodes].sort((a, b) => a.y - b.y || a.x - b.x);
  const place = inOrder.indexOf(at);
  const found = {
    ArrowLeft: at.parent,
    ArrowRight: layout.nodes.find(({ parent }) => parent === at),
    ArrowUp: inOrder[place - 1],
    ArrowDown: inOrder[place + 1],
    Home: layout.nodes[0],
    End: inOrder.at(-1),
  }[key];
  return found?.node.id ?? null;
}
