import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';

/** Encodings whose pages encode their queries as UTF-8 (Encoding Standard, "get an output encoding"). */
const ENCODED_AS_UTF8: ReadonlySet<string> = new Set(['', 'utf-8', 'utf-16le', 'utf-16be', 'replacement']);
/** URL Standard, special-query percent-encode set; non-ASCII characters are always encoded. */
const QUERY_SET = ' "#\'<>';
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Characters that URL parsers leave out: around a reference, and line breaks and tabs in it. */
const LEFT_OUT = /^[\0-\x20]+|[\0-\x20]+$|[\t\n\r]/g;

/**
 * A page's reference with its query in the encoding of the page, as browsers request it (URL Standard, "query state"):
 * path and fragment are always UTF-8, which `URL` handles. Characters that the encoding lacks become references such as
 * `&#8364;`.
 *
 * @param encoding name in the Encoding Standard, lower case
 */
export function withEncodedQuery(written: string, encoding: string): string {
  if (ENCODED_AS_UTF8.has(encoding) || !BEYOND_ASCII.test(written)) return written;
  const href = written.replace(LEFT_OUT, '');
  const hash = href.indexOf('#');
  const end = hash === -1 ? href.length : hash;
  const mark = href.indexOf('?');
  if (mark === -1 || mark > end) return href;
  const query = href.slice(mark + 1, end);
  if (!BEYOND_ASCII.test(query)) return href;
  if (normalizeEncoding(encoding) === null) return href;
  return `${href.slice(0, mark + 1)}${percentEncodeAfterEncoding(encoding, query, QUERY_SET)}${href.slice(end)}`;
}
