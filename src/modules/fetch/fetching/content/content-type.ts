import { computedMIMEType } from 'whatwg-mimetype';
import type { ContentKind } from '../../../../engine/ports.js';
import { charsetOf, decodeHtml, type DecodedText, streamDecoder } from './charset.js';
import { isXhtml, xhtmlAsHtml } from './xhtml.js';
import { isXml, suppliedType } from './supplied-type.js';

interface ContentVerdict {
  readonly html: boolean;
  /** The kind of page that it can be read as; null if it is none. */
  readonly kind: ContentKind | null;
  /** Media type in lower case without parameters; sniffed if the header names none. */
  readonly mediaType: string;
}

const XHTML_TYPE = 'application/xhtml+xml';

const KINDS: ReadonlyMap<string, ContentKind> = new Map([
  ['text/html', 'html'],
  [XHTML_TYPE, 'html'],
  ['text/plain', 'text'],
  ['text/markdown', 'text'],
  ['text/x-markdown', 'text'],
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
]);
/** Types that servers send for unknown files: the bytes decide. */
const UNSPECIFIC_TYPES: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown']);
/** Types of downloads: read only if the URL indicates a PDF. */
const SAVED_TYPES: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/download',
]);
const PDF_PATH = /\.pdf(?:[?#]|$)/i;

/** Whether a page's content type is HTML or XHTML, rather than content that was converted to HTML. */
export function isMarkup(contentType: string): boolean {
  const mediaType = mediaTypeOf(contentType);
  return KINDS.get(mediaType) === 'html' || isXml(mediaType);
}

/** A page's markup as text. Well-formed XHTML is read by the rules of XML, and converted to equivalent HTML. */
export function decodeMarkup(bytes: Uint8Array, contentType: string, isCut: boolean, url = ''): DecodedText {
  const decoded = decodeHtml(bytes, contentType, url);
  const mediaType = mediaTypeOf(contentType);
  if (!isXml(mediaType)) return decoded;
  return { ...decoded, text: xhtmlAsHtml(decoded.text, mediaType === XHTML_TYPE, isCut) ?? decoded.text };
}

/** Whether a text is Markdown by its type. */
export const isMarkdown = (mediaType: string): boolean => /^text\/(?:x-)?markdown$/.test(mediaType);

const mediaTypeOf = (contentType: string): string => suppliedType(contentType).essence;

/**
 * The kind of a response's content, by its Content-Type, or by its first bytes if the header names no valid type (MIME
 * Sniffing Standard, sections 4.4 and 7).
 *
 * Beyond the Standard, it recognises PDFs by their mark anywhere in the first kilobyte and HTML after a byte order mark
 * or an XML declaration, and the beginning of an invalid header still distinguishes text from HTML (`text/html
 * charset=utf-8`), as in Chromium. Some servers send the types of text and HTML for everything: a PDF, picture or
 * archive is what its first bytes say, a feed or sitemap sent as HTML is none, and plain text, or HTML without
 * a tag, with binary bytes is not a page.
 */
export function judgeContent(contentType: string, bytes: Uint8Array): ContentVerdict {
  const { essence: mediaType, beginning } = suppliedType(contentType);
  const kind = KINDS.get(mediaType) ?? null;
  if (kind === 'html' || kind === 'text') {
    const other = otherThanText(bytes) ?? (kind === 'html' ? feedType(bytes) : null);
    if (other !== null) return { html: false, kind: KINDS.get(other) ?? null, mediaType: other };
  }
  if ((kind === 'text' || (kind === 'html' && !mayBeMarkup(bytes))) && isBinary(bytes))
    return { html: false, kind: null, mediaType };
  if (kind !== null) return { html: kind === 'html', kind, mediaType };
  if (SAVED_TYPES.has(mediaType))
    return looksLikePdf(bytes)
      ? { html: false, kind: 'pdf', mediaType: 'application/pdf' }
      : { html: false, kind: null, mediaType };
  if (isXml(mediaType) && looksLikeXhtml(bytes, contentType)) return { html: true, kind: 'html', mediaType };
  if (!UNSPECIFIC_TYPES.has(mediaType) || bytes.length === 0) return { html: false, kind: null, mediaType };
  if (looksLikeHtml(bytes)) return { html: true, kind: 'html', mediaType: 'text/html' };
  if (looksLikePdf(bytes)) return { html: false, kind: 'pdf', mediaType: 'application/pdf' };
  const sniffed = computedMIMEType(bytes, {}).essence;
  const sniffedKind = KINDS.get(sniffed) ?? null;
  if (sniffedKind === 'text' && KINDS.get(beginning) === 'html')
    return { html: true, kind: 'html', mediaType: beginning };
  return { html: sniffedKind === 'html', kind: sniffedKind, mediaType: sniffed };
}

/**
 * Whether the header alone rules the body out, so that it need not be read.
 *
 * @param wanted kinds of content that count as pages
 * @param url of the response: downloads are inspected if it ends in `.pdf`
 */
export function isOtherMediaType(contentType: string, wanted: readonly ContentKind[] = ['html'], url = ''): boolean {
  const mediaType = mediaTypeOf(contentType);
  const kind = KINDS.get(mediaType);
  if (kind !== undefined) return !wanted.includes(kind);
  if (isXml(mediaType)) return !wanted.includes('html');
  if (SAVED_TYPES.has(mediaType)) return !(wanted.includes('pdf') && PDF_PATH.test(url));
  return !UNSPECIFIC_TYPES.has(mediaType);
}

const HTML_START =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--|\?xml[^>]*\?>\s*<(?:!doctype html|html))[\s>-]/i;

function looksLikeHtml(bytes: Uint8Array): boolean {
  let start = bytes.subarray(0, 1024);
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) start = start.subarray(3);
  return HTML_START.test(latin1(start));
}

/** The type of a PDF, picture, sound or archive by its first bytes; null for text, and for what has no known sign. */
function otherThanText(bytes: Uint8Array): string | null {
  if (PDF_START.test(latin1(bytes.subarray(0, PDF_START_BYTES)))) return 'application/pdf';
  if (!isBinary(bytes)) return null;
  const { type, essence } = computedMIMEType(bytes, {});
  return type === 'text' || essence === 'application/octet-stream' ? null : essence;
}

/** Bytes in which a page has its first tag, also in UTF-16. */
const TAG_BYTES = 4096;
/** A tag; zeros alone are no file of another type either. */
const TAG = /<\0?[a-z!/?]|^\0*$/i;
const mayBeMarkup = (bytes: Uint8Array): boolean => TAG.test(latin1(bytes.subarray(0, TAG_BYTES)));

/** The root of a feed or sitemap, behind declarations and comments. */
const FEED_START =
  /^(?:\xef\xbb\xbf)?\s*(?:(?:<!--(?:(?!-->)[^])*-->|<\?[^>]*>|<!(?!--)[^>]*>)\s*)*<(rss|feed|rdf:RDF|urlset|sitemapindex)[\s>]/;
const FEED_TYPES: Readonly<Record<string, string>> = {
  rss: 'application/rss+xml',
  'rdf:RDF': 'application/rss+xml',
  feed: 'application/atom+xml',
};

/** The type of a feed or sitemap that is sent as HTML (MIME Sniffing Standard, section 7.3); null for others. */
function feedType(bytes: Uint8Array): string | null {
  const root = FEED_START.exec(latin1(bytes.subarray(0, 1024)))?.[1];
  return root === undefined ? null : (FEED_TYPES[root] ?? 'application/xml');
}

const PDF_START_BYTES = 64;
const PDF_START = /^(?:\xef\xbb\xbf)?\s*%PDF-\d/;
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Bytes that contain the root of a document in any encoding. */
const XML_START_BYTES = 32 * 1024;

function looksLikeXhtml(bytes: Uint8Array, contentType: string): boolean {
  return isXhtml(streamDecoder(charsetOf(bytes, contentType))(bytes.subarray(0, XML_START_BYTES)));
}

/** Readers accept the mark anywhere in the first kilobyte; the standard requires it at the start. */
function looksLikePdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-', 0, 'latin1');
}

/**
 * Whether bytes contain control characters that texts never do; in UTF-16, recognised by its mark, zeros are halves of
 * letters.
 */
function isBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)) return false;
  return bytes
    .subarray(0, 1024)
    .some((byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f));
}
