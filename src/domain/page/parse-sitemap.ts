import { Parser } from 'htmlparser2';
import { foldSpace } from '../text/fold-space.js';
import { canonicalUrl, hostOf, sentUrl } from '../url/index.js';
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
  /** Canonical URLs of the sitemaps in an index, each once. */
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
/** Most elements before the root of a sitemap, such as warnings of scripts. */
const MAX_FOREIGN_ELEMENTS = 2_000;

const FORMAT_OF_ROOT: Readonly<Record<string, SitemapFormat>> = {
  urlset: 'sitemap',
  sitemapindex: 'index',
  rss: 'feed',
  rdf: 'feed',
  feed: 'feed',
};
/** Elements whose text is read, by their parent: `image:loc` within `image:image` is no page. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  'url>loc',
  'sitemap>loc',
  'item>link',
  'item>title',
  'item>guid',
  'entry>title',
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
/** The beginning of a list or of XML. */
const BEGINNING = /<|^[\t ]*https?:\/\//im;
/** The beginning of XML behind text that looked like a list, such as a warning with a URL. */
const XML_BEGINNING = /<(?:\?xml|(?:[\w-]{1,40}:)?(?:urlset|sitemapindex|rss|rdf|feed))[\s>]/i;

interface OpenEntry {
  /** Canonical. */
  url: string;
  title: string;
  /** Used if an entry has no link. */
  fallback: string;
  /** Text directly inside it. */
  own: string;
}

/**
 * Parses a sitemap incrementally: sitemaps and sitemap indexes (sitemaps.org), RSS 0.9 to 2.0, Atom, and plain lists of
 * URLs.
 *
 * Sitemaps may only list URLs on the given hosts, as their protocol says; a feed may link anywhere. Broken XML is read
 * up to the fault, and output of scripts before it is skipped. Only XML's five entities and character references are
 * resolved, so nothing expands; the limits bound memory for any input.
 */
export class SitemapReader {
  private format: SitemapFormat = 'unknown';
  private readonly path: string[] = [];
  /** The base URL in each open element: XML Base. */
  private readonly bases: string[] = [];
  private foreign = 0;
  private entry: OpenEntry | null = null;
  private link: { href: string; rel: string } | null = null;
  private capturing = '';
  private text = '';
  /** The start of the file, until XML and lists can be distinguished. */
  private prefix = '';
  private kind: 'undecided' | 'xml' | 'list' | 'neither' = 'undecided';
  private line = '';
  private readonly found = new Map<string, string>();
  private readonly indexed = new Set<string>();
  private cut = false;
  private readonly parser: Parser;

  /**
   * @param baseUrl URL of the file
   * @param hosts hosts whose URLs are accepted
   */
  constructor(
    private readonly baseUrl: string,
    private readonly hosts: ReadonlySet<string>,
  ) {
    this.parser = new Parser(
      {
        onopentagname: (name) => this.open(name),
        onattribute: (name, value) => this.attribute(name, value),
        onclosetag: () => this.close(),
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
    const at = this.prefix.replace(/^\uFEFF/, ' ').search(BEGINNING);
    if (at === -1 || at > MAX_PREFIX_CHARS) {
      if (this.prefix.length > MAX_PREFIX_CHARS) this.kind = 'neither';
      return;
    }
    const whole = this.prefix.slice(at);
    this.prefix = '';
    this.kind = whole.startsWith('<') ? 'xml' : 'list';
    this.pass(whole);
  }

  end(): ParsedSitemap {
    if (this.kind === 'xml' && !this.done) this.parser.end();
    if (this.kind === 'list') this.takeLine(this.line);
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
    const url = line.trim();
    if (url.length < MAX_VALUE_CHARS && ABSOLUTE.test(url)) this.add(resolved(url, this.baseUrl), '');
  }

  private open(qualified: string): void {
    const name = localName(qualified);
    if (this.format === 'unknown') this.format = FORMAT_OF_ROOT[name] ?? 'unknown';
    if (this.path.length >= MAX_DEPTH || (this.format === 'unknown' && ++this.foreign > MAX_FOREIGN_ELEMENTS))
      this.kind = 'neither';
    if (this.done || this.format === 'unknown') return;
    const parent = this.path[this.path.length - 1] ?? '';
    this.path.push(name);
    this.bases.push(this.base);
    this.capturing = '';
    if (ENTRY_ELEMENTS.has(name) || BARE_ENTRIES.has(`${parent}>${name}`))
      this.entry ??= { url: '', title: '', fallback: '', own: '' };
    // Prefixed names belong to other vocabularies (media:title, atom:link), except if the prefix is the sitemap's own,
    // which its parent shares.
    if (this.entry !== null && TEXT_ELEMENTS.has(`${parent}>${name}`) && (!qualified.includes(':') || name === 'loc'))
      this.capturing = name;
    this.text = '';
    this.link = this.entry !== null && parent === 'entry' && name === 'link' ? { href: '', rel: 'alternate' } : null;
  }

  /** An attribute of the last opened element. */
  private attribute(name: string, value: string): void {
    if (this.done || this.path.length === 0) return;
    if (name === 'xml:base') this.bases[this.bases.length - 1] = sentUrl(value, this.base) ?? this.base;
    if (this.entry === null) return;
    if (this.link !== null && (name === 'href' || name === 'rel')) this.link[name] = value;
    else if (name === 'rdf:about' && this.path[this.path.length - 1] === 'item') this.entry.fallback = value;
    else if (name === 'ispermalink' && value === 'false' && this.capturing === 'guid') this.capturing = '';
  }

  private take(text: string): void {
    if (this.capturing !== '') this.text += text.slice(0, MAX_VALUE_CHARS - this.text.length);
    else if (this.entry !== null && this.path.length === 2)
      this.entry.own += text.slice(0, MAX_VALUE_CHARS - this.entry.own.length);
  }

  private get base(): string {
    return this.bases[this.bases.length - 1] ?? this.baseUrl;
  }

  private close(): void {
    if (this.done || this.path.length === 0) return;
    const { base } = this;
    const name = this.path.pop() ?? '';
    this.bases.pop();
    const { entry, link } = this;
    if (entry === null) return;
    if (link?.rel === 'alternate') entry.url ||= resolved(link.href, base);
    this.link = null;
    if (this.capturing === name) {
      const value = this.text.replace(/\s+/g, ' ').trim();
      if (name === 'title') entry.title = cutEnd(foldSpace(this.text), MAX_TITLE_CHARS);
      else if (name === 'guid') entry.fallback = value;
      else entry.url ||= resolved(value, base);
    }
    this.capturing = '';
    const isEntry = ENTRY_ELEMENTS.has(name) || BARE_ENTRIES.has(`${this.path[this.path.length - 1] ?? ''}>${name}`);
    if (!isEntry || this.path.some((open) => ENTRY_ELEMENTS.has(open))) return;
    this.entry = null;
    const own = entry.own.trim();
    const url = entry.url || resolved(entry.fallback, base) || (ABSOLUTE.test(own) ? resolved(own, base) : '');
    // The entry decides, if a file has entries of the other kind.
    if (this.format === 'index' ? name !== 'url' || SITEMAP_FILE.test(url) : name === 'sitemap') this.addSitemap(url);
    else this.add(url, entry.title);
  }

  private add(url: string, title: string): void {
    if (url === '' || this.found.has(url) || (this.format !== 'feed' && !this.hosts.has(hostOf(url)))) return;
    if (this.found.size < MAX_SITEMAP_LINKS) this.found.set(url, title);
    else this.cut = true;
  }

  private addSitemap(url: string): void {
    if (url === '' || !this.hosts.has(hostOf(url))) return;
    if (this.indexed.has(url)) return;
    if (this.indexed.size < MAX_SITEMAPS_OF_INDEX) this.indexed.add(url);
    else this.cut = true;
  }
}

/** Pages rarely have such names. */
const SITEMAP_FILE = /\.xml(?:\.gz)?$/i;

/** Canonical; '' for empty or invalid URLs. */
const resolved = (raw: string, base: string): string => (raw === '' ? '' : (canonicalUrl(raw, base) ?? ''));

function localName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(':') + 1);
}
