import { getDomain } from 'tldts';

/** The grouping of URLs into the domains of MAX and the results. */
export type DomainGrouping = 'registrable-domain' | 'host' | 'path-prefix';

/**
 * Hosts are already canonical; hosting suffixes such as github.io separate their customers, who have different owners.
 */
export const SUFFIX_OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

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
