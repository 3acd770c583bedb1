import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Validators } from '../../../domain/fetching/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import {
  isRedirect,
  parseHttpMessage,
  type RawDocument,
  redirectTarget,
  refreshesItself,
} from '../../fetch/fetching/plain.js';
import { ByteStore } from './byte-store.js';
import { SegmentJoiner } from './segments.js';
import { parseHeaderLines, readWarc, WarcFormatError, withoutBrackets } from './warc-reader.js';
import type { WarcRecord } from './warc-record.js';

export interface RecordedResponse extends RawDocument {
  /** Canonical. */
  readonly url: string;
  /** Content-Type header; empty if absent. */
  readonly contentType: string;
  /** Absolute canonical target of a redirect; null for any other response or an invalid target. */
  readonly redirectsTo: string | null;
  /** Of WARC-Date, epoch ms; 0 if it is missing. */
  readonly recordedAt: number;
  /** Whether the body is the page as rendered by a browser. */
  readonly rendered: boolean;
}

/** The responses of WARC files by canonical URL, in memory. */
export interface RecordedWeb {
  /** URLs with a response, including redirects. */
  readonly size: number;
  /** Memory of the compressed responses. */
  readonly bytes: number;
  /**
   * @param url any spelling; its canonical form counts
   * @param validators of a copy that the client has: a web that knows when its pages change may respond with status
   * 304. Recorded webs do not.
   */
  lookup(url: string, validators?: Validators): RecordedResponse | null;
  has(url: string): boolean;
  /** Canonical URLs in the order of the file. */
  urls(): IterableIterator<string>;
  /** All responses in the order of the file, uncompressed one by one. */
  responses(): IterableIterator<RecordedResponse>;
}

export interface RecordedWebLimits {
  /** Memory for compressed responses. */
  readonly maxBytes?: number;
  /**
   * Whether to use recorded pages as rendered by a browser (conversion records) in place of the server's response.
   * Default: true.
   */
  readonly preferRendered?: boolean;
  /** Called for damage in the files. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
  /** Aborts reading, with its reason as the error. */
  readonly signal?: AbortSignal;
}

/** Room for about 100 000 pages; webs of 20 000 real pages take 25 to 35 MB. */
const DEFAULT_MAX_BYTES = 1024 * 1024 * 1024;
/** Bytes read at a time for a digest. */
const DIGESTED_BYTES = 1024 * 1024;
/** No page is that large; recorded videos and archives are cut and marked truncated. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Most warnings per file. */
const MAX_WARNINGS = 5;

/** Names of WARC and WACZ files; those that are still being written, or whose writer was stopped, end in `.open`. */
const WARC_NAME = /\.(?:w?arc(?:\.gz)?(?:\.open)?|wacz)$/i;

/** A page that was recorded under another URL. */
interface Revisit {
  /** Canonical. */
  readonly url: string;
  /** Canonical; '' if the record has none. */
  readonly original: string;
  /** The id of the original's record and the digest of its payload; '' for one that the record lacks. */
  readonly names: readonly string[];
}
/** The URLs of revisits that wait for their page. */
const MAX_WAITING_CHARS = 20_000_000;
const MAX_NAME_CHARS = 200;
/** A text may be a slice of a long one. */
const copyOf = (text: string): string => Buffer.from(text).toString();
const nameOf = (name = ''): string => (name.length > MAX_NAME_CHARS ? '' : copyOf(name));

interface Entry {
  readonly id: number;
  readonly rank: Rank;
  readonly rendered: boolean;
}

/** Of several responses for one URL, the first one of the highest rank wins. */
enum Rank {
  Redirect,
  /** Such as 304 and 503: the writer may have tried again. */
  NoPage,
  /** A page that only loads itself again, with the cookie that it set: clients with the cookie get the content. */
  Wall,
  /** A file without a response, from a collection of files. */
  Resource,
  Page,
}

/** The head of a page that loads itself again is short. */
const WALL_BYTES = 16 * 1024;

function rankOf(url: string, { status, headers, body }: Pick<RawDocument, 'status' | 'headers' | 'body'>): Rank {
  if (status < 200 || status >= 300) return isRedirect(status) ? Rank.Redirect : Rank.NoPage;
  const refresh = headers.get('refresh');
  const html = body.toString('latin1', 0, WALL_BYTES);
  const isWall = refreshesItself({ html, finalUrl: url, ...(refresh === undefined ? {} : { refresh }) });
  return isWall ? Rank.Wall : Rank.Page;
}

/**
 * Reads a WARC file, `.warc` or `.warc.gz`, those of a WACZ file, or all such files of a folder in the order of their
 * names, into memory.
 *
 * Uses response records with an HTTP message, resource records, and conversion records of HTML, which contain the
 * rendered page. A revisit of a page that was recorded under another URL, named by its URL, its record or its digest,
 * has that page's response. Records in segments are joined. Ignores records of other types. Of several responses for
 * one canonical URL the first successful one wins, unless it only loads itself again; else the first that is not a
 * redirect, else the first: the same file always gives the same web.
 *
 * Skips damaged records, with a warning.
 *
 * @throws WarcFormatError for a file that is not a WARC file, or a folder without any; ByteStoreFullError if the
 * responses exceed `maxBytes`
 */
export async function openRecordedWeb(path: string, limits: RecordedWebLimits = {}): Promise<RecordedWeb> {
  const web = new WebReader(new ByteStore(limits.maxBytes ?? DEFAULT_MAX_BYTES), limits.preferRendered ?? true);
  const segments = new SegmentJoiner(MAX_RESPONSE_BYTES);
  const warn = limits.warn ?? ((message: string) => process.emitWarning(message));
  for (const file of await warcFiles(path)) {
    let damages = 0;
    const onDamage = (what: string): void => {
      if (++damages <= MAX_WARNINGS) warn(`${file} is damaged: ${what}; skipped`);
    };
    for await (const read of readWarc(file, MAX_RESPONSE_BYTES, onDamage)) {
      limits.signal?.throwIfAborted();
      const record = segments.take(read);
      if (record !== null) await web.add(record);
    }
  }
  for (const record of segments.rest()) await web.add(record);
  web.resolveRevisits();
  return new MemoryWeb(web.entries, web.store);
}

/**
 * A hexadecimal digest of the files that `openRecordedWeb` would read: it takes a hundredth of the time for parsing
 * them.
 */
export async function recordingDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await warcFiles(path)) {
    hash.update(`${(await stat(file)).size}\n`);
    await pipeline(createReadStream(file, { highWaterMark: DIGESTED_BYTES }), hash, { end: false });
  }
  return hash.digest('hex');
}

/** Whether a file with this name is read as WARC. */
export const isWarcName = (name: string): boolean => WARC_NAME.test(name);

async function warcFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter(isWarcName).sort();
  if (names.length === 0) throw new WarcFormatError(`no WARC file in ${path}`);
  return names.map((name) => join(path, name));
}

/** Collects records and chooses the response of each URL. */
class WebReader {
  readonly entries = new Map<string, Entry>();
  /** Pages by the ids of their records and by the digests of their payloads. */
  private readonly named = new Map<string, Entry>();
  /** Revisits of pages that come later, or not at all. */
  private readonly waiting: Revisit[] = [];
  private waitingChars = 0;

  constructor(
    readonly store: ByteStore,
    private readonly preferRendered: boolean,
  ) {}

  async add(record: WarcRecord): Promise<void> {
    if (record.type === 'response') await this.addResponse(record);
    else if (record.type === 'resource') this.addResource(record);
    else if (record.type === 'revisit') this.addRevisit(record);
    else if (record.type === 'conversion' && this.preferRendered) this.addRendered(record);
  }

  private async addResponse(record: WarcRecord): Promise<void> {
    const url = canonicalUrl(record.targetUri);
    if (url === null) return;
    const known = this.entries.get(url);
    if (known?.rank === Rank.Page) return;
    const message = await parseHttpMessage(record.block, MAX_RESPONSE_BYTES);
    if (message === null) return;
    const rank = rankOf(url, message);
    if (known !== undefined && known.rank >= rank) return;
    const { status, headers, body } = message;
    const id = this.keep({
      status,
      headers,
      body,
      recordedAt: recordedAt(record),
      truncated: record.truncated || message.truncated,
      rendered: false,
    });
    const entry = { id, rank, rendered: false };
    this.entries.set(url, entry);
    if (rank !== Rank.Page) return;
    for (const header of ['warc-record-id', 'warc-payload-digest']) {
      const name = nameOf(record.headers.get(header));
      if (name !== '' && !this.named.has(name)) this.named.set(name, entry);
    }
  }

  private addResource(record: WarcRecord): void {
    const url = canonicalUrl(record.targetUri);
    if (url === null || (this.entries.get(url)?.rank ?? Rank.Redirect) >= Rank.Resource) return;
    const id = this.keep({
      status: 200,
      headers: new Map([['content-type', record.headers.get('content-type') ?? '']]),
      body: record.block,
      recordedAt: recordedAt(record),
      truncated: record.truncated,
      rendered: false,
    });
    this.entries.set(url, { id, rank: Rank.Resource, rendered: false });
  }

  private addRevisit({ targetUri, headers }: WarcRecord): void {
    const url = canonicalUrl(targetUri);
    if (url === null) return;
    const original = canonicalUrl(withoutBrackets(headers.get('warc-refers-to-target-uri') ?? ''));
    const names = ['warc-refers-to', 'warc-payload-digest'].map((name) => nameOf(headers.get(name)));
    const revisit = { url: copyOf(url), original: copyOf(original ?? ''), names };
    const chars = revisit.url.length + revisit.original.length;
    if (this.resolves(revisit) || this.waitingChars + chars > MAX_WAITING_CHARS) return;
    this.waitingChars += chars;
    this.waiting.push(revisit);
  }

  /** Once all records have been read. */
  resolveRevisits(): void {
    for (const revisit of this.waiting) this.resolves(revisit);
  }

  /** @returns false if the page is not there yet */
  private resolves({ url, original, names }: Revisit): boolean {
    if (this.entries.get(url)?.rank === Rank.Page) return true;
    const named = this.entries.get(original);
    const recorded = named?.rank === Rank.Page ? named : names.map((name) => this.named.get(name)).find(Boolean);
    if (recorded === undefined) return false;
    this.entries.set(url, recorded);
    return true;
  }

  /** Keeps the status and headers of the page as sent, if it was recorded too; it precedes its conversion. */
  private addRendered(record: WarcRecord): void {
    const url = canonicalUrl(record.targetUri);
    const contentType = record.headers.get('content-type') ?? '';
    const known = url === null ? undefined : this.entries.get(url);
    if (url === null || known?.rendered === true || !/^text\/html\b|^application\/xhtml\+xml\b/i.test(contentType))
      return;
    const sent = known === undefined || known.rank === Rank.Redirect ? null : unpack(url, this.store.get(known.id));
    const headers = new Map(sent?.headers ?? []).set('content-type', contentType);
    const truncated = record.truncated || (sent?.truncated ?? false);
    const id = this.keep({
      status: sent?.status ?? 200,
      headers,
      body: record.block,
      recordedAt: recordedAt(record),
      truncated,
      rendered: true,
    });
    this.entries.set(url, { id, rank: Rank.Page, rendered: true });
  }

  private keep({
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
