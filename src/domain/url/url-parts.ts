import { getDomain, parse } from 'tldts';
import { decodeLoosely } from './percent-encoding.js';
import { shownLabel } from './shown-label.js';

/** The grouping of URLs into the domains of MAX and the results. */
export type DomainGrouping = 'registrable-domain' | 'host' | 'path-prefix';

/**
 * Hosts are already canonical; hosting suffixes such as github.io separate their customers, who have different owners.
 */
const SUFFIX_OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/** Host of a canonical URL, without the port; IPv6 in brackets. '' if there is none. */
export function hostOf(url: string): string {
  const start = url.indexOf('://') + 3;
  if (start === 2) return '';
  let end = start;
  const bracketed = url.charCodeAt(start) === 0x5b;
  for (; end < url.length; end++) {
    const c = url.charCodeAt(end);
    if (c === 0x2f || c === 0x3f || c === 0x23) break;
    if (c === 0x3a && !bracketed) break;
    if (c === 0x5d) {
      end++;
      break;
    }
  }
  return url.slice(start, end);
}

/** Path and query of a canonical URL, from the slash on. */
export function pathOf(url: string): string {
  const start = url.indexOf('://') + 3;
  const slash = url.indexOf('/', start);
  return slash === -1 ? '/' : url.slice(slash);
}

/**
 * The registered part of a host, by the public suffix list with its private section (`user.github.io` is one).
 *
 * IP addresses, single labels and public suffixes are returned unchanged.
 *
 * @param host as from `hostOf`
 */
export function registrableDomain(host: string): string {
  return getDomain(host, SUFFIX_OPTIONS) ?? host;
}

const FILE_EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

/**
 * The domain name to which a canonical URL belongs.
 *
 * `path-prefix` is for hosts shared by many owners: the host and the first path segment (`host/~user`), or the host
 * alone at the root and for files there (`host/index.html`).
 */
export function domainKey(url: string, grouping: DomainGrouping): string {
  const host = hostOf(url);
  if (grouping === 'host') return host;
  if (grouping === 'registrable-domain') return registrableDomain(host);
  const path = pathOf(url);
  let end = 1;
  while (end < path.length && path[end] !== '/' && path[end] !== '?') end++;
  const segment = path.slice(1, end);
  const isFile = path[end] !== '/' && !segment.startsWith('~') && FILE_EXTENSION.test(segment);
  return segment === '' || isFile ? host : `${host}/${segment}`;
}

/** A boundary inside a run of letters: `foodAndDrink`, `HTMLPage`. */
const CAMEL_CASE = /(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu;
const NON_LETTERS = /[^\p{L}\p{M}]+/gu;
/** File extensions of pages, which say nothing about the subject. */
const PAGE_EXTENSION = /\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cgi|cfm|do)(?=$|[?/])/gi;

/**
 * The words of a canonical URL, lower case, joined by one space: host labels without `www` and public suffix, path,
 * query.
 *
 * Percent-decoded, with labels in display form, split at everything but letters and at camel case; page extensions
 * (`.html`) are removed.
 */
export function urlWords(url: string): string {
  const host = hostOf(url);
  const { domainWithoutSuffix, subdomain, isIp } = parse(host, SUFFIX_OPTIONS);
  let labels = '';
  if (isIp !== true && !host.startsWith('[')) {
    const named = domainWithoutSuffix === null ? host : `${subdomain ?? ''}.${domainWithoutSuffix}`;
    for (const label of named.split('.')) if (label !== 'www') labels += `${shownLabel(label)} `;
  }
  const path = decodeLoosely(pathOf(url).replace(PAGE_EXTENSION, ' '));
  return `${labels}${path}`.replace(CAMEL_CASE, '$1$3 $2$4').replace(NON_LETTERS, ' ').trim().toLowerCase();
}
