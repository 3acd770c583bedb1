import { anchorHtml, escapeHtml, htmlDocument, linkifiedHtml } from './plain-text.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const QUOTE = /^ {0,3}>[ \t]?/;
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})>?/;
/** A link or image with its address, or with the name of one. */
const LINK =
  /!?\[((?:[^[\]\\]|\\.|!\[[^\]]{0,200}\]\([^()\s]{0,2000}\)){0,500})\](?:\([ \t]*<?([^\s<>()]{0,2000}(?:\([^\s<>()]{0,500}\))?[^\s<>()]{0,500})>?(?:[ \t]+["'(][^\n]{0,300}?["')])?[ \t]*\)|\[([^\]]{0,200})\])?/g;
const IMAGE = /!\[([^\]]{0,200})\]\([^()\s]{0,2000}\)/g;
/** Escaped signs, and those of emphasis and code. */
const SIGNS =
  /\\([!-/:-@[-`{-~])|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])|`{1,3}/gu;
const BARE_LINK = /<(https?:\/\/[^\s<>]{1,2000})>/gi;
const FRONT_MATTER = /^---[ \t]*\n([\s\S]{0,20000}?)\n---[ \t]*(?:\n|$)/;
const FRONT_TITLE = /^title:[ \t]*["']?(.*?)["']?[ \t]*$/m;
const MAX_TITLE_CHARS = 200;

/** Text in Markdown as a document: its headings, paragraphs, items and links, relative ones too. Other marks vanish. */
export function markdownToHtml(markdown: string): string {
  const text = markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(text);
  const lines = text.slice(front?.[0].length ?? 0).split('\n');
  const page = new MarkdownPage(definitionsIn(lines));
  for (const line of lines) page.line(line);
  page.end();
  const title = FRONT_TITLE.exec(front?.[1] ?? '')?.[1] || page.title;
  return htmlDocument(title.slice(0, MAX_TITLE_CHARS), '', page.parts.join('\n'));
}

function definitionsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [, name, url] = DEFINITION.exec(line) ?? [];
    if (name !== undefined && url !== undefined) found.set(name.toLowerCase(), url);
  }
  return found;
}

class MarkdownPage {
  readonly parts: string[] = [];
  /** Its first heading, else its first line. */
  title = '';
  private heading = '';
  private paragraph: string[] = [];
  private fence = '';

  constructor(private readonly urls: ReadonlyMap<string, string>) {}

  line(line: string): void {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (this.fence !== '') {
      const isEnd = mark.startsWith(this.fence);
      this.parts.push(isEnd ? '</pre>' : escapeHtml(line));
      if (isEnd) this.fence = '';
      return;
    }
    if (mark !== '') {
      this.endParagraph();
      this.fence = mark;
      this.parts.push('<pre>');
      return;
    }
    const content = line.replace(QUOTE, '');
    const heading = HEADING.exec(content);
    const underline = UNDERLINE.exec(content)?.[1];
    if (heading !== null) {
      this.endParagraph();
      this.headed(heading[1]?.length ?? 1, (heading[2] ?? '').replace(/(?:^|[ \t])#+[ \t]*$/, ''));
    } else if (underline !== undefined && this.paragraph.length > 0) {
      const above = this.paragraph.join(' ');
      this.paragraph = [];
      this.headed(underline.startsWith('=') ? 1 : 2, above);
    } else if (content.trim() === '' || DEFINITION.test(content)) this.endParagraph();
    else if (ITEM.test(content)) {
      this.endParagraph();
      this.parts.push(`<li>${this.inline(content.replace(ITEM, ''))}</li>`);
    } else this.paragraph.push(content.trim());
  }

  end(): void {
    this.endParagraph();
    if (this.fence !== '') this.parts.push('</pre>');
    this.title = this.heading || this.title;
  }

  private headed(rank: number, text: string): void {
    const html = this.inline(text);
    if (rank === 1) this.heading ||= plain(text);
    this.parts.push(`<h${rank}>${html}</h${rank}>`);
  }

  private endParagraph(): void {
    if (this.paragraph.length === 0) return;
    const text = this.paragraph.join('\n');
    this.title ||= plain(this.paragraph[0] ?? '');
    this.parts.push(`<p>${this.inline(text)}</p>`);
    this.paragraph = [];
  }

  private inline(text: string): string {
    let html = '';
    let at = 0;
    for (const match of text.matchAll(LINK)) {
      const [whole, label = '', direct, name] = match;
      const url = direct ?? this.urls.get((name === undefined || name === '' ? label : name).toLowerCase());
      if (url === undefined) continue;
      html += linkifiedHtml(withoutSigns(text.slice(at, match.index)));
      const words = withoutSigns(label.replace(IMAGE, '$1'));
      html += whole.startsWith('!') ? ` ${escapeHtml(words)} ` : anchorHtml(url, words);
      at = match.index + whole.length;
    }
    return html + linkifiedHtml(withoutSigns(text.slice(at)));
  }
}

const withoutSigns = (text: string): string =>
  text.includes('://') ? text.replace(BARE_LINK, '$1') : text.replace(SIGNS, (_, escaped = '') => escaped as string);
const plain = (text: string): string => withoutSigns(text.replace(LINK, '$1')).trim();
