import { setImmediate as breathe } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { SitemapReader } from '../../../../domain/page/index.js';
import { canonicalUrl, hostOf } from '../../../../domain/url/index.js';
import type { FetchFailure, FetchedSitemap, FetchRequest } from '../../../../engine/ports.js';
import { decodeContent } from '../http/content-coding.js';
import { charsetOf, streamDecoder } from './charset.js';
import { failureOutcome, type FetchTrail, type RawDocument } from '../outcome.js';

/** The limit of sitemaps.org for one unpacked file. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
/** Bytes read per turn of the event loop; other work runs in between. */
const STRETCH_BYTES = 256 * 1024;

/**
 * The sitemap, index or feed in a response; a failure `decode` if it is none.
 *
 * Compressed files (`sitemap.xml.gz`) are recognised by their first bytes, whatever the headers say, and unpacked while
 * reading, up to 50 MB and only while the reader wants more.
 *
 * @param request its URL before redirects, and the page that named the file: in sitemaps, pages of their hosts count
 * like those of the file's own host
 */
export async function sitemapOutcome(
  document: RawDocument,
  trail: FetchTrail,
  { url: requestedUrl, namedBy = requestedUrl }: Pick<FetchRequest, 'url' | 'namedBy'>,
): Promise<FetchedSitemap | FetchFailure> {
  const { status, headers, body } = document;
  const hosts = new Set([requestedUrl, trail.finalUrl, namedBy].map((url) => hostOf(canonicalUrl(url) ?? '')));
  const reader = new SitemapReader(trail.finalUrl, hosts);
  let bytes = 0;
  let decode: ((chunk: Buffer) => string) | null = null;
  let broken = false;
  try {
    for await (const chunk of piecesOf(body)) {
      bytes += chunk.length;
      decode ??= streamDecoder(charsetOf(chunk, headers.get('content-type') ?? ''));
      reader.write(decode(chunk));
      if (reader.done || bytes > MAX_UNPACKED_BYTES) break;
    }
  } catch {
    broken = true;
  }
  const { format, links, sitemaps, truncated } = reader.end();
  if (format === 'unknown') {
    const reason = broken ? 'packed data that cannot be unpacked' : 'neither a sitemap nor a feed';
    return failureOutcome('decode', reason, trail, { httpStatus: status, bytes });
  }
  const { finalUrl, redirects, fetchedAt, durationMs } = trail;
  return {
    kind: 'sitemap',
    finalUrl,
    redirects,
    httpStatus: status,
    fetchedAt,
    durationMs,
    bytes,
    links,
    sitemaps,
    truncated: truncated || broken || document.truncated || bytes > MAX_UNPACKED_BYTES,
  };
}

async function* piecesOf(body: Buffer): AsyncGenerator<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) {
    yield* stretchesOf(body);
    return;
  }
  const unpacker = createGunzip({ chunkSize: STRETCH_BYTES });
  unpacker.end(body);
  let unpacked = 0;
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) {
      yield chunk;
      unpacked += chunk.length;
    }
  } catch {
    // Of a damaged file, or one with bytes behind it, the unpacker drops its last chunk, and the whole of a small one.
    const whole = await decodeContent(body, 'gzip', MAX_UNPACKED_BYTES);
    yield* stretchesOf(whole.body.subarray(unpacked));
    if (whole.truncated) throw new Error('a damaged file');
  } finally {
    unpacker.destroy();
  }
}

async function* stretchesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += STRETCH_BYTES) {
    yield bytes.subarray(at, at + STRETCH_BYTES);
    await breathe();
  }
}
