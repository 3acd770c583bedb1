import { BLOCKS, emphasis } from './markdown-text.js';

/** The marks of elements that emphasise or strike out a text. */
const MARKS: Readonly<Record<string, string>> = {
  B: '**',
  STRONG: '**',
  I: '*',
  EM: '*',
  S: '~~',
  DEL: '~~',
};

/** Blocks without a form of their own in Markdown. */
const PLAIN = new Set(['P', 'DIV']);

function holdsOther(node: Node): boolean {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if ((BLOCKS.has(child.nodeName) && !PLAIN.has(child.nodeName)) || holdsOther(child)) return true;
  return false;
}

const known = new WeakMap<Node, boolean>();
/** Whether an element has no blocks but paragraphs. Computed once for each: all elements within may ask. */
function holdsLines(node: Node): boolean {
  let holds = known.get(node);
  if (holds === undefined) known.set(node, (holds = !holdsOther(node)));
  return holds;
}

/** Whether an element with the same mark is around it. Those around other blocks have none. */
export function isWithin(node: Node, mark: string): boolean {
  for (let around = node.parentNode; around !== null; around = around.parentNode)
    if (MARKS[around.nodeName] === mark && holdsLines(around)) return true;
  return false;
}

/**
 * The paragraphs of an inline element around blocks. Marks apply only within a paragraph, so that each has its own; a
 * mark before a list or a fence would hide it, so that nothing has one if there are other blocks.
 */
export function markedParagraphs(content: string, node: Node): string {
  const mark = MARKS[node.nodeName];
  if (mark === undefined || !holdsLines(node) || isWithin(node, mark)) return content;
  return content
    .split(/(?:[ \t]*\n){2,}[ \t]*/)
    .map((paragraph) => emphasis(paragraph, mark, '', ''))
    .join('\n\n');
}
