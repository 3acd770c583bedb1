import { normaliseEscapes } from '../url/percent-encoding.js';

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/**
 * Characters that never occur raw in a URL: white space, control characters, non-ASCII, and those that URL parsers
 * escape in paths.
 */
const NEVER_RAW = /[^\x21-\x7e]+|["<>^`{}]/g;
/** `/` and `:` need no escape in a query, so both spellings are equal (RFC 9309 section 2.2.2, second example). */
const NEEDLESS_IN_QUERY = /%(?:2F|3A)/g;

/**
 * A path with query in the normal form in which rules and URLs are compared (RFC 9309 section 2.2.2): non-ASCII
 * percent-encoded as UTF-8, unreserved characters decoded, other escapes in upper-case hex.
 */
export function comparablePath(path: string): string {
  const wellFormed = path.replace(LONE_SURROGATE, '\ufffd');
  const escaped = normaliseEscapes(
    wellFormed.replace(NEVER_RAW, (run) => encodeURIComponent(run)),
    false,
  );
  const query = escaped.indexOf('?');
  if (query === -1) return escaped;
  return (
    escaped.slice(0, query) +
    escaped.slice(query).replace(NEEDLESS_IN_QUERY, (escape) => (escape === '%2F' ? '/' : ':'))
  );
}

/** `*` and `$` in a URL are literal: rules write them as `%2A` and `%24` (RFC 9309 section 2.2.3). */
export function escapeSpecials(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll('$', '%24');
}
