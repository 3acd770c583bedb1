import type TurndownService from 'turndown';
import { attributeOf, isEmpty, ruleIn } from './markdown-text.js';

/** The list of an item. A link may surround it. */
const listOf = (item: Node): Node =>
  (item.parentNode?.nodeName === 'A' ? item.parentNode.parentNode : item.parentNode) ?? item;

/** Number of items of a list. */
function itemsOf(list: Node): number {
  let items = 0;
  for (let child = list.firstChild; child !== null; child = child.nextSibling)
    items += child.nodeName === 'LI' || child.firstChild?.nodeName === 'LI' ? 1 : 0;
  return items;
}

const LIST = /^[OU]L$/;
/** Items above lists that were asked for: a page may have many lists below one item. */
const itemsAbove = new WeakMap<Node, Element | null>();

/** The item above a list that stands directly in another one, as editors write nested lists; null if there is none. */
function itemAbove(list: Node): Element | null {
  if (!LIST.test(list.nodeName) || !LIST.test(list.parentNode?.nodeName ?? '')) return null;
  const known = itemsAbove.get(list);
  if (known !== undefined) return known;
  let before = list.previousSibling;
  while (before !== null && LIST.test(before.nodeName) && !itemsAbove.has(before)) before = before.previousSibling;
  const isItem = before?.nodeName === 'LI' && !isEmpty(before as Element);
  const item = isItem ? (before as Element) : before === null ? null : (itemsAbove.get(before) ?? null);
  itemsAbove.set(list, item);
  return item;
}

const otherMarks = new WeakMap<Node, boolean>();
/** Whether a list follows another one of its kind, whose marks it does not share: they would be read as one list. */
function hasOtherMark(list: Node): boolean {
  const known = otherMarks.get(list);
  if (known !== undefined) return known;
  const row = [list];
  for (let at = before(list); at !== null && at.nodeName === list.nodeName && !otherMarks.has(at); at = before(at))
    row.push(at);
  for (const one of row.reverse()) {
    const last = before(one);
    otherMarks.set(one, last?.nodeName === one.nodeName && !(otherMarks.get(last) ?? false));
  }
  return otherMarks.get(list) ?? false;
}

/** The element before a list, in the same block or in one that surrounds it. */
function before(list: Node): Node | null {
  let at: Node = list;
  while (at.previousSibling === null && at.parentNode?.nodeName === 'DIV') at = at.parentNode;
  let last = at.previousSibling;
  while (last?.nodeName === 'DIV' && last.lastChild !== null) last = last.lastChild;
  return last;
}

/** Direct children of a list that are no items belong to none. */
const isItem = (node: Node | null): boolean => node === null || node.nodeName === 'LI';

/** Lists with their numbers, also of items that stand outside of any list, and of lists directly in lists. */
export function lists(service: TurndownService): void {
  const rule = ruleIn(service);
  const numbers = new WeakMap<Node, number>();
  const indents = new WeakMap<Node, string>();
  rule('item', 'li', (content, node) => {
    const list = listOf(node);
    const value = attributeOf(node, 'value');
    const isReversed = (list as HTMLElement).hasAttribute('reversed');
    const first = (): number => Number(attributeOf(list, 'start') || (isReversed ? itemsOf(list) : 1));
    const number = value === '' ? (numbers.get(list) ?? first()) : Number(value);
    // Markdown has no negative numbers.
    numbers.set(list, Math.max(0, number + (isReversed ? -1 : 1)));
    const isOther = hasOtherMark(list);
    const mark = list.nodeName === 'OL' ? `${number}${isOther ? ')' : '.'}  ` : `${isOther ? '*' : '-'}   `;
    const indent = ' '.repeat(mark.length);
    indents.set(node, indent);
    // It may begin with at most one empty line (CommonMark 5.2): text after several would be code.
    const text = content.replace(/^(?:[ \t]*\n)+/, '').replace(/\n+$/, '\n');
    const item = `${mark}${text.replaceAll('\n', `\n${indent}`)}`;
    return `${isItem(node.previousSibling) ? '' : '\n\n'}${item}${isItem(node.nextSibling) ? '\n' : '\n\n'}`;
  });
  rule(
    'nestedList',
    (node) => itemAbove(node) !== null,
    (content, node) => {
      const indent = indents.get(itemAbove(node) ?? node) ?? '';
      return `\n\n${content.trim().replaceAll(/^(?=.)/gm, indent)}\n\n`;
    },
  );
  rule(
    'strayItem',
    (node) => node.nodeName === 'LI' && !/^[OU]L$/.test(listOf(node).nodeName),
    (content) => `\n\n${content.trim()}\n\n`,
  );
}
