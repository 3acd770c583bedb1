import { isTrackingParameter, isSessionParameter } from './noise-parameters.js';
import { normaliseEscapes } from './percent-encoding.js';

/**
 * Longest URL, in characters. Longer ones are nearly always traps or data, and servers may refuse them (RFC 9110
 * section 4.1 asks for support of 8000, many support less).
 */
export const MAX_URL_CHARS = 2_000;

/** Longer raw input is refused unparsed: tracking parameters can make a good URL long, but not that long. */
const MAX_RAW_CHARS = 4 * MAX_URL_CHARS;

/** Longest host name in the DNS (RFC 1035 section 2.3.4), in ASCII form. */
const MAX_HOST_CHARS = 253;

/** A scheme other than http(s), tested before the costly parse: pages are full of `javascript:` and `mailto:`. */
const OTHER_SCHEME = /^[\s\0]*(?!https?:)[a-z][a-z0-9+.-]*:/i;

/** A path whose every character stands for itself in any position: no escapes, no parameters, no dot segments. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/|$))*$/;

/** Java servers write the session after a semicolon in the path: `/shop;jsessionid=8A7…`. */
const SESSION_IN_PATH = /;jsessionid=[^;/]*/gi;

/**
 * The canonical spelling of a URL; null if it is no http(s) URL, malformed, or longer than `MAX_URL_CHARS`.
 *
 * Idempotent. Only spellings that mean the same resource everywhere are merged, with two stated exceptions: tracking
 * parameters and session ids are removed. In order (README.md has examples):
 * 1. resolved against `base`, parsed as browsers do (WHATWG URL): scheme and host lower case, IDN as punycode, IPv4 in
 *    dotted decimal, default port, dot segments and control characters removed, backslashes converted, other characters
 *    percent-encoded as UTF-8;
 * 2. user name, password and fragment removed; dots at the end of the host removed;
 * 3. percent-encoding: unreserved characters decoded, the others kept with upper-case hex (RFC 3986 section 6.2.2);
 *    stray `%` kept;
 * 4. `;jsessionid=` path parameters, session and tracking query parameters removed; the others keep their order;
 * 5. an empty query removed. A trailing slash is kept as it is: with and without are two resources (the root always has
 *    it).
 *
 * @param base canonical URL against which relative references are resolved
 */
export function canonicalUrl(raw: string, base?: string): string | null {
  return (base === undefined ? null : plainlyWithin(raw, base)) ?? parsedUrl(raw, base);
}

/** The last base and its origin, '' if it has none: the links of a page come one after another. */
let lastBase = '';
let lastOrigin = '';

/**
 * The fast path of nearly all links, paths on the same site, which need no parsing. Null for all others, which may be
 * valid too.
 */
function plainlyWithin(raw: string, base: string): string | null {
  if (base !== lastBase) {
    lastOrigin = parsedUrl('/', base)?.slice(0, -1) ?? '';
    lastBase = base;
  }
  if (lastOrigin === '') return null;
  const path = raw.startsWith('/') ? raw : raw.startsWith(lastOrigin) ? raw.slice(lastOrigin.length) : '';
  return PLAIN_PATH.test(path) && lastOrigin.length + path.length <= MAX_URL_CHARS ? lastOrigin + path : null;
}

function parsedUrl(raw: string, base?: string): string | null {
  if (raw.length > MAX_RAW_CHARS || OTHER_SCHEME.test(raw)) return null;
  let url: URL;
  try {
    url = new URL(raw, base);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;

  const host = url.hostname;
  if (host.length === 0 || host.length > MAX_HOST_CHARS + 1) return null;
  const bareHost = host.endsWith('.') ? host.replace(/\.+$/, '') : host;
  const fullPath = normaliseEscapes(url.pathname, true);
  const path = fullPath.includes(';') ? fullPath.replace(SESSION_IN_PATH, '') : fullPath;
  const query = url.search.length > 1 ? cleanQuery(normaliseEscapes(url.search.slice(1), false)) : '';

  const port = url.port === '' ? '' : `:${url.port}`;
  const canonical = `${url.protocol}//${bareHost}${port}${path}${query === '' ? '' : `?${query}`}`;
  // A removal may have created a dot segment, or a number that reads as an IPv4 address. Each round is shorter, so this
  // ends.
  if (path !== fullPath || bareHost !== host) return parsedUrl(canonical);
  return canonical.length > MAX_URL_CHARS || host.length > MAX_HOST_CHARS ? null : canonical;
}

/** Removes tracking and session parameters, and keeps the others unchanged. */
function cleanQuery(query: string): string {
  let kept = '';
  let removed = false;
  for (let start = 0; start <= query.length;) {
    let end = query.indexOf('&', start);
    if (end === -1) end = query.length;
    const equals = query.indexOf('=', start);
    const nameEnd = equals === -1 || equals > end ? end : equals;
    const name = query.slice(start, nameEnd).toLowerCase();
    if (isTrackingParameter(name) || isSessionParameter(name, query.slice(nameEnd + 1, end))) removed = true;
    else kept += (kept === '' ? '' : '&') + query.slice(start, end);
    start = end + 1;
  }
  return removed ? kept : query;
}
