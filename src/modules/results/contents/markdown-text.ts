/** Texts of strangers as CommonMark reads them back: what would be markup is escaped, code keeps its characters. */

/** Means something wherever it stands. */
const ANYWHERE = /[\\`*_~[\]]/g;
/** What may begin a character reference, also one that goes on behind the end of the text. The longest name has 31 letters. */
const REFERENCE = /&(?=#?[a-z0-9]{0,40}(?:;|$))/gi;
const WHOLE_REFERENCE = /&(?=#?[a-z0-9]{1,40};)/gi;
/** Means something where a line begins: headings, lists, quotes, underlines. */
const AT_LINE_START = /^([ \t]*)(-|=|>|(?:\+|#{1,6})(?=[ \t]|$)|\d{1,9}(?=[.)](?:[ \t]|$)))/gm;

/** A text as Markdown that reads as this text. */
export const escapedText = (text: string): string =>
  text
    .replace(ANYWHERE, '\\$&')
    .replace(REFERENCE, '\\$&')
    // Begins raw HTML and autolinks. Not with a backslash: GitHub takes that for a part of an address that stands before it.
    .replaceAll('<', '&lt;')
    .replace(AT_LINE_START, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    );

/**
 * Marks beside code, links and images, where it depends on what comes to stand there: control characters, which texts must not have (`shownText`). `joined` takes
 * them out.
 */
const PIECE_START = '\u0001';
const CODE_END = '\u0002';
const LINK_START = '\u0003';
const LINK_END = '\u0004';

/** Whether a text ends within what GitHub makes a link of: it goes on to the next space, whatever stands there. */
function endsInAddress(text: string): boolean {
  let from = text.length;
  while (from > 0 && !/[\s\u0002\u0004]/.test(text.charAt(from - 1))) from--;
  return /:\/\/|www\./i.test(text.slice(from));
}

/** The pieces, put together, as Markdown. */
export const joined = (marked: string): string =>
  marked
    .split(PIECE_START)
    .map((piece, i, pieces) => {
      const before = pieces[i - 1] ?? '';
      // Two rows of backticks would be one.
      return before.endsWith(CODE_END) || endsInAddress(before) ? ` ${piece}` : piece;
    })
    .join('')
    .replaceAll(CODE_END, '')
    .replaceAll(LINK_END, '')
    // A link behind an exclamation mark would be an image.
    .replaceAll(`!${LINK_START}`, '\\!')
    .replaceAll(LINK_START, '');

/** Elements that end a line. */
export const BLOCKS = new Set('H1 H2 H3 H4 H5 H6 P UL OL LI BLOCKQUOTE PRE HR TABLE TR DIV'.split(' '));

/** The text of an element of code, its lines as they are shown. */
export function codeOf(node: Node): string {
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

const longestRun = (code: string): number => Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));

/** Code within a line. */
export function codeSpan(code: string): string {
  const line = code.replaceAll(/\r\n|\r|\n/g, ' ');
  // Spaces of several would be a block of code where a line begins.
  if (line.trim() === '') return code.includes('\n') ? '  \n' : ' '.repeat(Math.min(1, line.length));
  const ticks = '`'.repeat(longestRun(line) + 1);
  const room = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${PIECE_START}${ticks}${room}${line}${room}${ticks}${CODE_END}`;
}

/** Lines of code. The fence is longer than any in them, wherever these stand. */
export function codeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
}

/** What would end a destination, in a `mailto:` address or a query. */
const ENDS_DESTINATION = /[\s<>\\"`]/g;

/** Where a link leads, and its title. @param text of the link, in Markdown */
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

/** An image, which its alternative text stands for. */
export const image = (alternative: string, url: string, title: string): string =>
  linkTo(escapedText(alternative.replaceAll(/\s+/g, ' ').trim()), url, title).replace(LINK_START, '!');
