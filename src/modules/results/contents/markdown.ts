import TurndownService from 'turndown';
import { mainHtml } from '../../../domain/page/index.js';
import { tables } from './markdown-tables.js';

/** A text that may have been cut. */
export interface Markdown {
  readonly markdown: string;
  readonly truncated: boolean;
}

/** Characters of the HTML that Markdown is made from, and with that of the Markdown: some hundred pages of a book. */
const MAX_CHARS = 1_000_000;

function service(): TurndownService {
  const made = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  made.use(tables);
  made.addRule('strikethrough', { filter: ['del', 's'], replacement: (content) => `~~${content}~~` });
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
  const body = service().turndown(main.html).trim();
  const isTitled = main.title === '' || /<h1[ >]/.test(main.html);
  const text = isTitled ? body : `${headingOf(1, main.title)}\n\n${body}`;
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
  const parts: string[] = title === null || title === '' ? [] : [headingOf(1, title)];
  const text = mainText ?? '';
  let from = 0;
  for (const heading of headings) {
    if (heading === '' || heading === title) continue;
    const at = text.indexOf(heading);
    if (at < from || text.lastIndexOf(heading) !== at) continue;
    parts.push(escaped(text.slice(from, at)), headingOf(2, heading));
    from = at + heading.length;
  }
  parts.push(escaped(text.slice(from)));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const headingOf = (rank: number, text: string): string => `${'#'.repeat(rank)} ${escaped(text)}`;

/** A text as it is: what would mean something in Markdown is escaped, as are tags. */
const escaped = (text: string): string => escaping.escape(text.trim()).replaceAll('<', '\\<');
const escaping = service();
