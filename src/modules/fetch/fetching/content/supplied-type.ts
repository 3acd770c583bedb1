import { MIMEType } from 'whatwg-mimetype';

/** The contents of a Content-Type header. */
interface SuppliedType {
  /** Media type in lower case without parameters; empty if the header names no valid one. */
  readonly essence: string;
  /** Label of the encoding as written; null if absent. */
  readonly charset: string | null;
  /** The type at the beginning of an invalid header; else empty. */
  readonly beginning: string;
}

const NOTHING: SuppliedType = { essence: '', charset: null, beginning: '' };
/** Most headers in the cache: a handful covers nearly all pages. */
const MAX_HEADERS = 500;
const MAX_HEADER_CHARS = 200;
const known = new Map<string, SuppliedType>();

/** Commas within quotes do not separate values. */
const VALUES = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g;
/** More values are an attack. */
const MAX_VALUES = 20;
const BEGINNING = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)(?=[\s(])/;
/** Beyond the Standard: accepts blanks around the sign, and single quotes. */
const CHARSET = /[;\s]charset\s*=\s*("[^"]*"|'[^']*'|[^\s;,]+)/i;

/**
 * The media type and encoding of a response by its Content-Type (Fetch Standard, "extract a MIME type"): of several
 * values the last valid one counts, and takes the charset of an earlier one of the same type if it names none.
 *
 * @param contentType values of all headers, joined by ', '
 */
export function suppliedType(contentType: string): SuppliedType {
  const before = known.get(contentType);
  if (before !== undefined) return before;
  const supplied = extracted(contentType);
  if (known.size >= MAX_HEADERS) known.clear();
  // A copy, because the header may be a slice of a long string.
  if (contentType.length <= MAX_HEADER_CHARS) known.set(` ${contentType}`.slice(1), supplied);
  return supplied;
}

function extracted(contentType: string): SuppliedType {
  const values = contentType.match(VALUES) ?? [];
  let found: SuppliedType = NOTHING;
  for (const value of values.slice(0, MAX_VALUES)) {
    const type = MIMEType.parse(value);
    if (type === null || type.essence === '*/*') continue;
    const charset = type.parameters.get('charset') ?? CHARSET.exec(value)?.[1] ?? null;
    const inherited = found.essence === type.essence ? found.charset : null;
    found = { essence: type.essence, charset: charset ?? inherited, beginning: '' };
  }
  if (found.essence !== '') return found;
  const beginning = BEGINNING.exec(contentType)?.[1]?.toLowerCase() ?? '';
  return { ...NOTHING, charset: CHARSET.exec(contentType)?.[1] ?? null, beginning };
}

/** XML of any vocabulary (MIME Sniffing Standard 4.6); the root says whether it is a page. Images are excluded. */
export const isXml = (mediaType: string): boolean =>
  mediaType === 'application/xml' ||
  mediaType === 'text/xml' ||
  (mediaType.endsWith('+xml') && !mediaType.startsWith('image/'));
