/** Longer URLs are cut. Sites invent URLs of any length. */
const MAX_CHARS = 2_000;
/** The replacement of secrets in OpenTelemetry's conventions for `url.full`. */
const REDACTED = 'REDACTED';

/** A URL for traces: without user, password and fragment, and without the values of its query, which may be keys. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'invalid';
  const { protocol, host, pathname, search } = new URL(url);
  const names = search.slice(1, MAX_CHARS).split('&').filter(Boolean);
  const query = names.map((part) =>
    part.includes('=') ? `${part.slice(0, part.indexOf('='))}=${REDACTED}` : REDACTED,
  );
  return `${protocol}//${host}${pathname}${query.length === 0 ? '' : `?${query.join('&')}`}`.slice(0, MAX_CHARS);
}
