/** The head of a response, read as leniently as in browsers. */
export interface ResponseHead {
  readonly status: number;
  readonly fields: readonly HeaderField[];
  /** Length including the empty line. */
  readonly bytes: number;
}

export type HeaderField = readonly [name: string, value: string];

/** Old servers send an empty line or two before their response; Chromium skips this many bytes. */
const MAX_SLOP_BYTES = 4;
/** A missing version or status counts as a successful HTTP response, as in Chromium. */
const STATUS_LINE = /^http(?:\/[\d.]*)?(?:[ \t]+(\d*))?/i;
const DEFAULT_STATUS = '200';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Joins folded lines by a blank (RFC 9112 section 5.2), ignores lines without a colon and invalid names, removes blanks
 * around names and values, and accepts all line ends, as in Chromium (`HttpUtil::AssembleRawHeaders`,
 * `HttpResponseHeaders`).
 *
 * @param bytes of a response, from its start
 * @returns `more` if the head is incomplete; null if it is no HTTP head
 */
export function readHead(bytes: Buffer): ResponseHead | 'more' | null {
  const from = bytes
    .toString('latin1', 0, MAX_SLOP_BYTES + 4)
    .toLowerCase()
    .indexOf('http');
  if (from === -1) return bytes.length < MAX_SLOP_BYTES + 4 ? 'more' : null;
  const end = endOfHead(bytes, from);
  if (end === -1) return 'more';
  const text = bytes.toString('latin1', from, end);
  return headOf(text, end);
}

/** The same for a head that may lack its end: in an archive, no more bytes follow. */
export function readWholeHead(bytes: Buffer, maxBytes: number): ResponseHead | null {
  const head = bytes.subarray(0, maxBytes);
  const read = readHead(head);
  if (read !== 'more') return read;
  const text = head.toString('latin1').trimStart();
  return /^http/i.test(text) ? headOf(text, head.length) : null;
}

/** A crawler's name at the start of one of these headers does not hold for the next: a line end keeps them apart. */
const SEPARATE_HEADER = 'x-robots-tag';

/**
 * Values by name in lower case, with those of repeated headers joined by ', ', and those of `X-Robots-Tag` by a line
 * end. Equal Locations count as one; different ones are ambiguous.
 */
export function headerMap(fields: readonly HeaderField[]): Map<string, string> {
  const headers = new Map<string, string>();
  const locations = new Set<string>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    if (key === 'location') locations.add(value);
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}${key === SEPARATE_HEADER ? '\n' : ', '}${value}`);
  }
  const [location, other] = locations;
  if (other !== undefined) headers.delete('location');
  else if (location !== undefined) headers.set('location', location);
  return headers;
}

function headOf(text: string, bytes: number): ResponseHead | null {
  if (text.includes('\0')) return null;
  const [statusLine = '', ...lines] = text.split(/[\r\n]+/);
  const status = Number(STATUS_LINE.exec(statusLine)?.[1] || DEFAULT_STATUS);
  if (!(status >= 100 && status <= 999)) return null;
  const fields: [string, string][] = [];
  let last: [string, string] | null = null;
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (last !== null) last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    last = [name, line.slice(colon + 1).trim()];
    if (TOKEN.test(name)) fields.push(last);
  }
  return { status, fields, bytes };
}

/** Index after the empty line, with CRLF or LF line ends; -1 if it is missing. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}
