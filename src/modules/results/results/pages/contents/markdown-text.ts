/** Text from strangers as CommonMark that renders as the same text: markup is escaped, code keeps its characters. */

import type TurndownService from 'turndown';

/**
 * Special characters at any position. `_` within a word, and both behind a slash and before a letter, begin or end
 * nothing: addresses and names of code keep them, because GitHub takes a backslash for part of an address.
 */
const ANYWHERE = /[\\`*[\]]|(?<![\p{L}\p{N}/])_|_(?![\p{L}\p{N}])|(?<!\/)~|~(?![\p{L}\p{N}])/gu;
/**
 * The possible start of a character reference, including one continued after the end of the text. The longest name has
 * 31 letters.
 */
const REFERENCE = /&(?=#?[a-z0-9]{0,40}(?:;|$))/gi;
const WHOLE_REFERENCE = /&(?=#?[a-z0-9]{1,40};)/gi;
/** Special characters at the start of a line: headings, lists, quotes, underlines. */
const AT_LINE_START = /^([ \t]*)(-|=|>|(?:\+|#{1,6})(?=[ \t]|$)|\d{1,9}(?=[.)](?:[ \t]|$)))/gm;

/** A text as Markdown that renders as this text. */
export const escapedText = (text: string): string =>
  text
    .replace(ANYWHERE, '\\$&')
    .replace(REFERENCE, '\\$&')
    // Starts raw HTML and autolinks. Not escaped by a backslash, which GitHub takes for part of a preceding address.
    .replaceAll('<', '&lt;')
    .replace(AT_LINE_START, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    );

/**
 * Marks beside code, links and images, whose form depends on their neighbours: control characters, which texts cannot
 * contain (`shownText`). `joined` removes them.
 */
const PIECE_START = '\u0001';
const CODE_END = '\u0002';
const LINK_START = '\u0003';
const LINK_END = '\u0004';

/** Whether a text ends within an address that GitHub makes a link: it continues to the next space, whatever follows. */
function endsInAddress(text: string): boolean {
  let from = text.length;
  while (from > 0 && !/[\s\u0002\u0004]/.test(text.charAt(from - 1))) from--;
  return /:\/\/|www\./i.test(text.slice(from));
}

/** Joins the pieces to Markdown. */
export const joined = (marked: string): string =>
  marked
    .split(PIECE_START)
    .map((piece, i, pieces) => {
      const before = pieces[i - 1] ?? '';
      // Two adjacent rows of backticks would become one.
      return before.endsWith(CODE_END) || endsInAddress(before) ? ` ${piece}` : piece;
    })
    .join('')
    .replaceAll(CODE_END, '')
    .replaceAll(LINK_END, '')
    // A link after an exclamation mark would be an image.
    .replaceAll(`!${LINK_START}`, '\\!')
    .replaceAll(LINK_START, '');

const STARTS_WITH_PUNCTUATION = /^[^\p{L}\p{M}\p{N}\s]/u;
const ENDS_WITH_PUNCTUATION = /[^\p{L}\p{M}\p{N}\s]$/u;
const STARTS_WITH_LETTER = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_LETTER = /[\p{L}\p{M}\p{N}]$/u;
/** Punctuation that belongs to no other markup, nor to its escape. */
const MOVABLE_START = /^[^\p{L}\p{M}\p{N}\s\p{Cc}\\`*_~[\]&<!]/u;
const MOVABLE_END = /(?<!\\)[^\p{L}\p{M}\p{N}\s\p{Cc}\\`*_~[\];]$/u;

/**
 * A text between marks. CommonMark reads no mark between a letter outside and punctuation inside (6.2, flanking): then
 * the punctuation is put outside, or the marks are left out.
 *
 * @param before text before it in its line. @param after text after it
 */
export function emphasis(text: string, mark: string, before: string, after: string): string {
  const isLettered = [ENDS_WITH_LETTER.test(before), STARTS_WITH_LETTER.test(after)];
  const start = isLettered[0] && STARTS_WITH_PUNCTUATION.test(text) ? (MOVABLE_START.exec(text)?.[0] ?? null) : '';
  const end = isLettered[1] && ENDS_WITH_PUNCTUATION.test(text) ? (MOVABLE_END.exec(text)?.[0] ?? null) : '';
  if (start === null || end === null) return text;
  const inner = text.slice(start.length, text.length - end.length);
  return inner.trim() === '' || inner !== inner.trim() ? text : `${start}${mark}${inner}${mark}${end}`;
}

/** Elements that end a line. */
export const BLOCKS = new Set('H1 H2 H3 H4 H5 H6 P UL OL LI BLOCKQUOTE PRE HR TABLE TR DIV'.split(' '));

/** Whether a cell contains only the numbers of lines. */
export const isNumbers = ({ textContent }: Node): boolean => /^\s*\d[\d\s]*$/.test(textContent ?? '');

/** The text of a code element, with its lines as displayed, without their numbers. */
export function codeOf(node: Node): string {
  if (node.nodeName === '#text') return node.nodeValue ?? '';
  if (node.nodeName === 'BR') return '\n';
  let text = '';
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeName === 'TD' && child.nextSibling?.nodeName === 'TD' && isNumbers(child)) continue;
    const part = codeOf(child);
    const isBlock = BLOCKS.has(child.nodeName);
    if (isBlock && text !== '' && !text.endsWith('\n')) text += '\n';
    text += isBlock && part !== '' && !part.endsWith('\n') ? `${part}\n` : part;
  }
  return text;
}

const longestRun = (code: string): number => Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));

/** Code within a line. */
export function codeSpan(code: string): string {
  const line = code.replaceAll(/\r\n|\r|\n/g, ' ');
  // Several spaces at the start of a line would be a code block.
  if (line.trim() === '') return code.includes('\n') ? '  \n' : ' '.repeat(Math.min(1, line.length));
  const ticks = '`'.repeat(longestRun(line) + 1);
  const room = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${PIECE_START}${ticks}${room}${line}${room}${ticks}${CODE_END}`;
}

/** Lines of code. The fence is longer than any row of backticks in them. */
export function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
}

/** Characters that would end a destination, in a `mailto:` address or a query. */
const ENDS_DESTINATION = /[\s<>\\"`]/g;

/** Destination and title of a link. @param text of the link, in Markdown */
export function linkTo(text: string, url: string, title: string): string {
  const destination = url
    .replaceAll(ENDS_DESTINATION, encodeURIComponent)
    .replaceAll(/[()]/g, '\\$&')
    .replaceAll(WHOLE_REFERENCE, '\\$&');
  const line = title.replaceAll(/\s+/g, ' ').trim();
  const quoted = line
    .replaceAll(/[\\"`]/g, '\\$&')
    .replaceAll(WHOLE_REFERENCE, '\\$&')
    .replaceAll('<', '&lt;');
  return `${PIECE_START}${LINK_START}[${text}](${destination}${quoted === '' ? '' : ` "${quoted}"`})${LINK_END}`;
}

/** An image, represented by its alternative text. */
export const image = (alternative: string, url: string, title: string): string =>
  linkTo(escapedText(alternative.replaceAll(/\s+/g, ' ').trim()), url, title).replace(LINK_START, '!');

/** Whether an element shows neither text nor images. */
export const isEmpty = (block: Element): boolean =>
  block.textContent.trim() === '' && block.getElementsByTagName('img').length === 0;

/** An attribute's value; '' if it has none. */
export const attributeOf = (node: Node, name: string): string => (node as HTMLElement).getAttribute(name) ?? '';

/** Adds rules to a service. It tries later rules first. */
export const ruleIn =
  (service: TurndownService) =>
  (name: string, filter: TurndownService.Filter, replacement: TurndownService.ReplacementFunction): void =>
    void service.addRule(name, { filter, replacement });
