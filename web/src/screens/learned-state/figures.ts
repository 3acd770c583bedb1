import type { PlacedNode } from './tree-layout.js';
import type { TreeNode } from './queries.js';
import { ruleInWords } from '../../parts/named-words.js';
import { counted } from '../../parts/words.js';

const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A weight, value or reward; a dash where there is none. */
export const figure = (value: number | null): string => (value === null ? '–' : significant.format(value));

/** Text beside a leaf. */
export const briefly = ({ candidates, meanReward }: TreeNode): string =>
  [counted(candidates, 'candidate'), ...(meanReward === null ? [] : [`mean reward ${figure(meanReward)}`])].join(', ');

/** The figures of a node, as a sentence says them. */
export const nodeInWords = (node: TreeNode): string =>
  [
    briefly(node),
    `${counted(node.samples, 'link')} followed`,
    ...(node.value === null ? [] : [`Q-value ${figure(node.value)}`]),
    ...(node.hidden === 0 ? [] : [`${counted(node.hidden, 'leaf', 'leaves')} below it`]),
  ].join(', ');

/** Text above a node: the rule that separates it from its sibling. */
export const ruleOf = ({ rule }: TreeNode): string => (rule === null ? 'All links' : ruleInWords(rule));

/** Name of a node for screen readers. It begins with the written text. */
export const nodeName = ({ node, isOpen }: PlacedNode): string =>
  `${ruleOf(node)} ${nodeInWords(node)}, ${isOpen ? 'node' : 'leaf'} ${node.id}`;
