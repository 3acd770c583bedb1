import type TurndownService from 'turndown';
import { markedParagraphs } from './markdown-marks.js';
import { attributeOf, BLOCKS, escapedText, isEmpty, linkTo, ruleIn } from './markdown-text.js';

const INLINE = new Set(['A', 'B', 'STRONG', 'I', 'EM', 'S', 'DEL']);

function hasBlock(node: Node): boolean {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (BLOCKS.has(child.nodeName) || hasBlock(child)) return true;
  return false;
}

const HEADING = /^H[1-6]$/;
const NO_LINE = new Set('TABLE PRE UL OL HR BLOCKQUOTE H1 H2 H3 H4 H5 H6'.split(' '));

function holdsMoreThanLines(node: Node): boolean {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (NO_LINE.has(child.nodeName) || holdsMoreThanLines(child)) return true;
  return false;
}

/** An inline element around blocks, such as a link around a whole card, or a heading around more than lines. */
const surroundsBlocks = (node: Node): boolean =>
  (INLINE.has(node.nodeName) && hasBlock(node)) || (HEADING.test(node.nodeName) && holdsMoreThanLines(node));

/** Blocks that can contain the link, if they contain only one line. */
const LINES = new Set('H1 H2 H3 H4 H5 H6 P LI BLOCKQUOTE TD TH DIV'.split(' '));

/** The block that receives a link around blocks: its first heading, or its first line; null if it has none. */
function lineOfLink(link: Node): Node | null {
  let first: Node | null = null;
  const blocks = (link as HTMLElement).getElementsByTagName('*');
  for (const block of Array.from(blocks)) {
    if (!LINES.has(block.nodeName) || isEmpty(block) || hasBlock(block)) continue;
    if (HEADING.test(block.nodeName)) return block;
    first ??= block;
  }
  return first;
}

/** Whether a link in a heading only leads to this heading: it has a sign, or nothing. */
function isPermalink(node: Node, page: string): boolean {
  if (node.nodeName !== 'A' || !/^\s*[¶§#🔗⚓]?\ufe0f?\s*$/u.test(node.textContent ?? '')) return false;
  if ((node as Element).getElementsByTagName('img').length > 0) return false;
  const [url, fragment] = attributeOf(node, 'href').split('#', 2);
  return fragment !== undefined && url === page;
}

/** Marks apply within a paragraph: line breaks must stay single. */
export const inParagraph = (content: string): string => content.replaceAll(/(?:[ \t]*\n){2,}[ \t]*/g, '  \n');

export const linkOf = (node: Node, text: string): string =>
  linkTo(text, attributeOf(node, 'href'), attributeOf(node, 'title'));

const lines = new WeakMap<Node, Node | null>();
/** `lineOfLink`, computed once for each link: many blocks may ask. */
const lineOf = (link: Node): Node | null => {
  let line = lines.get(link);
  if (line === undefined) lines.set(link, (line = lineOfLink(link)));
  return line;
};

/** The link of which a block is the line. */
const linkAround = (block: Node): Node | null => {
  let around = block.parentNode;
  while (around !== null && around.nodeName !== 'A') around = around.parentNode;
  return around !== null && lineOf(around) === block ? around : null;
};

/**
 * Links, and inline elements around blocks. The address of a link without a line follows its blocks.
 *
 * @param page its URL
 */
export const links =
  (page: string) =>
  (service: TurndownService): void => {
    const rule = ruleIn(service);
    rule('link', 'a', (content, node) => linkOf(node, inParagraph(content)));
    rule(
      'permalink',
      (node) => isPermalink(node, page),
      () => '',
    );
    rule(
      'surroundingBlocks',
      (node) => {
        const surrounds = surroundsBlocks(node);
        // Otherwise the content is trimmed, and its first line put after the preceding text.
        if (surrounds) Object.assign(node, { flankingWhitespace: { leading: '', trailing: '' } });
        return surrounds;
      },
      (content, node) => {
        const blocks = markedParagraphs(content.trim(), node);
        if (node.nodeName !== 'A' || blocks === '' || lineOf(node) !== null) return `\n\n${blocks}\n\n`;
        return `\n\n${blocks}\n\n${linkOf(node, escapedText(attributeOf(node, 'href')))}\n\n`;
      },
    );
  };

/** Links around blocks, in the block that is their line. Used last: the rules before handle the other aspects of it. */
export function linesOfLinks(service: TurndownService): void {
  const linked = new WeakSet<Node>();
  const { rules } = service as unknown as Readonly<{ rules: { forNode(node: Node): TurndownService.Rule } }>;
  ruleIn(service)(
    'lineOfLink',
    (node) => LINES.has(node.nodeName) && !linked.has(node) && linkAround(node) !== null,
    (content, node, options) => {
      linked.add(node);
      const link = linkAround(node);
      const text = link === null ? content : linkOf(link, inParagraph(content.trim()));
      return rules.forNode(node).replacement?.(text, node, options) ?? text;
    },
  );
}
