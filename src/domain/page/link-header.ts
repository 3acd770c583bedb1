import { isFeed, noteCanonical, type PageFindings } from './page-findings.js';

/** A link in a Link header (RFC 8288). */
interface HeaderLink {
  readonly href: string;
  /** Relation types, in lower case. */
  readonly rel: readonly string[];
  readonly type: string;
  readonly title: string;
  /** The parameters that name a version of a page. */
  readonly version: readonly (string | undefined)[];
}

const LINK = /<([^<>]{0,4000})>((?:\s*;\s*[\w*-]{1,40}(?:\s*=\s*(?:"[^"]{0,1000}"|[^\s;,"<>]{0,1000}))?)*)/g;
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/g;
/** Most links read. */
const MAX_LINKS = 100;

/**
 * Notes the canonical URL and feeds in Link headers, joined by commas. Links about other pages than this one do not
 * count.
 *
 * @returns references to the next pages
 */
export function nextInHeader(header: string, findings: PageFindings): string[] {
  const next: string[] = [];
  for (const { href, rel, type, title, version } of linksIn(header)) {
    if (rel.includes('canonical')) noteCanonical(findings.headerCanonicals, href, version);
    else if (rel.includes('next')) next.push(href);
    else if (rel.includes('alternate') && isFeed(type, title)) findings.headerFeeds.push(href);
  }
  return next;
}

function linksIn(header: string): readonly HeaderLink[] {
  const links: HeaderLink[] = [];
  for (const [, href, parameters] of header.matchAll(LINK)) {
    if (links.length >= MAX_LINKS) break;
    const values = new Map<string, string>();
    for (const [, name, quoted, plain] of parameters.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      if (!values.has(key)) values.set(key, quoted ?? plain ?? '');
    }
    const rel = (values.get('rel') ?? '').toLowerCase().split(/\s+/);
    const version = ['hreflang', 'media', 'type'].map((name) => values.get(name));
    if (!values.has('anchor'))
      links.push({ href: href.trim(), rel, type: values.get('type') ?? '', title: values.get('title') ?? '', version });
  }
  return links;
}
