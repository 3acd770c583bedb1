import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { computedMIMEType } from 'whatwg-mimetype';

interface DecodedBody {
  readonly body: Buffer;
  /** Whether it was cut at the limit, or the compressed stream ended early. */
  readonly truncated: boolean;
  /** The declared coding that the body is not in: it is returned as sent. */
  readonly notIn?: string;
}

/** A body that its Content-Encoding cannot decode, and that is not text either. */
export class ContentCodingError extends Error {
  override readonly name = 'ContentCodingError';
}

/** Nested codings: real servers send one, buggy ones two; more are an attack. */
const MAX_CODINGS = 3;
/** Bodies this small decode faster inline than in the thread pool. */
const INLINE_BYTES = 64 * 1024;
/** Largest inline result: larger ones, including bombs, are decoded piece by piece off the main thread. */
const INLINE_OUTPUT_BYTES = 1024 * 1024;
/** Output bytes of a decoder per piece: each piece costs a round trip through the thread pool and the event loop. */
const PIECE_BYTES = 128 * 1024;
/**
 * RFC 9659: Zstandard as a content coding has windows of at most 8 MB. The library's own limit is 128 MB for each body.
 */
const ZSTD_WINDOW_LOG = 23;
/** Node's constants include it from 22.15 on; the number is the library's (ZSTD_d_windowLogMax). */
const ZSTD_WINDOW_LOG_MAX = 100;

type Decoder = Transform & { readonly bytesWritten: number };
type ZstdFactory = (options: zlib.ZlibOptions & { readonly params: Readonly<Record<number, number>> }) => Decoder;

/** Node has zstd from 22.15 on. */
const createZstd = (zlib as unknown as Record<string, unknown>)['createZstdDecompress'] as ZstdFactory | undefined;

/** The fetcher's Accept-Encoding: the codings that this Node can decode. */
export const ACCEPTED_CODINGS = createZstd === undefined ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';

/**
 * The recognised codings. Others are ignored, as in browsers: most are names of charsets (`UTF-8`), or say that there
 * is none.
 */
const KNOWN: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/** Codings that are tried on a body without a declared one. */
const UNMARKED = ['br', 'zstd', 'deflate'] as const;

/**
 * Decodes the Content-Encoding of a body, returning at most `maxBytes` however large the decoded body would be. As
 * lenient as browsers, both for the live web and for recorded ones.
 *
 * A truncated or damaged stream yields the bytes decoded before, marked as truncated. Bytes after a complete stream are
 * dropped. A body that is not in its coding and looks like text or a PDF is returned as sent. Gzip is unpacked whatever
 * the declared coding, and so are the other codings if the body is nothing readable and they make it a text.
 *
 * @throws ContentCodingError if nothing can be decoded, or there are too many codings
 */
export async function decodeContent(encoded: Buffer, contentEncoding: string, maxBytes: number): Promise<DecodedBody> {
  const declared = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const codings = declared.filter((coding) => KNOWN.has(coding));
  if (codings.length > MAX_CODINGS) throw new ContentCodingError(`${codings.length} content codings`);
  let body = encoded;
  let truncated = false;
  let notIn: string | null = null;
  for (const coding of codings.reverse()) {
    if (body.length === 0) break;
    try {
      const step = await decodeOne(coding.endsWith('gzip') ? behindText(body) : body, coding, maxBytes);
      body = step.body;
      truncated ||= step.truncated;
    } catch (error) {
      if (!(error instanceof ContentCodingError)) throw error;
      if (!isOtherwisePacked(body, coding) && !isReadable(body)) {
        const unpacked = await undeclared(body, maxBytes);
        if (unpacked === null) throw error;
        body = unpacked;
      }
      notIn = coding;
      break;
    }
  }
  // Compressed without a declaration, or more often than declared. A result above the limit is left to readers that
  // unpack files piece by piece.
  body = behindText(body);
  for (let layer = codings.length; isGzip(body) && layer < MAX_CODINGS; layer++) {
    const step = await decodeOne(body, 'gzip', maxBytes).catch(() => null);
    if (step?.truncated !== false) break;
    body = behindText(step.body);
  }
  if (body.length > 0 && !isGzip(body) && !isReadable(body)) body = (await undeclared(body, maxBytes)) ?? body;
  const unknown = declared.find((coding) => !KNOWN.has(coding));
  // An unknown coding was applied after all.
  if (unknown !== undefined && body.length > 0 && !isGzip(body) && !isReadable(body))
    throw new ContentCodingError(`unknown content coding "${unknown.slice(0, 40)}"`);
  const remark = notIn === null ? {} : { notIn };
  if (body.length > maxBytes) return { body: body.subarray(0, maxBytes), truncated: true, ...remark };
  return { body, truncated, ...remark };
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;

const isOtherwisePacked = (bytes: Buffer, coding: string): boolean => isGzip(bytes) && !coding.endsWith('gzip');

const GZIP_MARK = Buffer.from([0x1f, 0x8b, 8]);
/** Most bytes of text before a gzip body: a byte order mark, line breaks, a program's warnings. */
const MAX_TEXT_BEFORE = 4 * 1024;

/** A gzip body without the text that a program wrote before it: no text contains the mark of gzip. */
function behindText(body: Buffer): Buffer {
  const at = body.subarray(0, MAX_TEXT_BEFORE).indexOf(GZIP_MARK);
  return at > 0 && startOfMember(body, at) !== null && isReadable(body.subarray(0, at)) ? body.subarray(at) : body;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? body.subarray(UTF8_MARK.length) : body;

/**
 * The text of a body in a coding that its server does not declare; null if there is none. Only Zstandard has a mark of
 * its own: the whole body must become a longer text.
 */
async function undeclared(marked: Buffer, maxBytes: number): Promise<Buffer | null> {
  const body = withoutMark(marked);
  for (const coding of UNMARKED) {
    const step = await decodeOne(body, coding, maxBytes).catch(() => null);
    if (step?.truncated === false && step.body.length >= body.length && isReadable(step.body)) return step.body;
  }
  return null;
}

/**
 * Whether bytes are text or a PDF: the first bytes of a text contain none of the MIME Sniffing Standard's binary bytes.
 * Some servers write the byte order mark of UTF-8 before every response.
 */
function isReadable(bytes: Buffer): boolean {
  const type = computedMIMEType(withoutMark(bytes), {}).essence;
  return type.startsWith('text/') || type === 'application/pdf';
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
      return gunzipMembers(body, maxBytes);
    }
  }
  return cutDecode(coding === 'deflate' ? withoutZlibHeader(body) : body, decoderOf(coding), maxBytes);
}

/**
 * Some servers send a bare deflate stream where RFC 9110 requires the zlib format; its first bytes distinguish them.
 * The checksum at its end is not needed, as for gzip: a wrong one would cost a small body all of its output.
 */
function withoutZlibHeader(body: Buffer): Buffer {
  const [first = 0, second = 0] = body;
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 && (second & 0x20) === 0;
  return isZlib ? body.subarray(2) : body;
}

/** @returns a factory of decoders, because some bodies are decoded twice */
function decoderOf(coding: string): () => Decoder {
  if (coding === 'zstd' && createZstd === undefined) throw new ContentCodingError('this Node has no zstd');
  if (coding === 'br') return () => zlib.createBrotliDecompress(PIECES);
  if (coding === 'zstd' && createZstd !== undefined)
    return () => createZstd({ ...PIECES, params: { [ZSTD_WINDOW_LOG_MAX]: ZSTD_WINDOW_LOG } });
  return () => zlib.createInflateRaw(PIECES);
}

/**
 * Members of a damaged gzip file that are tried: most files have one, joined logs and archives hundreds. Each costs a
 * decoder.
 */
const MAX_MEMBERS = 1_000;
/** Checksum and length after each member. */
const MEMBER_END_BYTES = 8;

/**
 * Unpacks members one by one: Node's decoder takes bytes after the last one for an error, and drops its whole output
 * for a small body.
 */
async function gunzipMembers(body: Buffer, maxBytes: number): Promise<DecodedBody> {
  const parts: Buffer[] = [];
  let size = 0;
  let truncated = false;
  let at = 0;
  for (let member = 0; member < MAX_MEMBERS && size <= maxBytes && !truncated; member++) {
    const start = startOfMember(body, at);
    if (start === null) break;
    const packed = body.subarray(start);
    const step = await cutDecode(packed, () => zlib.createInflateRaw(PIECES), maxBytes - size).catch(
      (error: unknown) => {
        if (error instanceof ContentCodingError && member > 0)
          return { body: Buffer.alloc(0), truncated: true, used: 0 };
        throw error;
      },
    );
    parts.push(step.body);
    size += step.body.length;
    truncated = step.truncated;
    at = start + step.used + MEMBER_END_BYTES;
  }
  // Members beyond the limit are not unpacked.
  truncated ||= startOfMember(body, at) !== null;
  if (parts.length === 0) throw new ContentCodingError('incorrect header check');
  return { body: Buffer.concat(parts), truncated };
}

/** Offset of a gzip member's compressed data (RFC 1952 section 2.3); null if there is none. */
export function startOfMember(bytes: Buffer, at: number): number | null {
  if (bytes[at] !== 0x1f || bytes[at + 1] !== 0x8b || bytes[at + 2] !== 8) return null;
  const flags = bytes[at + 3] ?? 0;
  let start = at + 10;
  if ((flags & 4) !== 0) start += 2 + (bytes[start] ?? 0) + (bytes[start + 1] ?? 0) * 256;
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, start);
    if (end === -1) return null;
    start = end + 1;
  }
  if ((flags & 2) !== 0) start += 2;
  return start < bytes.length ? start : null;
}

/**
 * Bytes given to a decoder at a time; if it fails at once, retried in small pieces, because output of a piece before
 * its error is lost.
 */
const FED_BYTES = [64 * 1024, 512] as const;

interface CutBody extends DecodedBody {
  /** Bytes of the body consumed by the stream. */
  readonly used: number;
}

/** Decodes until the end, the limit or an error, whichever comes first, holding at most the limit and one chunk. */
async function cutDecode(body: Buffer, decoder: () => Decoder, maxBytes: number): Promise<CutBody> {
  const [large, small] = FED_BYTES;
  try {
    return await fedDecode(body, decoder(), maxBytes, large);
  } catch (error) {
    if (!(error instanceof ContentCodingError)) throw error;
    return fedDecode(body.subarray(0, large), decoder(), maxBytes, small);
  }
}

function fedDecode(body: Buffer, decoder: Decoder, maxBytes: number, fedBytes: number): Promise<CutBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let done = false;
    const finish = (truncated: boolean): void => {
      done = true;
      const used = decoder.bytesWritten;
      decoder.destroy();
      const whole = Buffer.concat(chunks);
      resolve({ body: whole.length > maxBytes ? whole.subarray(0, maxBytes) : whole, truncated, used });
    };
    decoder.on('data', (chunk: Buffer) => {
      if (done) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) finish(true);
    });
    decoder.on('end', () => finish(size > maxBytes));
    decoder.on('error', (error: Error) => {
      if (done) return;
      if (size > 0) finish(true);
      else reject(new ContentCodingError(error.message));
    });
    const feed = (at: number): void => {
      if (done) return;
      if (at + fedBytes >= body.length) decoder.end(body.subarray(at));
      else decoder.write(body.subarray(at, at + fedBytes), () => feed(at + fedBytes));
    };
    feed(0);
  });
}
