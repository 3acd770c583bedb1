import TurndownService from 'turndown';
import { mainHtml } from '../../../../../domain/page/index.js';
import { shownText } from '../../../../../domain/text/index.js';
import { BLOCKS, codeBlock, codeOf, codeSpan, emphasis, escapedText, image, joined, linkTo } from './markdown-text.js';
import { tables } from './markdown-tables.js';

/** A text that may have been cut. */
export interface Markdown {
  readonly markdown: string;
  readonly truncated: boolean;
}

/** Most characters of the HTML, and so of the Markdown: some hundred pages of a book. */
const MAX_CHARS = 1_000_000;

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

const isEmpty = (block: Element): boolean =>
  block.textContent.trim() === '' && block.getElementsByTagName('img').length === 0;

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

/** Raised and lowered signs: a number or a formula is another one without them. */
const SIGNS = '0123456789+-−=()ijkmnptx';
const RAISED: Readonly<Record<string, string>> = {
  SUP: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱʲᵏᵐⁿᵖᵗˣ',
  SUB: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ᵢⱼₖₘₙₚₜₓ',
};
/** Numbers, and letters as variables have them: `2n`, but not `nd`. */
const RAISABLE = /^(?!.*[a-z]{2})[-−+=()\dijkmnptx]*[\dijkmnptx][-−+=()\dijkmnptx]*$/;

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

const attributeOf = (node: Node, name: string): string => (node as HTMLElement).getAttribute(name) ?? '';

const QUOTES = ['“”', '‘’'] as const;
function quotesAround(node: Node): number {
  let quotes = 0;
  for (let around = node.parentNode; around !== null && !endsLine(around); around = around.parentNode)
    if (around.nodeName === 'Q') quotes++;
  return quotes;
}

/** Whether nothing stands before a box in its item. */
function beginsItem(box: Node): boolean {
  let at: Node | null = box;
  while (at !== null && at.nodeName !== 'LI') {
    for (let { previousSibling } = at; previousSibling !== null; { previousSibling } = previousSibling)
      if (previousSibling.nodeName !== '#text' || /\S/.test(previousSibling.nodeValue ?? '')) return false;
    at = at.parentNode;
  }
  return at !== null;
}

/** Marks apply within a paragraph: line breaks must stay single. */
const inParagraph = (content: string): string => content.replaceAll(/(?:[ \t]*\n){2,}[ \t]*/g, '  \n');

const linkOf = (node: Node, text: string): string =>
  linkTo(text, attributeOf(node, 'href'), attributeOf(node, 'title'));

/** Code within a line with its links: code can be in a link, but no link in code. */
function linkedCode(node: Node): string {
  const code = codeOf(node);
  if (node.nodeName === 'A') return linkOf(node, codeSpan(code.trim()));
  if ((node as Partial<Element>).getElementsByTagName?.('a').length)
    return Array.from(node.childNodes, linkedCode).join('');
  return codeSpan(code);
}

const MARKS: Readonly<Record<string, string>> = { B: '**', STRONG: '**', I: '*', EM: '*', S: '~~', DEL: '~~' };
/** Elements beyond which no text is in the same line. */
const endsLine = (node: Node): boolean => BLOCKS.has(node.nodeName) || /^(?:TD|TH|CAPTION|BR)$/.test(node.nodeName);

/** Whether an element with the same mark is around it. */
function isWithin(node: Node, mark: string): boolean {
  for (let around = node.parentNode; around !== null && !endsLine(around); around = around.parentNode)
    if (MARKS[around.nodeName] === mark) return true;
  return false;
}

/** The text beside an element in its line. */
function beside(node: Node, sibling: 'previousSibling' | 'nextSibling', child: 'lastChild' | 'firstChild'): string {
  for (let at: Node = node; ;) {
    let next: Node | null = at[sibling];
    while (next === null) {
      const around = at.parentNode;
      if (around === null || endsLine(around)) return '';
      at = around;
      next = at[sibling];
    }
    at = next;
    while (at[child] !== null && !endsLine(at)) at = at[child];
    if (endsLine(at)) return '';
    if (at.nodeValue !== null && at.nodeValue !== '') return at.nodeValue;
  }
}

/** White space that turndown puts beside the element. */
const flanking = (node: Node, side: 'leading' | 'trailing'): string =>
  (node as Node & Readonly<{ flankingWhitespace?: Readonly<Record<typeof side, string>> }>).flankingWhitespace?.[
    side
  ] ?? '';

/** Neighbours with the same marks: a mark at the end and one at the beginning would be read as another mark. */
const NEIGHBOURS = /<\/(b|strong|i|em|s|del)><\1>/g;
function joinedMarks(html: string): string {
  let joint = html;
  for (let before = ''; before !== joint;) {
    before = joint;
    joint = joint.replaceAll(NEIGHBOURS, '');
  }
  return joint;
}

/** Whether a link in a heading only leads to this heading: it has a sign, or nothing. */
function isPermalink(node: Node, page: string): boolean {
  if (node.nodeName !== 'A' || !/^\s*[¶§#🔗⚓]?\ufe0f?\s*$/u.test(node.textContent ?? '')) return false;
  if ((node as Element).getElementsByTagName('img').length > 0) return false;
  const [url, fragment] = attributeOf(node, 'href').split('#', 2);
  return fragment !== undefined && url === page;
}

/** @param page its URL */
function service(page: string): TurndownService {
  const made = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  made.escape = escapedText;
  const lines = new WeakMap<Node, Node | null>();
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
  const rule = (name: string, filter: TurndownService.Filter, replacement: TurndownService.ReplacementFunction): void =>
    void made.addRule(name, { filter, replacement });
  // Marks must be next to the marked text, not at the other end of a line.
  const marked = (mark: string) => (content: string, node: Node) => {
    const text = content.trim();
    if (text === '' || isWithin(node, mark)) return content;
    const start = content.indexOf(text.charAt(0));
    const rest = content.slice(start + text.length);
    const before = content.slice(0, start) || flanking(node, 'leading') || beside(node, 'previousSibling', 'lastChild');
    const after = rest || flanking(node, 'trailing') || beside(node, 'nextSibling', 'firstChild');
    return `${content.slice(0, start)}${emphasis(inParagraph(text), mark, before, after)}${rest}`;
  };
  rule('raised', ['sup', 'sub'], (content, node) => {
    const text = node.textContent.trim();
    if (!RAISABLE.test(text) || node.children.length > 0) return content;
    return Array.from(text, (sign) => RAISED[node.nodeName]?.charAt(SIGNS.indexOf(sign))).join('');
  });
  rule('strikethrough', ['del', 's'], marked('~~'));
  rule('emphasis', ['em', 'i'], marked('*'));
  rule('strong', ['strong', 'b'], marked('**'));
  rule('heading', ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], (content, node) => {
    const line = content.trim().replaceAll(/\s*\n\s*/g, ' ');
    return `\n\n${headingOf(Number(node.nodeName.charAt(1)), line)}\n\n`;
  });
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
  rule('link', 'a', (content, node) => linkOf(node, inParagraph(content)));
  rule(
    'permalink',
    (node) => isPermalink(node, page),
    () => '',
  );
  rule('image', 'img', (_, node) =>
    image(attributeOf(node, 'alt'), attributeOf(node, 'src'), attributeOf(node, 'title')),
  );
  rule('quote', 'q', (content, node) => {
    const [start, end] = QUOTES[quotesAround(node) % 2] ?? ['', ''];
    return `${start}${content}${end}`;
  });
  rule('task', 'input', (_, node) => {
    if (!beginsItem(node)) return '';
    const room = /^\s/.test(node.nextSibling?.nodeValue ?? '') ? '' : ' ';
    return `[${node.hasAttribute('checked') ? 'x' : ' '}]${room}`;
  });
  rule('code', 'code', (content, node) => {
    const code = codeOf(node);
    if (attributeOf(node, 'class') === 'language-math') return `$${codeSpan(code.trim())}$`;
    if (node.getElementsByTagName('a').length > 0) return linkedCode(node);
    // Its surrounding whitespace was moved outside.
    return codeSpan(/^\s|\s$/.test(content) ? code : code.trim());
  });
  rule('codeBlock', 'pre', (_, node) => {
    const [code] = Array.from(node.getElementsByTagName('code'));
    const language = (attributeOf(node, 'class') || attributeOf(code ?? node, 'class')).slice('language-'.length);
    return `\n\n${codeBlock(codeOf(node), language)}\n\n`;
  });
  // Marks apply only within a paragraph, and a fence after one is none: blocks are left unchanged, and followed by the
  // address.
  rule(
    'surroundingBlocks',
    (node) => {
      const surrounds = surroundsBlocks(node);
      // Otherwise the content is trimmed, and its first line put after the preceding text.
      if (surrounds) Object.assign(node, { flankingWhitespace: { leading: '', trailing: '' } });
      return surrounds;
    },
    (content, node) => {
      const blocks = content.trim();
      if (node.nodeName !== 'A' || blocks === '' || lineOf(node) !== null) return `\n\n${blocks}\n\n`;
      return `\n\n${blocks}\n\n${linkOf(node, escapedText(attributeOf(node, 'href')))}\n\n`;
    },
  );
  made.use(tables);
  // Added last, so that it is tried first; the earlier rules handle the block's other aspects.
  const linked = new WeakSet<Node>();
  const { rules } = made as unknown as Readonly<{ rules: { forNode(node: Node): TurndownService.Rule } }>;
  rule(
    'lineOfLink',
    (node) => LINES.has(node.nodeName) && !linked.has(node) && linkAround(node) !== null,
    (content, node, options) => {
      linked.add(node);
      const link = linkAround(node);
      const text = link === null ? content : linkOf(link, inParagraph(content.trim()));
      return rules.forNode(node).replacement?.(text, node, options) ?? text;
    },
  );
  return made;
}

/**
 * The main content of a page as Markdown: headings, lists, tables, code and links. Starts with the page's title if its
 * content has no heading of the first rank.
 *
 * Recursive, and slow for hostile pages: only for a thread (`markdown-task.ts`).
 *
 * @param url of the page, for making links absolute
 * @param charset encoding of the page, which queries of its links use
 */
export function markdownOfHtml(html: string, url: string, charset = ''): Markdown {
  const main = mainHtml(html, url, MAX_CHARS, charset);
  const body = joined(service(url).turndown(joinedMarks(shownText(main.html)))).trim();
  const isTitled = main.title === '' || /<h1[ >]/.test(main.html);
  const text = isTitled ? body : `${headingOf(1, escapedText(shownText(main.title).trim()))}\n\n${body}`;
  return { markdown: `${text.trim()}\n`, truncated: main.truncated };
}

/** The stored texts of a page. */
export interface StoredPage {
  readonly title: string | null;
  readonly headings: readonly string[];
  readonly mainText: string | null;
}

/**
 * Markdown from a page's stored texts: its title, and its main text with the recognisable headings, which are those
 * that occur in it once, in their order. Ranks of headings, lists, tables and links are not stored.
 */
export function markdownOfTexts({ title, headings, mainText }: StoredPage): string {
  const name = shownText(title ?? '');
  const parts: string[] = name === '' ? [] : [headingOf(1, escapedText(name.trim()))];
  const text = shownText(mainText ?? '');
  let from = 0;
  for (const heading of headings.map(shownText)) {
    if (heading === '' || heading === name) continue;
    const at = text.indexOf(heading);
    if (at < from || text.lastIndexOf(heading) !== at) continue;
    parts.push(escapedText(text.slice(from, at).trim()), headingOf(2, escapedText(heading.trim())));
    from = at + heading.length;
  }
  parts.push(escapedText(text.slice(from).trim()));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** @param line in Markdown; number signs behind a space at its end would not be shown (CommonMark 4.2) */
const headingOf = (rank: number, line: string): string => `${'#'.repeat(rank)} ${line.replace(/(?<=^|\s)#+$/, '\\$&')}`;
