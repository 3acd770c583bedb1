import { ContentCodingError, decodeContent } from './content-coding.js';
import { PieceCollector } from './piece-collector.js';
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
/** Most interim responses that are passed over. */
const MAX_INTERIM = 10;
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
  let head = readWholeHead(block, MAX_HEAD_BYTES);
  if (head === null) return null;
  let coded = block.subarray(head.bytes);
  // Interim responses precede the response (RFC 9110 section 15.2).
  for (let i = 0; i < MAX_INTERIM && head.status < 200; i++) {
    const next = readWholeHead(coded, MAX_HEAD_BYTES);
    if (next === null) break;
    head = next;
    coded = coded.subarray(head.bytes);
  }
  const headers = headerMap(head.fields);
  const chunks = new ChunkJoiner();
  const isJoined = isChunked(headers) && chunks.add(coded) && (chunks.ended || chunks.size > 0);
  const joined = isJoined ? chunks.join(chunks.size) : coded;
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
const SIZE_LINE = /^([0-9a-f]{1,8})\s*(?:;[^\n]*)?\r?$/i;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

export const isChunked = (headers: ReadonlyMap<string, string>): boolean =>
  /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');

/** The part of a chunk that is read next. */
enum Next {
  Size,
  Data,
  /** The line end after the data. */
  LineEnd,
  /** Its second character. */
  LineFeed,
}

/**
 * Joins the chunks of a body (RFC 9112 section 7.1) as they come in, reading each byte once. Tolerates a missing end.
 */
export class ChunkJoiner {
  private readonly pieces = new PieceCollector();
  private next = Next.Size;
  private sizeLine = '';
  /** Bytes of the current chunk that are missing. */
  private left = 0;
  /** Whether the last chunk has come. */
  ended = false;

  /** Number of bytes of the body so far. */
  get size(): number {
    return this.pieces.size;
  }

  /** @returns false if the bytes are not chunked */
  add(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length && !this.ended;) {
      if (this.next === Next.Data) {
        const piece = bytes.subarray(at, at + this.left);
        this.pieces.add(piece);
        this.left -= piece.length;
        if (this.left === 0) this.next = Next.LineEnd;
        at += piece.length;
      } else if (this.next === Next.Size) {
        const lineEnd = bytes.indexOf(LINE_FEED, at);
        this.sizeLine += bytes.toString('latin1', at, lineEnd === -1 ? bytes.length : lineEnd);
        if (this.sizeLine.length > MAX_SIZE_LINE) return false;
        const size = SIZE_LINE.exec(this.sizeLine)?.[1];
        if (size === undefined) return false;
        if (lineEnd === -1) return true;
        at = lineEnd + 1;
        this.sizeLine = '';
        this.left = parseInt(size, 16);
        this.next = Next.Data;
        this.ended = this.left === 0;
      } else {
        const mayReturn = this.next === Next.LineEnd;
        this.next = mayReturn && bytes[at] === CARRIAGE_RETURN ? Next.LineFeed : Next.Size;
        if (bytes[at] === LINE_FEED || this.next === Next.LineFeed) at++;
      }
    }
    return true;
  }

  /** The body so far, cut at `maxBytes`. */
  join(maxBytes: number): Buffer {
    return this.pieces.join(maxBytes);
  }
}
