import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Validators } from '../../domain/fetching/index.js';
import { canonicalUrl } from '../../domain/url/index.js';
import { isRedirect, parseHttpMessage, type RawDocument, redirectTarget } from '../fetching/plain.js';
import { ByteStore } from './byte-store.js';
import { parseHeaderLines, readWarc, WarcFormatError, type WarcRecord } from './warc-reader.js';

export interface RecordedResponse extends RawDocument {
  /** Canonical. */
  readonly url: string;
  /** Content-Type header; empty when there was none. */
  readonly contentType: string;
  /** Absolute canonical target of a redirect, null for any other response or a target that is no URL. */
  readonly redirectsTo: string | null;
  /** Of WARC-Date, epoch ms; 0 when it is missing. */
  readonly recordedAt: number;
  /** The body is the page as a browser rendered it. */
  readonly rendered: boolean;
}

/** The responses of WARC files by canonical URL, in memory. */
export interface RecordedWeb {
  /** URLs with a response, redirects included. */
  readonly size: number;
  /** Memory taken by the responses, packed. */
  readonly bytes: number;
  /**
   * @param url any spelling; its canonical form counts
   * @param validators of a copy that the client has: a web that knows when its pages change may answer with status 304. Recorded webs do not.
   */
  lookup(url: string, validators?: Validators): RecordedResponse | null;
  has(url: string): boolean;
  /** Canonical URLs in the order of the file. */
  urls(): IterableIterator<string>;
  /** All responses in the order of the file, unpacked one by one. */
  responses(): IterableIterator<RecordedResponse>;
}

export interface RecordedWebLimits {
  /** Memory for packed responses. */
  readonly maxBytes?: number;
  /** Pages as a browser rendered them, where they were recorded (conversion records), in place of what the server sent; true unless told. */
  readonly preferRendered?: boolean;
  /** Told of damage in the files; `process.emitWarning` unless told. */
  readonly warn?: (message: string) => void;
  /** Ends the reading, with its reason as the error. */
  readonly signal?: AbortSignal;
}

/** Room for about 100 000 pages; webs of 20 000 real pages take 25 to 35 MB. */
const DEFAULT_MAX_BYTES = 1024 * 1024 * 1024;
/** Read at a time for a digest. */
const DIGESTED_BYTES = 1024 * 1024;
/** No page is that large; recorded videos and archives are cut, marked truncated. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Of one file: more say nothing more. */
const MAX_WARNINGS = 5;

/** Names of WARC files; `.open` ends one that is still written, or whose writer was stopped. */
const WARC_NAME = /\.warc(?:\.gz)?(?:\.open)?$/i;

interface Entry {
  id: number;
  readonly redirect: boolean;
  rendered: boolean;
}

/**
 * Reads a WARC file, `.warc` or `.warc.gz`, or all WARC files of a folder in the order of their names, into memory.
 *
 * Response records with an HTTP message count, and conversion records of HTML, which stand for the page as rendered; records of other types are passed
 * over. Of several responses under one canonical URL the first that is no redirect wins, else the first: the same file always gives the same web.
 *
 * Damaged records are passed over, with a warning.
 *
 * @throws WarcFormatError on a file that is no WARC file, a folder without any; ByteStoreFullError when the responses exceed `maxBytes`
 */
export async function openRecordedWeb(path: string, limits: RecordedWebLimits = {}): Promise<RecordedWeb> {
  const web = new WebReader(new ByteStore(limits.maxBytes ?? DEFAULT_MAX_BYTES));
  const preferRendered = limits.preferRendered ?? true;
  const warn = limits.warn ?? ((message: string) => process.emitWarning(message));
  for (const file of await warcFiles(path)) {
    let damages = 0;
    const onDamage = (what: string): void => {
      if (++damages <= MAX_WARNINGS) warn(`${file} is damaged: ${what}; passed over`);
    };
    for await (const record of readWarc(file, MAX_RESPONSE_BYTES, onDamage)) {
      limits.signal?.throwIfAborted();
      if (record.type === 'response') await web.addResponse(record);
      else if (record.type === 'conversion' && preferRendered) web.addRendered(record);
    }
  }
  return new MemoryWeb(web.entries, web.store);
}

/** A digest of the files that `openRecordedWeb` would read, in hexadecimal: reading bytes takes a hundredth of the time that taking in what they say takes. */
export async function recordingDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await warcFiles(path)) {
    hash.update(`${(await stat(file)).size}\n`);
    await pipeline(createReadStream(file, { highWaterMark: DIGESTED_BYTES }), hash, { end: false });
  }
  return hash.digest('hex');
}

/** Whether a file of this name is read as WARC. */
export const isWarcName = (name: string): boolean => WARC_NAME.test(name);

async function warcFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter(isWarcName).sort();
  if (names.length === 0) throw new WarcFormatError(`no WARC file in ${path}`);
  return names.map((name) => join(path, name));
}

/** Takes records in and settles which of them a URL is answered with. */
class WebReader {
  readonly entries = new Map<string, Entry>();

  constructor(readonly store: ByteStore) {}

  async addResponse(record: WarcRecord): Promise<void> {
    const url = canonicalUrl(record.targetUri);
    if (url === null) return;
    const known = this.entries.get(url);
    if (known !== undefined && !known.redirect) return;
    const message = await parseHttpMessage(record.block, MAX_RESPONSE_BYTES);
    if (message === null) return;
    const redirect = isRedirect(message.status);
    if (known !== undefined && redirect) return;
    const { status, headers, body } = message;
    const id = this.add({
      status,
      headers,
      body,
      recordedAt: recordedAt(record),
      truncated: record.truncated || message.truncated,
      rendered: false,
    });
    this.entries.set(url, { id, redirect, rendered: false });
  }

  /** The status and headers of the page as sent stay, where it was recorded too; it stands before its conversion. */
  addRendered(record: WarcRecord): void {
    const url = canonicalUrl(record.targetUri);
    const contentType = record.headers.get('content-type') ?? '';
    const known = url === null ? undefined : this.entries.get(url);
    if (url === null || known?.rendered === true || !/^text\/html\b|^application\/xhtml\+xml\b/i.test(contentType))
      return;
    const sent = known === undefined || known.redirect ? null : unpack(url, this.store.get(known.id));
    const headers = new Map(sent?.headers ?? []).set('content-type', contentType);
    const truncated = record.truncated || (sent?.truncated ?? false);
    const id = this.add({
      status: sent?.status ?? 200,
      headers,
      body: record.block,
      recordedAt: recordedAt(record),
      truncated,
      rendered: true,
    });
    this.entries.set(url, { id, redirect: false, rendered: true });
  }

  private add({
    status,
    headers,
    body,
    ...facts
  }: Pick<RecordedResponse, 'status' | 'headers' | 'body' | 'recordedAt' | 'truncated' | 'rendered'>): number {
    const head = [`${status} ${facts.recordedAt} ${facts.truncated ? 1 : 0} ${facts.rendered ? 1 : 0}`];
    for (const [name, value] of headers) head.push(`${name}: ${value}`);
    return this.store.add(Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`, 'latin1'), body]));
  }
}

const recordedAt = (record: WarcRecord): number => Date.parse(record.headers.get('warc-date') ?? '') || 0;

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
  const [status, date, truncated, rendered] = head
    .slice(0, lineEnd === -1 ? head.length : lineEnd)
    .split(' ')
    .map(Number);
  const headers = lineEnd === -1 ? new Map<string, string>() : parseHeaderLines(head.slice(lineEnd + 1));
  const target = redirectTarget({ status: status ?? 0, headers });
  return {
    url,
    status: status ?? 0,
    headers,
    contentType: headers.get('content-type') ?? '',
    redirectsTo: target === null ? null : canonicalUrl(target, url),
    body: bytes.subarray(end + 2),
    truncated: truncated === 1,
    recordedAt: date ?? 0,
    rendered: rendered === 1,
  };
}
