import { Parser } from 'htmlparser2';
import { sentUrl } from '../url/index.js';
import { feedTitle, isTextMarkup, referencesResolved } from './feed-title.js';
import type { SitemapFormat, SitemapLinks } from './sitemap-links.js';
import { ABSOLUTE, MAX_TITLE_CHARS, MAX_VALUE_CHARS, trimmed } from './sitemap-values.js';
import { cutEnd } from './text-flow.js';

/** Most open elements; real files have six. Reading a deeper file stops there. */
const MAX_DEPTH = 64;
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
/** The format of a file without a root, by its first element: Atom allows a single entry (RFC 4287 section 2). */
const FORMAT_OF_ENTRY: Readonly<Record<string, SitemapFormat>> = { url: 'sitemap', sitemap: 'index', entry: 'feed' };
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
  'entry>link',
  'entry>id',
  'news>title',
]);
const ENTRY_ELEMENTS: ReadonlySet<string> = new Set(['url', 'sitemap', 'item', 'entry']);
/** Invalid, but accepted by other readers too: a URL directly in an entry, or a `loc` without an entry. */
const BARE_ENTRIES: ReadonlySet<string> = new Set([
  'urlset>url',
  'sitemapindex>sitemap',
  'urlset>loc',
  'sitemapindex>loc',
]);

/** Also as a URI (RFC 4287 section 4.2.7.2). */
const ALTERNATE = /^\s*(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate\s*$/i;
/** The next part of a feed, or an older one (RFC 5005 sections 3 and 4). */
const LATER_PART = /^\s*(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?(?:next|prev-archive)\s*$/i;
const ATOM_NAMESPACE = /^\s*http:\/\/(?:www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns#)\s*$/i;
const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
/** Pages rarely have such names. */
const SITEMAP_FILE = /\.xml(?:\.gz)?$/i;

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
 * Reads sitemaps, sitemap indexes, RSS and Atom in pieces.
 *
 * Relative links of RSS are resolved by the link of its channel, as most readers do: feeds often have a host of their
 * own. Only XML's five entities and character references are resolved, so nothing expands.
 */
export class SitemapXmlReader {
  /** Whether it is no sitemap. */
  isOther = false;
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
  /** Prefixes declared for Atom, and its usual one, which some feeds do not declare. */
  private readonly atom = new Set(['atom']);
  private unended = 0;
  /** Whether a text that was read had an end tag. */
  private hasEndTags = false;
  private text = '';
  private readonly parser: Parser;

  constructor(private readonly links: SitemapLinks) {
    this.parser = new Parser(
      {
        onopentagname: (name) => this.open(name),
        onattribute: (name, value) => this.attribute(name, value),
        onclosetag: (name, isImplied) => {
          this.hasEndTags ||= !isImplied && this.capturing !== '';
          this.close(localName(name));
        },
        ontext: (text) => this.take(text),
      },
      { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
  }

  write(text: string): void {
    this.parser.write(text);
  }

  end(): void {
    // A file that breaks off within a URL has only a part of it.
    if (this.hasEndTags) this.capturing = '';
    this.parser.end();
  }

  private get done(): boolean {
    return this.isOther || this.links.truncated;
  }

  private open(qualified: string): void {
    const name = localName(qualified);
    if (this.links.format === 'unknown')
      this.links.format = FORMAT_OF_ROOT[name] ?? (this.foreign === 0 ? FORMAT_OF_ENTRY[name] : undefined) ?? 'unknown';
    if (this.path.length >= MAX_DEPTH || (this.links.format === 'unknown' && ++this.foreign > MAX_FOREIGN_ELEMENTS))
      this.isOther = true;
    if (this.done || this.links.format === 'unknown') return;
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
    const isPaging = name === 'link' && this.links.format === 'feed' && this.entry === null;
    if (isPaging && (prefix === '' || this.atom.has(prefix))) this.link = { href: '', rel: '', type: '' };
    const isAtom = this.atom.has(prefix) && (parent === 'entry' || (parent === 'item' && name === 'link'));
    const isVersion = parent === 'url' && name === 'link';
    const isForeign = name === 'loc' || name === 'origlink' || parent === 'news';
    const isOwn = prefix === this.entry?.prefix || isForeign || isAtom || isVersion;
    if (this.entry === null && parent === 'channel' && name === 'link') this.capture('site', null);
    if (this.entry === null || !isOwn) return;
    if (TEXT_ELEMENTS.has(`${parent}>${name}`) && !(isAtom && name === 'link'))
      this.capture(name, parent === 'entry' ? '' : null);
    if (name === 'link' && (parent === 'entry' || isAtom || isVersion))
      this.link = { href: '', rel: 'alternate', type: '' };
  }

  private capture(name: string, titleType: string | null): void {
    this.capturing = name;
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
    else if (name === 'href' && this.capturing === 'link')
      this.entry.fallback ||= this.links.resolved(value, this.base);
    else if (name === 'type' && this.titleType !== null) this.titleType = value;
    else if (name === 'ispermalink' && /^\s*false\s*$/i.test(value) && this.capturing === 'guid') this.capturing = '';
  }

  private take(text: string): void {
    if (this.capturing !== '') this.text += text.slice(0, MAX_VALUE_CHARS - this.text.length);
    else if (this.entry !== null && this.path.length === this.entry.depth + 1)
      this.entry.own += text.slice(0, MAX_VALUE_CHARS - this.entry.own.length);
  }

  private get base(): string {
    return this.bases[this.bases.length - 1] ?? this.links.baseUrl;
  }

  private close(name: string): void {
    // The end of an element that was ended before, because its end tag was missing.
    if (this.done || this.path[this.path.length - 1] !== name) return;
    const { base, entry, link } = this;
    this.path.pop();
    this.bases.pop();
    if (this.capturing === 'site' && this.path.length <= this.capturedAt) {
      const value = trimmed(this.text);
      if (ABSOLUTE.test(value)) this.site ||= this.links.resolved(value, base);
      this.capturing = '';
    }
    if (entry === null) {
      if (link !== null && LATER_PART.test(link.rel)) this.links.addSitemap(this.links.resolved(link.href, base));
      this.link = null;
      return;
    }
    if (link !== null && ALTERNATE.test(link.rel)) {
      // An entry may have alternates of several types; an item of RSS has a link of its own, as a rule.
      if (entry.name === 'url') this.links.addAlternate(this.links.resolved(link.href, base));
      else if (entry.name !== 'item' && (link.type === '' || HTML_TYPE.test(link.type)))
        entry.url ||= this.links.resolved(link.href, base);
      else entry.fallback ||= this.links.resolved(link.href, base);
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
    const value = trimmed(referencesResolved(this.text).replace(/\s*[\n\r]\s*/g, ''));
    if (this.capturing === 'title') entry.title = cutEnd(feedTitle(this.text, this.titleType), MAX_TITLE_CHARS);
    else if (this.capturing === 'loc' || (this.capturing === 'link' && entry.name !== 'entry'))
      entry.url ||= this.links.resolved(value, base === this.links.baseUrl && this.site !== '' ? this.site : base);
    else if (this.capturing === 'origlink')
      entry.original ||= ABSOLUTE.test(value) ? this.links.resolved(value, base) : '';
    // Other identifiers are no addresses: `5`, `tag:a.example,2026:5`.
    else if (ABSOLUTE.test(value)) entry[this.capturing === 'id' ? 'id' : 'fallback'] ||= value;
    this.capturing = '';
  }

  private addEntry(entry: OpenEntry, base: string): void {
    const own = entry.own.trim();
    const address = entry.fallback || entry.id || (/^https?:\/\/\S+$/i.test(own) ? own : '');
    const url = entry.original || entry.url || this.links.resolved(address, base);
    // The entry decides, if a file has entries of the other kind.
    if (this.links.format === 'index' ? entry.name !== 'url' || SITEMAP_FILE.test(url) : entry.name === 'sitemap')
      this.links.addSitemap(url);
    else this.links.add(url, entry.title);
  }
}

function localName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(':') + 1);
}

function prefixOf(qualified: string): string {
  return qualified.slice(0, Math.max(0, qualified.lastIndexOf(':')));
}
