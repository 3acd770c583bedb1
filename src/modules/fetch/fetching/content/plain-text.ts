/** Converts other content to HTML: text becomes a document that the parser reads like any page. */

/** Longest line that can be a title. */
const MAX_TITLE_CHARS = 200;
const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"'`\\^{}|]+/gi;
/** Punctuation after a URL belongs to the sentence; so does a closing bracket, unless the URL opened it. */
const END_OF_SENTENCE = '.,;:!?]*_';

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
 * Plain text as a document: blank lines separate paragraphs, bare URLs become links, and a short first line becomes the
 * title.
 */
export function textToHtml(text: string): string {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split(/\r\n|\r|\n/), '']) {
    if (line.trim() !== '') lines.push(line.trim());
    else if (lines.length > 0) {
      paragraphs.push(lines.join('\n'));
      lines = [];
    }
  }
  const firstLine = (paragraphs[0] ?? '').split('\n', 1)[0] ?? '';
  const title = firstLine.length <= MAX_TITLE_CHARS ? firstLine : '';
  return htmlDocument(title, '', paragraphs.map((paragraph) => `<p>${linkifiedHtml(paragraph)}</p>`).join('\n'));
}

function withoutSentenceEnd(url: string): string {
  const opened = url.includes('(');
  let end = url.length;
  while (end > 0 && (END_OF_SENTENCE.includes(url[end - 1] ?? '') || (!opened && url[end - 1] === ')'))) end--;
  return url.slice(0, end);
}
