import { canonicalUrl } from '../../domain/url/index.js';
import type { RawDocument } from '../fetching/index.js';
import { ByteStore } from './byte-store.js';
import { parseHttpMessage } from './http-message.js';
import { parseHeaderLines, readWarc } from './warc-reader.js';

export interface RecordedResponse extends RawDocument {
  /** Canonical. */
  readonly url: string;
  /** Content-Type header; empty when there was none. */
  readonly contentType: string;
  /** Absolute canonical target of a redirect, null for any other response or a target that is no URL. */
  readonly redirectsTo: string | null;
  /** Of WARC-Date, epoch ms; 0 when it is missing. */
  readonly recordedAt: number;
}

/** The responses of a WARC file by canonical URL, in memory. */
export interface RecordedWeb {
  /** URLs with a response, redirects included. */
  readonly size: number;
  /** Memory taken by the responses, packed. */
  readonly bytes: number;
  /** @param url any spelling; its canonical form counts */
  lookup(url: string): RecordedResponse | null;
  has(url: string): boolean;
  /** Canonical URLs in the order of the file. */
  urls(): IterableIterator<string>;
  /** All responses in the order of the file, unpacked one by one. */
  responses(): IterableIterator<RecordedResponse>;
}

export interface RecordedWebLimits {
  /** Memory for packed responses. */
  readonly maxBytes?: number;
}

/** Room for about 100 000 pages; webs of 20 000 real pages take 25 to 35 MB. */
const DEFAULT_MAX_BYTES = 1024 * 1024 * 1024;
/** No page is that large; recorded videos and archives are cut, marked truncated. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Reads a WARC file, `.warc` or `.warc.gz`, into memory.
 *
 * Response records with an HTTP message count; request, metadata, revisit and other records are passed over. Of several responses under one
 * canonical URL the first that is no redirect wins, else the first: the same file always gives the same web.
 *
 * @throws WarcFormatError on a file that is no WARC file, ByteStoreFullError when its responses exceed `maxBytes`
 */
export async function openRecordedWeb(path: string, limits: RecordedWebLimits = {}): Promise<RecordedWeb> {
  const store = new ByteStore(limits.maxBytes ?? DEFAULT_MAX_BYTES);
  const entries = new Map<string, { id: number; redirect: boolean }>();
  for await (const record of readWarc(path, MAX_RESPONSE_BYTES)) {
    if (record.type !== 'response') continue;
    const url = canonicalUrl(record.targetUri);
    if (url === null) continue;
    const known = entries.get(url);
    if (known !== undefined && !known.redirect) continue;
    const message = await parseHttpMessage(record.block, MAX_RESPONSE_BYTES);
    if (message === null) continue;
    const redirect = REDIRECT_STATUSES.has(message.status);
    if (known !== undefined && redirect) continue;
    const recordedAt = Date.parse(record.headers.get('warc-date') ?? '') || 0;
    const head = [`${message.status} ${recordedAt} ${record.truncated || message.truncated ? 1 : 0}`];
    for (const [name, value] of message.headers) head.push(`${name}: ${value}`);
    const id = store.add(Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`, 'latin1'), message.body]));
    entries.set(url, { id, redirect });
  }
  return new MemoryWeb(entries, store);
}

class MemoryWeb implements RecordedWeb {
  constructor(
    private readonly entries: ReadonlyMap<string, { readonly id: number }>,
    private readonly store: ByteStore,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get bytes(): number {
    return this.store.bytes;
  }

  has(url: string): boolean {
    return this.entries.has(canonicalUrl(url) ?? '');
  }

  urls(): IterableIterator<string> {
    return this.entries.keys();
  }

  *responses(): IterableIterator<RecordedResponse> {
    for (const [url, { id }] of this.entries) yield unpack(url, this.store.get(id));
  }

  lookup(url: string): RecordedResponse | null {
    const canonical = canonicalUrl(url);
    const entry = canonical === null ? undefined : this.entries.get(canonical);
    return canonical === null || entry === undefined ? null : unpack(canonical, this.store.get(entry.id));
  }
}

function unpack(url: string, bytes: Buffer): RecordedResponse {
  const end = bytes.indexOf('\n\n', 0, 'latin1');
  const head = bytes.toString('latin1', 0, end);
  const lineEnd = head.indexOf('\n');
  const [status, recordedAt, truncated] = head.slice(0, lineEnd === -1 ? head.length : lineEnd).split(' ').map(Number);
  const headers = lineEnd === -1 ? new Map<string, string>() : parseHeaderLines(head.slice(lineEnd + 1));
  const location = headers.get('location');
  return {
    url,
    status: status ?? 0,
    headers,
    contentType: headers.get('content-type') ?? '',
    redirectsTo: location !== undefined && REDIRECT_STATUSES.has(status ?? 0) ? canonicalUrl(location, url) : null,
    body: bytes.subarray(end + 2),
    truncated: truncated === 1,
    recordedAt: recordedAt ?? 0,
  };
}
