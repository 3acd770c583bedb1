/** Converts other content to HTML: text becomes a document that the parser reads like any page. */

/** Longest line that can be a title. */
const MAX_TITLE_CHARS = 200;
/** Quotation marks and punctuation of East Asia end a URL: addresses have them encoded. */
const URL_IN_TEXT =
  /\bhttps?:\/\/[^\s<>"'`\\^{}|\p{Pi}\p{Pf}\u3000-\u3003\u3008-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff65]+/giu;
/** Punctuation after a URL belongs to the sentence; so does a closing bracket, unless the URL opened it. */
const END_OF_SENTENCE = '.,;:!?*_';
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
/** Columns of a line that has room for no further word: shorter ones end where the author ended them. */
const FULL_COLUMNS = 60;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\0': '\uFFFD',
};
const SPECIAL = new RegExp(`[${Object.keys(ESCAPES).join('')}]`, 'g');

export const escapeHtml = (text: string): string =>
  text.replace(SPECIAL, (character) => ESCAPES[character] ?? character);

export const anchorHtml = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** Escaped text with its bare URLs as links. */
export function linkifiedHtml(text: string): string {
  if (!text.includes('://')) return escapeHtml(text);
  let html = '';
  let at = 0;
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const url = withoutSentenceEnd(match[0]);
    html += escapeHtml(text.slice(at, match.index)) + anchorHtml(url, url);
    at = match.index + url.length;
  }
  return html + escapeHtml(text.slice(at));
}

/** @param body inner HTML */
export function htmlDocument(title: string, language: string, body: string): string {
  const lang = language === '' ? '' : ` lang="${escapeHtml(language)}"`;
  return `<!DOCTYPE html><html${lang}><head><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;
}

/**
 * Plain text as a document: blank lines separate paragraphs, lines that end before they are full stay lines, bare URLs
 * become links, and a short first line becomes the title, and the heading if it is a paragraph of its own.
 */
export function textToHtml(text: string): string {
  const paragraphs: string[][] = [];
  let lines: string[] = [];
  for (const line of [...text.split(/\r\n|\r|\n/), '']) {
    if (line.trim() !== '') lines.push(line.trim());
    else if (lines.length > 0) {
      paragraphs.push(lines);
      lines = [];
    }
  }
  const [[firstLine = ''] = []] = paragraphs;
  const title = firstLine.length <= MAX_TITLE_CHARS ? firstLine : '';
  const isHeaded = title !== '' && paragraphs.length > 1 && paragraphs[0]?.length === 1;
  const body = paragraphs.map((paragraph, i) => {
    const name = i === 0 && isHeaded ? 'h1' : 'p';
    return `<${name}>${linesToHtml(paragraph)}</${name}>`;
  });
  return htmlDocument(title, '', body.join('\n'));
}

const linesToHtml = (lines: readonly string[]): string =>
  lines
    .map((line, i) => {
      const next = lines[i + 1];
      const isEnded = next !== undefined && columnsOf(line) + 1 + columnsOf(firstWord(next)) <= FULL_COLUMNS;
      return linkifiedHtml(line) + (isEnded ? '<br>' : '');
    })
    .join('\n');

function firstWord(line: string): string {
  const end = line.search(/\s/);
  return end < 0 ? line : line.slice(0, end);
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;
const FIRST_WIDE = 0x1100;
/** Columns of a text on a terminal, at most a little more than a full line has. */
function columnsOf(text: string): number {
  let columns = Math.min(text.length, FULL_COLUMNS + 1);
  for (let i = columns - 1; i >= 0; i--) if (text.charCodeAt(i) >= FIRST_WIDE && WIDE.test(text.charAt(i))) columns++;
  return columns;
}

function withoutSentenceEnd(url: string): string {
  // Brackets of each kind that the URL closes without opening them.
  const unopened = new Map(
    Object.entries(OPENING).map(([closing, opening]) => [
      closing,
      url.split(closing).length - url.split(opening).length,
    ]),
  );
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? '';
    const surplus = unopened.get(last) ?? 0;
    if (surplus > 0) unopened.set(last, surplus - 1);
    else if (!END_OF_SENTENCE.includes(last)) break;
  }
  return url.slice(0, end);
}
