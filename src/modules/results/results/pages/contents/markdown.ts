import TurndownService from 'turndown';
import { mainHtml } from '../../../../../domain/page/index.js';
import { shownText } from '../../../../../domain/text/index.js';
import { inParagraph, linesOfLinks, linkOf, links } from './markdown-links.js';
import { lists } from './markdown-lists.js';
import { isWithin } from './markdown-marks.js';
import {
  attributeOf,
  BLOCKS,
  codeBlock,
  codeOf,
  codeSpan,
  emphasis,
  escapedText,
  image,
  joined,
  ruleIn,
} from './markdown-text.js';
import { tables } from './markdown-tables.js';

/** A text that may have been cut. */
export interface Markdown {
  readonly markdown: string;
  readonly truncated: boolean;
}

/** Most characters of the HTML, and so of the Markdown: some hundred pages of a book. */
const MAX_CHARS = 1_000_000;

/** Raised and lowered signs: a number or a formula is another one without them. */
const SIGNS = '0123456789+-−=()ijkmnptx';
const RAISED: Readonly<Record<string, string>> = {
  SUP: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱʲᵏᵐⁿᵖᵗˣ',
  SUB: '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ᵢⱼₖₘₙₚₜₓ',
};
/** Numbers, and letters as variables have them: `2n`, but not `nd`. */
const RAISABLE = /^(?!.*[a-z]{2})[-−+=()\dijkmnptx]*[\dijkmnptx][-−+=()\dijkmnptx]*$/;

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

/** Code within a line with its links: code can be in a link, but no link in code. */
function linkedCode(node: Node): string {
  const code = codeOf(node);
  if (node.nodeName === 'A') return linkOf(node, codeSpan(code.trim()));
  if ((node as Partial<Element>).getElementsByTagName?.('a').length)
    return Array.from(node.childNodes, linkedCode).join('');
  return codeSpan(code);
}

/** Elements beyond which no text is in the same line. */
const endsLine = (node: Node): boolean => BLOCKS.has(node.nodeName) || /^(?:TD|TH|CAPTION|BR)$/.test(node.nodeName);

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

/** Emphasises a text: marks must be next to it, not at the other end of a line. */
const marked = (mark: string) => (content: string, node: Node) => {
  const text = content.trim();
  if (text === '' || isWithin(node, mark)) return content;
  const start = content.indexOf(text.charAt(0));
  const rest = content.slice(start + text.length);
  const before = content.slice(0, start) || flanking(node, 'leading') || beside(node, 'previousSibling', 'lastChild');
  const after = rest || flanking(node, 'trailing') || beside(node, 'nextSibling', 'firstChild');
  return `${content.slice(0, start)}${emphasis(inParagraph(text), mark, before, after)}${rest}`;
};

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

/** Code in lines and in blocks. */
function codes(service: TurndownService): void {
  const rule = ruleIn(service);
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
  const rule = ruleIn(made);
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
  return made.use([codes, lists, links(page), tables, linesOfLinks]);
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
