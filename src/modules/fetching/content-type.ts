export interface ContentVerdict {
  readonly html: boolean;
  /** Media type in lower case without parameters; sniffed when the header is missing. */
  readonly mediaType: string;
}

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
/** Types servers send for want of a better one: the bytes decide. */
const UNSPECIFIC_TYPES: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);

/**
 * Whether a response is a page to parse: HTML or XHTML by its Content-Type, or by its first bytes when the server names no type.
 *
 * Sniffing follows the MIME Sniffing Standard's table for HTML: white space, then one of the listed tags.
 */
export function judgeContent(contentType: string, bytes: Uint8Array): ContentVerdict {
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (!UNSPECIFIC_TYPES.has(mediaType)) return { html: HTML_TYPES.has(mediaType), mediaType };
  const html = looksLikeHtml(bytes);
  return { html, mediaType: html ? 'text/html' : 'application/octet-stream' };
}

/** Whether a header already rules the body out, so that it need not be read. */
export function isOtherMediaType(contentType: string): boolean {
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return !UNSPECIFIC_TYPES.has(mediaType) && !HTML_TYPES.has(mediaType);
}

const HTML_START = /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--|\?xml[^>]*\?>\s*<(?:!doctype html|html))[\s>-]/i;

function looksLikeHtml(bytes: Uint8Array): boolean {
  let start = bytes.subarray(0, 1024);
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) start = start.subarray(3);
  return HTML_START.test(Buffer.from(start).toString('latin1'));
}
