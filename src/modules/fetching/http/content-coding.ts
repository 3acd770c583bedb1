import zlib from 'node:zlib';
import { promisify } from 'node:util';

export interface DecodedBody {
  readonly body: Buffer;
  /** Cut at the limit, or the compressed stream ended early. */
  readonly truncated: boolean;
}

/** A body whose Content-Encoding is unknown, or that holds nothing decodable. */
export class ContentCodingError extends Error {
  override readonly name = 'ContentCodingError';
}

/** Codings applied one over another: real servers send one, buggy ones two; more is an attack. */
const MAX_CODINGS = 3;
/** Bodies this small decode faster on the spot than by a trip through the thread pool. */
const INLINE_BYTES = 64 * 1024;
/** What they expand to on the spot, at most: larger ones, bombs among them, are undone piece by piece off the main thread. */
const INLINE_OUTPUT_BYTES = 1024 * 1024;
/** Bytes that come out of a decoder at a time: each piece is a trip through the thread pool and the event loop. */
const PIECE_BYTES = 128 * 1024;
/** RFC 9659: Zstandard as a content coding has windows of at most 8 MB. The library's own limit is 128 MB for each body. */
const ZSTD_WINDOW_LOG = 23;
/** Node's constants name it from 22.15 on; the number is the library's (ZSTD_d_windowLogMax). */
const ZSTD_WINDOW_LOG_MAX = 100;

type Decoder = NodeJS.ReadWriteStream & { destroy(): void };
type ZstdFactory = (options: zlib.ZlibOptions & { readonly params: Readonly<Record<number, number>> }) => Decoder;

/** Node has zstd from 22.15 on. */
const createZstd = (zlib as unknown as Record<string, unknown>)['createZstdDecompress'] as ZstdFactory | undefined;

/** What the fetcher asks for in Accept-Encoding: what this Node can decode. */
export const ACCEPTED_CODINGS = createZstd === undefined ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';

/**
 * Undoes the Content-Encoding of a body, giving at most `maxBytes` decoded bytes however far the body would expand.
 *
 * A stream that breaks off gives what was decoded before, marked truncated, as browsers show it.
 *
 * @throws ContentCodingError when the coding is unknown or nothing can be decoded
 */
export async function decodeContent(encoded: Buffer, contentEncoding: string, maxBytes: number): Promise<DecodedBody> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) throw new ContentCodingError(`${codings.length} content codings`);
  let body = encoded;
  let truncated = false;
  for (const coding of codings.reverse()) {
    if (body.length === 0) break;
    const step = await decodeOne(body, coding, maxBytes);
    body = step.body;
    truncated ||= step.truncated;
  }
  if (body.length > maxBytes) return { body: body.subarray(0, maxBytes), truncated: true };
  return { body, truncated };
}

const PIECES = { chunkSize: PIECE_BYTES } as const;
const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

async function decodeOne(body: Buffer, coding: string, maxBytes: number): Promise<DecodedBody> {
  if (coding === 'gzip' || coding === 'x-gzip') {
    try {
      const inline = body.length <= INLINE_BYTES;
      const options = { maxOutputLength: inline ? Math.min(maxBytes, INLINE_OUTPUT_BYTES) : maxBytes };
      return { body: inline ? zlib.gunzipSync(body, options) : await gunzip(body, options), truncated: false };
    } catch {
      return cutDecode(body, zlib.createGunzip(PIECES), maxBytes);
    }
  }
  if (coding === 'br') return cutDecode(body, zlib.createBrotliDecompress(PIECES), maxBytes);
  // Some servers send a bare deflate stream where RFC 9110 asks for the zlib format; its first byte tells.
  if (coding === 'deflate')
    return cutDecode(
      body,
      ((body[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(PIECES) : zlib.createInflateRaw(PIECES),
      maxBytes,
    );
  if (coding === 'zstd' && createZstd !== undefined)
    return cutDecode(body, createZstd({ ...PIECES, params: { [ZSTD_WINDOW_LOG_MAX]: ZSTD_WINDOW_LOG } }), maxBytes);
  throw new ContentCodingError(`unknown content coding "${coding.slice(0, 40)}"`);
}

/** Decodes until the end, the limit or an error, whichever comes first, holding no more than the limit and one chunk. */
function cutDecode(body: Buffer, decoder: Decoder, maxBytes: number): Promise<DecodedBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (truncated: boolean): void => {
      decoder.destroy();
      const whole = Buffer.concat(chunks);
      resolve({ body: whole.length > maxBytes ? whole.subarray(0, maxBytes) : whole, truncated });
    };
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) finish(true);
    });
    decoder.on('end', () => finish(size > maxBytes));
    decoder.on('error', (error: Error) => {
      if (size > 0) finish(true);
      else reject(new ContentCodingError(error.message));
    });
    decoder.end(body);
  });
}
