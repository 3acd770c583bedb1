import TurndownService from 'turndown';
import { mainHtml } from '../../../domain/page/index.js';
import { shownText } from '../../../domain/text/index.js';
import { codeBlock, codeSpan, escapedText, image, joined, linkTo } from './markdown-text.js';
import { tables } from './markdown-tables.js';

/** A text that may have been cut. */
export interface Markdown {
  readonly markdown: string;
  readonly truncated: boolean;
}

/** Characters of the HTML that Markdown is made from, and with that of the Markdown: some hundred pages of a book. */
const MAX_CHARS = 1_000_000;

const INLINE = new Set(['A', 'B', 'STRONG', 'I', 'EM', 'S', 'DEL']);
const BLOCKS = new Set('H1 H2 H3 H4 H5 H6 P UL OL LI BLOCKQUOTE PRE HR TABLE TR DIV'.split(' '));

function hasBlock(node: Node): boolean {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (BLOCKS.has(child.nodeName) || hasBlock(child)) return true;
  return false;
}

/** An inline element around blocks, as links around whole cards are. */
const surroundsBlocks = (node: Node): boolean => INLINE.has(node.nodeName) && hasBlock(node);

/** The text of an element of code, its lines as they are shown. */
function codeOf(node: Node): string {
  if (node.nodeName === '#text') return node.nodeValue ?? '';
  if (node.nodeName === 'BR') return '\n';
  let text = '';
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const part = codeOf(child);
    const isBlock = BLOCKS.has(child.nodeName);
    if (isBlock && text !== '' && !text.endsWith('\n')) text += '\n';
    text += isBlock && part !== '' && !part.endsWith('\n') ? `${part}\n` : part;
  }
  return text;
}

const attributeOf = (node: Node, name: string): string => (node as HTMLElement).getAttribute(name) ?? '';

function service(): TurndownService {
  const made = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  made.escape = escapedText;
  const rule = (name: string, filter: TurndownService.Filter, replacement: TurndownService.ReplacementFunction): void =>
    void made.addRule(name, { filter, replacement });
  rule('strikethrough', ['del', 's'], (content) => `~~${content}~~`);
  rule('link', 'a', (content, node) => linkTo(content, attributeOf(node, 'href'), attributeOf(node, 'title')));
  rule('image', 'img', (_, node) =>
    image(attributeOf(node, 'alt'), attributeOf(node, 'src'), attributeOf(node, 'title')),
  );
  rule('code', 'code', (content, node) => {
    const code = codeOf(node);
    // White space around it was put outside.
    return codeSpan(/^\s|\s$/.test(content) ? code : code.trim());
  });
  rule('codeBlock', 'pre', (_, node) => {
    const first = node.firstChild;
    const [, language = ''] =
      first?.nodeName === 'CODE' ? (/^language-(.*)/.exec(attributeOf(first, 'class')) ?? []) : [];
    return `\n\n${codeBlock(codeOf(node), language)}\n\n`;
  });
  // Marks hold within a paragraph only, and a fence that one stands before is none: blocks are left as they are, and followed by the address.
  rule(
    'surroundingBlocks',
    (node) => {
      const surrounds = surroundsBlocks(node);
      // Otherwise the content is trimmed, and its first line put behind the text before.
      if (surrounds) Object.assign(node, { flankingWhitespace: { leading: '', trailing: '' } });
      return surrounds;
    },
    (content, node) => {
      const blocks = content.trim();
      if (node.nodeName !== 'A' || blocks === '') return `\n\n${blocks}\n\n`;
      const url = attributeOf(node, 'href');
      return `\n\n${blocks}\n\n${linkTo(escapedText(url), url, attributeOf(node, 'title'))}\n\n`;
    },
  );
  made.use(tables);
  return made;
}

/**
 * The main content of a page as Markdown: headings, lists, tables, code and links. The page's title stands first where its content has no heading of the first
 * rank.
 *
 * Walks the content by recursion and in time that hostile pages can make long: for a thread (`markdown-task.ts`).
 *
 * @param url of the page; links are made absolute
 */
export function markdownOfHtml(html: string, url: string): Markdown {
  const main = mainHtml(html, url, MAX_CHARS);
  const body = joined(service().turndown(shownText(main.html))).trim();
  const isTitled = main.title === '' || /<h1[ >]/.test(main.html);
  const text = isTitled ? body : `${headingOf(1, shownText(main.title))}\n\n${body}`;
  return { markdown: `${text.trim()}\n`, truncated: main.truncated };
}

/** What the service stores of a page. */
export interface StoredPage {
  readonly title: string | null;
  readonly headings: readonly string[];
  readonly mainText: string | null;
}

/**
 * Markdown of a page's stored texts: its title, and its main text with those headings in it that can be told apart, which are those that occur in it once, in
 * their order. Ranks of headings, lists, tables and links are not stored.
 */
export function markdownOfTexts({ title, headings, mainText }: StoredPage): string {
  const name = shownText(title ?? '');
  const parts: string[] = name === '' ? [] : [headingOf(1, name)];
  const text = shownText(mainText ?? '');
  let from = 0;
  for (const heading of headings.map(shownText)) {
    if (heading === '' || heading === name) continue;
    const at = text.indexOf(heading);
    if (at < from || text.lastIndexOf(heading) !== at) continue;
    parts.push(escapedText(text.slice(from, at).trim()), headingOf(2, heading));
    from = at + heading.length;
  }
  parts.push(escapedText(text.slice(from).trim()));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const headingOf = (rank: number, text: string): string => `${'#'.repeat(rank)} ${escapedText(text.trim())}`;
