import { decodeContent } from '../fetching/plain.js';
import { parseHeaderLines } from './warc-reader.js';

export interface HttpMessage {
  readonly status: number;
  /** Names in lower case; without those that describe the transfer (Content-Length, Content-Encoding, Transfer-Encoding, Connection). */
  readonly headers: ReadonlyMap<string, string>;
  /** With transfer and content coding undone. */
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** Headers of a real response stay far below; the search for their end stops here. */
const MAX_HEAD_BYTES = 256 * 1024;
const TRANSFER_HEADERS: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
]);

/**
 * The HTTP response in a WARC record's block, or null when the block holds none.
 *
 * Archives often keep headers that no longer fit the body (`Transfer-Encoding: chunked` over a body already joined, `Content-Encoding: gzip`
 * over one already unpacked): a body that does not decode is taken as it is.
 */
export async function parseHttpMessage(block: Buffer, maxBytes: number): Promise<HttpMessage | null> {
  const head = block.subarray(0, MAX_HEAD_BYTES);
  const crlf = head.indexOf('\r\n\r\n', 0, 'latin1');
  const lf = head.indexOf('\n\n', 0, 'latin1');
  const bare = lf !== -1 && (crlf === -1 || lf < crlf);
  const end = bare ? lf : crlf;
  const text = head.toString('latin1', 0, end === -1 ? head.length : end);
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})(?:[ \r\n]|$)/.exec(text)?.[1];
  if (status === undefined) return null;
  const headers = parseHeaderLines(text.slice(text.indexOf('\n') + 1));
  const coded = end === -1 ? Buffer.alloc(0) : block.subarray(end + (bare ? 2 : 4));

  const joined = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '') ? (joinChunks(coded) ?? coded) : coded;
  const coding = headers.get('content-encoding') ?? '';
  const asItIs = { body: joined.subarray(0, maxBytes), truncated: joined.length > maxBytes };
  const { body, truncated } = await decodeContent(joined, coding, maxBytes).catch(() => asItIs);
  for (const name of TRANSFER_HEADERS) headers.delete(name);
  return { status: Number(status), headers, body, truncated };
}

/** The body a chunked transfer carries (RFC 9112 section 7.1), or null when the bytes are not chunked. A missing end is forgiven. */
function joinChunks(coded: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < coded.length) {
    const lineEnd = coded.indexOf(10, at);
    if (lineEnd === -1 || lineEnd - at > 1024) return null;
    const size = /^([0-9a-f]{1,8})\s*(?:;[^\n]*)?\r?$/i.exec(coded.toString('latin1', at, lineEnd))?.[1];
    if (size === undefined) return null;
    const length = parseInt(size, 16);
    if (length === 0) break;
    chunks.push(coded.subarray(lineEnd + 1, lineEnd + 1 + length));
    at = lineEnd + 1 + length;
    if (coded[at] === 13) at++;
    if (coded[at] === 10) at++;
  }
  return Buffer.concat(chunks);
}
