import { canonicalUrl, MAX_URL_CHARS } from './canonical-url.js';

/**
 * The requested form of a URL; null if it is no http(s) URL, malformed, or longer than `MAX_URL_CHARS`: resolved and
 * parsed as browsers do, without user name, password and fragment, otherwise unchanged. A redirect to another spelling
 * of the same page is followed in this form; for storing and comparing pages use `canonicalUrl`.
 * A URL that only tracking parameters make too long loses them.
 */
export function sentUrl(raw: string, base?: string): string | null {
  if (raw.length > MAX_URL_CHARS) return canonicalUrl(raw, base);
  if (!URL.canParse(raw, base)) return null;
  const url = new URL(raw, base);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href.length > MAX_URL_CHARS ? canonicalUrl(url.href) : url.href;
}
