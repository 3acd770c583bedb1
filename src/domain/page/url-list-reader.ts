import type { SitemapLinks } from './sitemap-links.js';
import { ABSOLUTE, MAX_VALUE_CHARS, trimmed } from './sitemap-values.js';

/** The first line of a table, whose separator divides the other lines too. */
const TABLE_HEAD = /^[^\n\r]*\b(?:url|loc|location|link|address|page)s?\b[^\n\r]*$/i;
const SEPARATOR = /[\t;,|]/;
/**
 * The URLs of a line without a table head. A comma or a space in a URL ends it only before another column of lists: a
 * URL, a date, a priority, a frequency, or nothing.
 */
const URLS_OF_LINE =
  /(?<![^\s,;|"'<])https?:\/\/[^\t"<>]+?(?=["'<>\t]|(?: ?[,;|] ?| )["']?(?:<?https?:\/\/|\d{4}-\d\d-\d\d|[01]?\.\d|[01](?:[\s,;|]|$)|(?:always|hourly|daily|weekly|monthly|yearly|never)\b|$)|$)/gi;
/** A line of a list that is only an address without a scheme. */
const BARE_LINE = /^\s*(?:\/\/)?[\w-]+(?:\.[\w-]+)+[/?:]\S*\s*$/;

/** Reads a plain list of URLs, or a table with a column of them, in pieces. */
export class UrlListReader {
  private line = '';
  /** Between the columns of a table with a head; '' for other lists. */
  private readonly separator: string;

  /** @param before the lines before the first URL */
  constructor(
    private readonly links: SitemapLinks,
    before: string,
  ) {
    this.separator = SEPARATOR.exec(TABLE_HEAD.exec(before)?.[0] ?? '')?.[0] ?? '';
  }

  /** The start of the current line. */
  get rest(): string {
    return this.line;
  }

  write(text: string): void {
    this.links.format = 'list';
    const lines = (this.line + text).split(/\r\n|\r|\n/);
    this.line = (lines.pop() ?? '').slice(0, MAX_VALUE_CHARS);
    for (const line of lines) this.take(line);
  }

  end(): void {
    this.take(this.line);
  }

  private take(line: string): void {
    if (line.length >= MAX_VALUE_CHARS) return;
    for (const url of this.separator === '' ? urlsOf(line) : this.columnOf(line))
      this.links.add(this.links.resolved(url), '');
  }

  /** The first column with a URL. */
  private columnOf(line: string): string[] {
    return line
      .split(this.separator)
      .map(trimmed)
      .filter((column) => ABSOLUTE.test(column))
      .slice(0, 1);
  }
}

const urlsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/[^\S\t]+/g, ' ')
    .match(URLS_OF_LINE) ?? (BARE_LINE.test(line) ? [line.trim()] : []);
