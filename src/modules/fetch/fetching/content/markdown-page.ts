import type { Token } from 'markdown-it';
import { htmlDocument, textToHtml } from './plain-text.js';

/** Longer texts are read as plain text: a hostile one of this length takes most of a second. */
const MAX_CHARS = 256 * 1024;
/** In YAML or TOML. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n([\s\S]{0,20000}?)\n\1[ \t]*(?:\n|$)/;
const FRONT_TITLE = /^title[ \t]*[:=][ \t]*["']?(.*?)["']?[ \t]*$/m;
const MAX_TITLE_CHARS = 200;

/** Text in Markdown as a document. Its title is that of its front matter, else its first main heading or line. */
export async function markdownToHtml(markdown: string): Promise<string> {
  if (markdown.length > MAX_CHARS) return textToHtml(markdown);
  const text = markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(text);
  // Few sites send Markdown.
  const { default: MarkdownIt } = await import('markdown-it');
  const reader = new MarkdownIt({ html: true, linkify: true });
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  const tokens = reader.parse(text.slice(front?.[0].length ?? 0), {});
  const title = FRONT_TITLE.exec(front?.[2] ?? '')?.[1] || titleOf(tokens);
  return htmlDocument(title.slice(0, MAX_TITLE_CHARS), '', reader.renderer.render(tokens, reader.options, {}));
}

function titleOf(tokens: readonly Token[]): string {
  const heading = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1');
  const inline = heading < 0 ? tokens.find(({ type }) => type === 'inline') : tokens[heading + 1];
  const parts = inline?.children ?? [];
  const end = parts.findIndex(({ type }) => type === 'softbreak');
  return parts
    .slice(0, end < 0 ? parts.length : end)
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim();
}
