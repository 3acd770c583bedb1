import { Parser } from 'htmlparser2';
import { canonicalUrl, hostOf, sentUrl } from '../url/index.js';
import { feedTitle, isTextMarkup, referencesResolved } from './feed-title.js';
import { MAX_JSON_CHARS, readJsonFeed } from './json-feed.js';
import { cutEnd } from './text-flow.js';

/** One entry of a sitemap or feed. */
interface SitemapEntry {
  /** Canonical. */
  readonly url: string;
  /** Title of a feed's entry, '' in sitemaps. */
  readonly title: string;
}

/** The format of a sitemap file; `unknown` if it is none. */
type SitemapFormat = 'sitemap' | 'index' | 'feed' | 'list' | 'unknown';

export interface ParsedSitemap {
  readonly format: SitemapFormat;
  /** In document order, each URL once. */
  readonly links: readonly SitemapEntry[];
  /** Canonical URLs of the sitemaps in an index, or of the next part of a feed, each once. */
  readonly sitemaps: readonly string[];
  /** Whether it has more links or sitemaps than the limits. */
  readonly truncated: boolean;
}

/** Most links read per file. The protocol allows 50 000; the first ones suffice for a crawl that chooses. */
export const MAX_SITEMAP_LINKS = 10_000;
/** Most sitemaps read per index. */
export const MAX_SITEMAPS_OF_INDEX = 1_000;
/** Titles and URLs are read up to this length; longer URLs are dropped. */
const MAX_VALUE_CHARS = 8_000;
const MAX_TITLE_CHARS = 200;
/** Most open elements; real files have six. Reading a deeper file stops there. */
const MAX_DEPTH = 64;
/**
 * Characters of a file without XML that are read before it is given up: a list of URLs has one in its first lines, and
 * warnings of a script end within them.
 */
const MAX_PREFIX_CHARS = 65_536;
/** Most entries without an end tag: the XML parser keeps them all open. */
const MAX_UNENDED = 10_000;
/** Most elements before the root of a sitemap, such as warnings of scripts. */
const MAX_FOREIGN_ELEMENTS = 2_000;

const FORMAT_OF_ROOT: Readonly<Record<string, SitemapFormat>> = {
  urlset: 'sitemap',
  sitemapindex: 'index',
  rss: 'feed',
  rdf: 'feed',
  feed: 'feed',
};
/** The format of a file without a root, by its first element. */
const FORMAT_OF_ENTRY: Readonly<Record<string, SitemapFormat>> = { url: 'sitemap', sitemap: 'index' };
/** Elements whose text is read, by their parent: `image:loc` within `image:image` is no page. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  'url>loc',
  'sitemap>loc',
  'item>link',
  'item>title',
  'item>guid',
  'item>origlink',
  'entry>origlink',
  'entry>title',
  'entry>id',
]);
const ENTRY_ELEMENTS: ReadonlySet<string> = new Set(['url', 'sitemap', 'item', 'entry']);
/** Invalid, but accepted by other readers too: a URL directly in an entry, or a `loc` without an entry. */
const BARE_ENTRIES: ReadonlySet<string> = new Set([
  'urlset>url',
  'sitemapindex>sitemap',
  'urlset>loc',
  'sitemapindex>loc',
]);

const ABSOLUTE = /^https?:\/\//i;
/** The host of an address without a scheme. */
const BARE_HOST = /^[\w-]+(?:\.[\w-]+)+(?=[/?#:]|$)/;
/** The beginning of a list, also with other columns before its URLs, or of XML. */
const BEGINNING = /<(?=[^]{6})(?!https?:)|^(?:[\t ]*<?|[^<\n\r]{0,200}[\t,;|]\s?"?|[\t ]*")https?:\/\//im;
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
/** The beginning of XML behind text that looked like a list, such as a warning with a URL. */
const XML_BEGINNING = /<(?:\?xml|(?:[\w-]{1,40}:)?(?:urlset|sitemapindex|rss|rdf|feed))[\s>]/i;

interface OpenEntry {
  readonly name: string;
  /** Prefix of its name. Names with other prefixes belong to other vocabularies: `media:title`. */
  readonly prefix: string;
  /** Number of elements around it. */
  readonly depth: number;
  /** Canonical. */
  url: string;
  title: string;
  /** The page itself, if the links lead to a service that counts readers: FeedBurner and Pheedo. */
  original: string;
  /** Used if an entry has no link. */
  fallback: string;
  /** An Atom entry without links often has its address as identifier. */
  id: string;
  /** Text directly inside it. */
  own: string;
}

/**
 * Parses a sitemap incrementally: sitemaps and sitemap indexes (sitemaps.org), RSS 0.9 to 2.0, Atom, JSON Feed, and
 * plain lists of URLs.
 *
 * Sitemaps may only list URLs on the given hosts, as their protocol says, with or without `www.`; a feed may link
 * anywhere. Relative links of RSS are resolved by the link of its channel, as most readers do: feeds often have a host
 * of their own. Broken XML is read up to the fault, and output of scripts before it is skipped. Only XML's five
 * entities and character references are resolved, so nothing expands; the limits bound memory for any input.
 */
export class SitemapReader {
  private format: SitemapFormat = 'unknown';
  private readonly path: string[] = [];
  /** The base URL in each open element: XML Base. */
  private readonly bases: string[] = [];
  /** The page of an RSS channel. */
  private site = '';
  private foreign = 0;
  private entry: OpenEntry | null = null;
  private link: { href: string; rel: string; type: string } | null = null;
  private capturing = '';
  /** Number of elements around the captured one. */
  private capturedAt = 0;
  /** `type` of an Atom title; null in RSS. */
  private titleType: string | null = null;
  /** Prefixes declared for Atom. */
  private readonly atom = new Set<string>();
  private unended = 0;
  private text = '';
  /** The start of the file, until XML and lists can be distinguished. */
  private prefix = '';
  private kind: 'undecided' | 'xml' | 'list' | 'json' | 'neither' = 'undecided';
  private line = '';
  /** Of the columns of a table with a head; '' for other lists. */
  private separator = '';
  private readonly found = new Map<string, string>();
  private readonly indexed = new Set<string>();
  /** Versions of pages in other languages, which have less weight than entries. */
  private readonly alternates = new Set<string>();
  private cut = false;
  private readonly parser: Parser;
  /** Without `www.`. */
  private readonly hosts: ReadonlySet<string>;
  /** A line with only the address of a page of these hosts, without a scheme. */
  private readonly bareBeginning: RegExp;

  /**
   * @param baseUrl URL of the file
   * @param hosts hosts whose URLs are accepted
   */
  constructor(
    private readonly baseUrl: string,
    hosts: ReadonlySet<string>,
  ) {
    this.hosts = new Set([...hosts].map(withoutWww));
    const names = [...this.hosts]
      .filter((host) => host !== '')
      .map((host) => host.replace(/[^\w-]/g, '\\$&'))
      .join('|');
    this.bareBeginning = new RegExp(
      `^[\\t ]*(?:\\/\\/)?(?:www\\.)?(?:${names === '' ? '(?!)' : names})[/?:]\\S*[\\t ]*$`,
      'im',
    );
    this.parser = new Parser(
      {
        onopentagname: (name) => this.open(name),
        onattribute: (name, value) => this.attribute(name, value),
        onclosetag: (name) => this.close(localName(name)),
        ontext: (text) => this.take(text),
      },
      { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
  }

  /** Whether the result is final. */
  get done(): boolean {
    return this.cut || this.kind === 'neither';
  }

  write(text: string): void {
    if (this.done) return;
    if (this.kind !== 'undecided') return this.pass(text);
    this.prefix += text;
    this.decide();
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
    this.kind = /^<(?!https?:)/i.test(whole) ? 'xml' : 'list';
    if (this.kind === 'list') this.separator = SEPARATOR.exec(TABLE_HEAD.exec(before)?.[0] ?? '')?.[0] ?? '';
    this.pass(whole);
  }

  end(): ParsedSitemap {
    if (this.kind === 'xml' && !this.done) this.parser.end();
    if (this.kind === 'list') this.takeLine(this.line);
    if (this.kind === 'json') this.readJson();
    for (const url of this.alternates) if (this.found.size < MAX_SITEMAP_LINKS) this.add(url, '');
    return {
      format: this.format,
      links: [...this.found].map(([url, title]) => ({ url, title })),
      sitemaps: [...this.indexed],
      truncated: this.cut,
    };
  }

  private pass(text: string): void {
    if (this.kind === 'xml') this.parser.write(text);
    else if (this.kind === 'list') this.readLines(text);
    else if ((this.prefix += text).length > MAX_JSON_CHARS) this.kind = 'neither';
  }

  private readJson(): void {
    const feed = readJsonFeed(this.prefix);
    if (feed === null) return;
    this.format = 'feed';
    this.addSitemap(this.resolved(feed.next, this.baseUrl));
    for (const { url, title } of feed.entries)
      this.add(this.resolved(url, this.baseUrl), cutEnd(title, MAX_TITLE_CHARS));
  }

  private readLines(text: string): void {
    const read = this.line + text;
    const xml = read.search(XML_BEGINNING);
    if (xml !== -1) {
      this.found.clear();
      this.format = 'unknown';
      this.kind = 'xml';
      this.parser.write(read.slice(xml));
      return;
    }
    this.format = 'list';
    const lines = read.split(/\r\n|\r|\n/);
    this.line = (lines.pop() ?? '').slice(0, MAX_VALUE_CHARS);
    for (const line of lines) this.takeLine(line);
  }

  private takeLine(line: string): void {
    if (line.length >= MAX_VALUE_CHARS) return;
    const urls =
      this.separator === ''
        ? (line
            .trim()
            .replace(/[^\S\t]+/g, ' ')
            .match(URLS_OF_LINE) ?? (BARE_LINE.test(line) ? [line.trim()] : []))
        : line
            .split(this.separator)
            .map(trimmed)
            .filter((column) => ABSOLUTE.test(column))
            .slice(0, 1);
    for (const url of urls) this.add(this.resolved(url, this.baseUrl), '');
  }

  private open(qualified: string): void {
    const name = localName(qualified);
    if (this.format === 'unknown')
      this.format = FORMAT_OF_ROOT[name] ?? (this.foreign === 0 ? FORMAT_OF_ENTRY[name] : undefined) ?? 'unknown';
    if (this.path.length >= MAX_DEPTH || (this.format === 'unknown' && ++this.foreign > MAX_FOREIGN_ELEMENTS))
      this.kind = 'neither';
    if (this.done || this.format === 'unknown') return;
    if (this.capturing !== '' && isTextMarkup(name)) {
      this.enter(name);
      return;
    }
    const prefix = prefixOf(qualified);
    this.endUnended(name, prefix);
    const parent = this.path[this.path.length - 1] ?? '';
    this.enter(name);
    if (ENTRY_ELEMENTS.has(name) || BARE_ENTRIES.has(`${parent}>${name}`))
      this.entry ??= {
        name,
        prefix,
        depth: this.path.length - 1,
        url: '',
        title: '',
        original: '',
        fallback: '',
        id: '',
        own: '',
      };
    this.link = null;
    const isPaging = name === 'link' && this.format === 'feed' && this.entry === null;
    if (isPaging && (prefix === '' || this.atom.has(prefix))) this.link = { href: '', rel: '', type: '' };
    const isAtom = this.atom.has(prefix) && (parent === 'entry' || (parent === 'item' && name === 'link'));
    const isVersion = parent === 'url' && name === 'link';
    const isOwn = prefix === this.entry?.prefix || name === 'loc' || name === 'origlink' || isAtom || isVersion;
    if (this.entry === null && parent === 'channel' && name === 'link') this.capture('site', null);
    if (this.entry === null || !isOwn) return;
    if (TEXT_ELEMENTS.has(`${parent}>${name}`) && !(isAtom && name === 'link'))
      this.capture(name, parent === 'entry' ? '' : null);
    if (name === 'link' && (parent === 'entry' || isAtom || isVersion))
      this.link = { href: '', rel: 'alternate', type: '' };
  }

  private capture(what: string, titleType: string | null): void {
    this.capturing = what;
    this.capturedAt = this.path.length - 1;
    this.text = '';
    this.titleType = titleType;
  }

  private enter(name: string): void {
    this.path.push(name);
    this.bases.push(this.base);
  }

  /** Ends elements whose end tags are missing: a text at the next element of its entry, an entry at the next one. */
  private endUnended(name: string, prefix: string): void {
    if (this.capturing !== '') this.leaveTo(this.capturedAt);
    const { entry } = this;
    if (entry === null || this.path.length !== entry.depth + 1) return;
    if (name === entry.name && prefix === entry.prefix && ++this.unended <= MAX_UNENDED) this.leaveTo(entry.depth);
    else if (name === 'loc' && prefix === entry.prefix && entry.url !== '') {
      this.addEntry(entry, this.base);
      entry.url = '';
    }
  }

  private leaveTo(depth: number): void {
    while (this.path.length > depth) this.close(this.path[this.path.length - 1] ?? '');
  }

  /** An attribute of the last opened element. */
  private attribute(name: string, value: string): void {
    if (this.done || this.path.length === 0) return;
    if (name === 'xml:base') this.bases[this.bases.length - 1] = sentUrl(value, this.base) ?? this.base;
    if (name.startsWith('xmlns:') && ATOM_NAMESPACE.test(value)) this.atom.add(name.slice('xmlns:'.length));
    if (this.link !== null && (name === 'href' || name === 'rel' || name === 'type')) this.link[name] = value;
    if (this.entry === null || this.link !== null) return;
    if (name === 'rdf:about' && this.path[this.path.length - 1] === 'item') this.entry.fallback = value;
    else if (this.path.length - 1 !== this.capturedAt) return;
    else if (name === 'href' && this.capturing === 'link') this.entry.fallback ||= this.resolved(value, this.base);
    else if (name === 'type' && this.titleType !== null) this.titleType = value;
    else if (name === 'ispermalink' && /^\s*false\s*$/i.test(value) && this.capturing === 'guid') this.capturing = '';
  }

  private take(text: string): void {
    if (this.capturing !== '') this.text += text.slice(0, MAX_VALUE_CHARS - this.text.length);
    else if (this.entry !== null && this.path.length === 2)
      this.entry.own += text.slice(0, MAX_VALUE_CHARS - this.entry.own.length);
  }

  private get base(): string {
    return this.bases[this.bases.length - 1] ?? this.baseUrl;
  }

  private close(name: string): void {
    // The end of an element that was ended before, because its end tag was missing.
    if (this.done || this.path[this.path.length - 1] !== name) return;
    const { base, entry, link } = this;
    this.path.pop();
    this.bases.pop();
    if (this.capturing === 'site' && this.path.length <= this.capturedAt) {
      const value = trimmed(this.text);
      if (ABSOLUTE.test(value)) this.site ||= this.resolved(value, base);
      this.capturing = '';
    }
    if (entry === null) {
      if (link !== null && LATER_PART.test(link.rel)) this.addSitemap(this.resolved(link.href, base));
      this.link = null;
      return;
    }
    if (link !== null && ALTERNATE.test(link.rel)) {
      // An entry may have alternates of several types; an item of RSS has a link of its own, as a rule.
      if (entry.name === 'url') this.addAlternate(this.resolved(link.href, base));
      else if (entry.name !== 'item' && (link.type === '' || HTML_TYPE.test(link.type)))
        entry.url ||= this.resolved(link.href, base);
      else entry.fallback ||= this.resolved(link.href, base);
    }
    this.link = null;
    if (this.capturing !== '') {
      if (this.path.length > this.capturedAt) return;
      this.takeValue(entry, base);
    }
    if (this.path.length > entry.depth) return;
    this.entry = null;
    this.addEntry(entry, base);
  }

  private takeValue(entry: OpenEntry, base: string): void {
    // Some programs escape a URL twice, or by the names of HTML's characters.
    const value = trimmed(referencesResolved(this.text));
    if (this.capturing === 'title') entry.title = cutEnd(feedTitle(this.text, this.titleType), MAX_TITLE_CHARS);
    else if (this.capturing === 'link' || this.capturing === 'loc')
      entry.url ||= this.resolved(value, base === this.baseUrl && this.site !== '' ? this.site : base);
    else if (this.capturing === 'origlink') entry.original ||= ABSOLUTE.test(value) ? this.resolved(value, base) : '';
    // Other identifiers are no addresses: `5`, `tag:a.example,2026:5`.
    else if (ABSOLUTE.test(value)) entry[this.capturing === 'id' ? 'id' : 'fallback'] ||= value;
    this.capturing = '';
  }

  private addEntry(entry: OpenEntry, base: string): void {
    const own = entry.own.trim();
    const address = entry.fallback || entry.id || (ABSOLUTE.test(own) ? own : '');
    const url = entry.original || entry.url || this.resolved(address, base);
    // The entry decides, if a file has entries of the other kind.
    if (this.format === 'index' ? entry.name !== 'url' || SITEMAP_FILE.test(url) : entry.name === 'sitemap')
      this.addSitemap(url);
    else this.add(url, entry.title);
  }

  private add(url: string, title: string): void {
    if (url === '' || this.found.has(url) || (this.format !== 'feed' && !this.isOwnHost(hostOf(url)))) return;
    if (this.found.size < MAX_SITEMAP_LINKS) this.found.set(url, title);
    else this.cut = true;
  }

  private addAlternate(url: string): void {
    if (url !== '' && this.alternates.size < MAX_SITEMAP_LINKS) this.alternates.add(url);
  }

  private addSitemap(url: string): void {
    if (url === '' || !this.isOwnHost(hostOf(url))) return;
    if (this.indexed.has(url)) return;
    if (this.indexed.size < MAX_SITEMAPS_OF_INDEX) this.indexed.add(url);
    else this.cut = true;
  }

  private isOwnHost(host: string): boolean {
    return this.hosts.has(withoutWww(host));
  }

  /** Canonical; '' for empty or invalid URLs. The scheme of an address may be missing. */
  private resolved(raw: string, base: string): string {
    const host = BARE_HOST.exec(raw)?.[0].toLowerCase();
    const isAddress = host !== undefined && (host.startsWith('www.') || this.isOwnHost(host));
    return raw === '' ? '' : (canonicalUrl(isAddress ? `//${raw}` : raw, base) ?? '');
  }
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** White space, quotation marks, and invisible characters that editors leave, around a URL. */
const AROUND_VALUE = /^[\s"'<\u200b\u200e\u200f\u2060\ufeff]+|[\s"'>\u200b\u200e\u200f\u2060\ufeff]+$/g;
/** Also as a URI (RFC 4287 section 4.2.7.2). */
const ALTERNATE = /^\s*(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate\s*$/i;
/** The next part of a feed, or an older one (RFC 5005 sections 3 and 4). */
const LATER_PART = /^\s*(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?(?:next|prev-archive)\s*$/i;
const ATOM_NAMESPACE = /^\s*http:\/\/(?:www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns#)\s*$/i;
const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
/** Pages rarely have such names. */
const SITEMAP_FILE = /\.xml(?:\.gz)?$/i;

const trimmed = (text: string): string => text.replace(/\s+/g, ' ').replace(AROUND_VALUE, '');

function localName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(':') + 1);
}

function prefixOf(qualified: string): string {
  return qualified.slice(0, Math.max(0, qualified.lastIndexOf(':')));
}
