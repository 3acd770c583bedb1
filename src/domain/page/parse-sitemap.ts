import { MAX_JSON_CHARS, readJsonFeed } from './json-feed.js';
import { type ParsedSitemap, SitemapLinks } from './sitemap-links.js';
import { MAX_TITLE_CHARS } from './sitemap-values.js';
import { SitemapXmlReader } from './sitemap-xml-reader.js';
import { cutEnd } from './text-flow.js';
import { UrlListReader } from './url-list-reader.js';

/**
 * Characters of a file without XML that are read before it is given up: a list of URLs has one in its first lines, and
 * warnings of a script end within them.
 */
const MAX_PREFIX_CHARS = 65_536;

/** The beginning of a list, also with other columns before its URLs, or of XML. */
const BEGINNING = /<(?=[^]{6})(?!https?:)|^(?:[\t ]*<?|[^<\n\r]{0,200}[\t,;|]\s?"?|[\t ]*")https?:\/\//im;
/** The beginning of XML behind text that looked like a list, such as a warning with a URL. */
const XML_BEGINNING = /<(?:\?xml|(?:[\w-]{1,40}:)?(?:urlset|sitemapindex|rss|rdf|feed))[\s>]/i;

/**
 * Parses a sitemap incrementally: sitemaps and sitemap indexes (sitemaps.org), RSS 0.9 to 2.0, Atom, JSON Feed, and
 * plain lists of URLs.
 *
 * Sitemaps may only list URLs on the given hosts, as their protocol says, with or without `www.`; a feed may link
 * anywhere. Broken XML is read up to the fault, and output of scripts before it is skipped. The limits bound memory for
 * any input.
 */
export class SitemapReader {
  private readonly links: SitemapLinks;
  /** The start of the file, until XML and lists can be distinguished; all of it if it is JSON. */
  private prefix = '';
  private kind: 'undecided' | 'json' | 'neither' | SitemapXmlReader | UrlListReader = 'undecided';
  private readonly bareBeginning: RegExp;

  /**
   * @param baseUrl URL of the file
   * @param hosts hosts whose URLs are accepted
   */
  constructor(baseUrl: string, hosts: ReadonlySet<string>) {
    this.links = new SitemapLinks(baseUrl, hosts);
    this.bareBeginning = this.links.bareLine();
  }

  /** Whether the result is final. */
  get done(): boolean {
    const { kind } = this;
    return this.links.truncated || kind === 'neither' || (kind instanceof SitemapXmlReader && kind.isOther);
  }

  write(text: string): void {
    if (this.done) return;
    if (this.kind !== 'undecided') return this.pass(text);
    this.prefix += text;
    this.decide();
  }

  end(): ParsedSitemap {
    const { kind } = this;
    if (kind instanceof UrlListReader || (kind instanceof SitemapXmlReader && !this.done)) kind.end();
    if (kind === 'json') this.readJson();
    return this.links.parsed();
  }

  private decide(): void {
    if (/^[\s\uFEFF]*\{/.test(this.prefix)) {
      this.kind = 'json';
      return this.pass('');
    }
    const prefix = this.prefix.replaceAll('\uFEFF', ' ');
    const found = [BEGINNING, this.bareBeginning].map((one) => prefix.search(one)).filter((place) => place !== -1);
    const at = Math.min(...found);
    if (at > MAX_PREFIX_CHARS) {
      if (this.prefix.length > MAX_PREFIX_CHARS) this.kind = 'neither';
      return;
    }
    const before = this.prefix.slice(0, at).trimEnd();
    const whole = this.prefix.slice(at);
    this.prefix = '';
    this.kind = /^<(?!https?:)/i.test(whole) ? new SitemapXmlReader(this.links) : new UrlListReader(this.links, before);
    this.pass(whole);
  }

  private pass(text: string): void {
    const { kind } = this;
    if (kind instanceof UrlListReader) this.readList(kind, text);
    else if (kind instanceof SitemapXmlReader) kind.write(text);
    else if ((this.prefix += text).length > MAX_JSON_CHARS) this.kind = 'neither';
  }

  private readList(list: UrlListReader, text: string): void {
    const read = list.rest + text;
    const xml = read.search(XML_BEGINNING);
    if (xml === -1) return list.write(text);
    this.links.restart();
    const reader = new SitemapXmlReader(this.links);
    this.kind = reader;
    reader.write(read.slice(xml));
  }

  private readJson(): void {
    const feed = readJsonFeed(this.prefix);
    if (feed === null) return;
    const { links } = this;
    links.format = 'feed';
    links.addSitemap(links.resolved(feed.next));
    for (const { url, title } of feed.entries) links.add(links.resolved(url), cutEnd(title, MAX_TITLE_CHARS));
  }
}
