import { canonicalUrl, hostOf } from '../url/index.js';

/** One entry of a sitemap or feed. */
interface SitemapEntry {
  /** Canonical. */
  readonly url: string;
  /** Title of a feed's entry, '' in sitemaps. */
  readonly title: string;
}

/** The format of a sitemap file; `unknown` if it is none. */
export type SitemapFormat = 'sitemap' | 'index' | 'feed' | 'list' | 'unknown';

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

/** The host of an address without a scheme. */
const BARE_HOST = /^[\w-]+(?:\.[\w-]+)+(?=[/?#:]|$)/;
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** The format of a sitemap file, and its links so far. */
export class SitemapLinks {
  format: SitemapFormat = 'unknown';
  /** Whether there are more links or sitemaps than the limits. */
  truncated = false;
  private readonly found = new Map<string, string>();
  private readonly sitemaps = new Set<string>();
  /** Versions of pages in other languages, which have less weight than entries. */
  private readonly alternates = new Set<string>();
  /** Without `www.`. */
  private readonly hosts: ReadonlySet<string>;

  /**
   * @param baseUrl URL of the file
   * @param hosts hosts whose URLs are accepted, with or without `www.`; feeds may link anywhere
   */
  constructor(
    readonly baseUrl: string,
    hosts: ReadonlySet<string>,
  ) {
    this.hosts = new Set([...hosts].map(withoutWww));
  }

  /** A line with only the address of a page of these hosts, without a scheme. */
  bareLine(): RegExp {
    const names = [...this.hosts]
      .filter((host) => host !== '')
      .map((host) => host.replace(/[^\w-]/g, '\\$&'))
      .join('|');
    return new RegExp(`^[\\t ]*(?:\\/\\/)?(?:www\\.)?(?:${names === '' ? '(?!)' : names})[/?:]\\S*[\\t ]*$`, 'im');
  }

  /** @param url canonical, '' for none */
  add(url: string, title: string): void {
    if (url === '' || this.found.has(url) || (this.format !== 'feed' && !this.isOwnHost(hostOf(url)))) return;
    if (this.found.size < MAX_SITEMAP_LINKS) this.found.set(url, title);
    else this.truncated = true;
  }

  addAlternate(url: string): void {
    if (url !== '' && this.alternates.size < MAX_SITEMAP_LINKS) this.alternates.add(url);
  }

  addSitemap(url: string): void {
    if (url === '' || !this.isOwnHost(hostOf(url))) return;
    if (this.sitemaps.has(url)) return;
    if (this.sitemaps.size < MAX_SITEMAPS_OF_INDEX) this.sitemaps.add(url);
    else this.truncated = true;
  }

  /** Forgets the links: the file is of another format. */
  restart(): void {
    this.found.clear();
    this.format = 'unknown';
  }

  /** Canonical; '' for empty or invalid URLs. The scheme of an address may be missing. */
  resolved(raw: string, base = this.baseUrl): string {
    const host = BARE_HOST.exec(raw)?.[0].toLowerCase();
    const isAddress = host !== undefined && (host.startsWith('www.') || this.isOwnHost(host));
    return raw === '' ? '' : (canonicalUrl(isAddress ? `//${raw}` : raw, base) ?? '');
  }

  parsed(): ParsedSitemap {
    for (const url of this.alternates) if (this.found.size < MAX_SITEMAP_LINKS) this.add(url, '');
    return {
      format: this.format,
      links: [...this.found].map(([url, title]) => ({ url, title })),
      sitemaps: [...this.sitemaps],
      truncated: this.truncated,
    };
  }

  private isOwnHost(host: string): boolean {
    return this.hosts.has(withoutWww(host));
  }
}
