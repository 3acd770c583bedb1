import { ContentCodingError, decodeContent } from './content-coding.js';
import { headerMap, readWholeHead } from './response-head.js';

interface HttpMessage {
  readonly status: number;
  /**
   * Names in lower case, without headers that describe the transfer (Content-Length, Content-Encoding,
   * Transfer-Encoding, Connection). Content-Encoding stays if it could not be decoded.
   */
  readonly headers: ReadonlyMap<string, string>;
  /** With transfer and content coding removed. */
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** Heads of real responses are far smaller; the search for their end stops here. */
const MAX_HEAD_BYTES = 256 * 1024;
const TRANSFER_HEADERS: readonly string[] = [
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
];

/**
 * The HTTP response in a WARC record's block; null if the block contains none. Follows the same rules as for responses
 * of the live web.
 *
 * Archives often keep headers that no longer fit the body (`Transfer-Encoding: chunked` for a body already joined,
 * `Content-Encoding: gzip` for one already unpacked): they are ignored.
 */
export async function parseHttpMessage(block: Buffer, maxBytes: number): Promise<HttpMessage | null> {
  const head = readWholeHead(block, MAX_HEAD_BYTES);
  if (head === null) return null;
  const headers = headerMap(head.fields);
  const coded = block.subarray(head.bytes);
  const chunks = isChunked(headers) ? joinChunks(coded) : null;
  const joined = chunks !== null && (chunks.ended || chunks.body.length > 0) ? chunks.body : coded;
  const coding = headers.get('content-encoding') ?? '';
  for (const name of TRANSFER_HEADERS) headers.delete(name);
  const { body, truncated } = await decodeContent(joined, coding, maxBytes).catch((error: unknown) => {
    if (!(error instanceof ContentCodingError)) throw error;
    headers.set('content-encoding', coding);
    return { body: joined.subarray(0, maxBytes), truncated: joined.length > maxBytes };
  });
  return { status: head.status, headers, body, truncated };
}

/** A chunk's size and its extensions. */
const MAX_SIZE_LINE = 1024;

export const isChunked = (headers: ReadonlyMap<string, string>): boolean =>
  /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');

interface JoinedChunks {
  readonly body: Buffer;
  /** Whether the last chunk was present. */
  readonly ended: boolean;
}

/**
 * The body of a chunked transfer (RFC 9112 section 7.1); null if the bytes are not chunked. Tolerates a missing end.
 */
export function joinChunks(coded: Buffer): JoinedChunks | null {
  const chunks: Buffer[] = [];
  let at = 0;
  while (at < coded.length) {
    const lineEnd = coded.indexOf(10, at);
    const line = coded.toString('latin1', at, lineEnd === -1 ? coded.length : lineEnd);
    const size = line.length > MAX_SIZE_LINE ? undefined : /^([0-9a-f]{1,8})\s*(?:;[^\n]*)?\r?$/i.exec(line)?.[1];
    if (size === undefined) return null;
    if (lineEnd === -1) break;
    const length = parseInt(size, 16);
    if (length === 0) return { body: Buffer.concat(chunks), ended: true };
    chunks.push(coded.subarray(lineEnd + 1, lineEnd + 1 + length));
    at = lineEnd + 1 + length;
    if (coded[at] === 13) at++;
    if (coded[at] === 10) at++;
  }
  return { body: Buffer.concat(chunks), ended: false };
}
