import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';

/**
 * The index of a WARC file: `NAME.warc.gz.cdxj` beside `NAME.warc.gz` has a line for each response, revisit and
 * rendered page in the order of the file, in CDXJ format: `SURT TIMESTAMP {"url": …, "offset": …, "length": …, …}`. Two
 * fields are Gleaner's own. `at` is on the lines with the outcome of a fetch: the time of the fetch, epoch ms, as in
 * its page. `end` is on the last line of a fetch: the byte after its records.
 *
 * The WARC file contains all of this too. The index saves reading it.
 */
export interface IndexLine {
  readonly url: string;
  readonly mime: string;
  /** Status of the HTTP response, '' for other records. */
  readonly status: string;
  readonly digest: string;
  /** Bytes of the record's gzip member. CDXJ has numbers as texts. */
  readonly length: string;
  readonly offset: string;
  readonly filename: string;
  readonly type: IndexedType;
  readonly at?: number;
  readonly end?: number;
}
type IndexedType = 'response' | 'revisit' | 'conversion';

export const INDEX_SUFFIX = '.cdxj';

/** One record at its place in a file, before packing. */
export interface PlacedRecord {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly length: number;
}

/** A parsed WARC record. */
export interface ReadRecord {
  readonly type: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly block: Buffer;
}

const unzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);
const INDEXED: ReadonlySet<string> = new Set(['response', 'revisit', 'conversion']);
/** Largest unpacked record: the longest stored body and its heads. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;
/** Bytes of HTTP heads that are read for status and type. */
const HEAD_BYTES = 64 * 1024;

/** @throws Error if the bytes are damaged, or unpack to more than any record has */
export const unpackMember = (member: Buffer): Promise<Buffer> => unzip(member, { maxOutputLength: MAX_RECORD_BYTES });

/** @throws Error if the bytes are no record */
export function parseRecord(bytes: Buffer): ReadRecord {
  const end = bytes.indexOf('\r\n\r\n', 0, 'latin1');
  const lines = bytes.toString('utf8', 0, Math.max(0, end)).split('\r\n');
  if (!lines[0]?.startsWith('WARC/')) throw new Error('no WARC record');
  const headers = new Map(
    lines.slice(1).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const length = Number(headers.get('content-length') ?? '0');
  return { type: headers.get('warc-type') ?? '', headers, block: bytes.subarray(end + 4, end + 4 + length) };
}

/**
 * The lines of the consecutive records of one fetch.
 *
 * @param filename of the WARC file
 * @param end byte after them
 */
export function linesOfFetch(records: readonly PlacedRecord[], filename: string, end: number): string {
  const read = records.map((placed) => ({ placed, record: parseRecord(placed.bytes) }));
  const metadata = read.find(({ record }) => record.type === 'metadata')?.record;
  const at = metadata === undefined ? undefined : Date.parse(metadata.headers.get('warc-date') ?? '');
  const last = metadata?.headers.get('warc-refers-to');
  const shown = read.filter(({ record }) => INDEXED.has(record.type));
  return shown
    .map(({ placed, record: { type, headers, block } }, i) => {
      const url = headers.get('warc-target-uri') ?? '';
      const isEnd = type === 'conversion' || headers.get('warc-record-id') === last;
      const line: IndexLine = {
        url,
        ...httpFacts(type, headers, block),
        digest: headers.get('warc-payload-digest') ?? '',
        length: String(placed.length),
        offset: String(placed.offset),
        filename,
        type: type as IndexedType,
        ...(isEnd && at !== undefined ? { at } : {}),
        ...(i === shown.length - 1 ? { end } : {}),
      };
      const time = (headers.get('warc-date') ?? '').replace(/\D/g, '').slice(0, 14);
      return `${surtOf(url)} ${time} ${JSON.stringify(line)}\n`;
    })
    .join('');
}

function httpFacts(
  type: string,
  headers: ReadonlyMap<string, string>,
  block: Buffer,
): Pick<IndexLine, 'mime' | 'status'> {
  if (type === 'conversion') return { mime: mediaTypeOf(headers.get('content-type')), status: '' };
  const head = block.toString('latin1', 0, Math.min(block.length, HEAD_BYTES)).split('\r\n\r\n', 1)[0] ?? '';
  const status = /^HTTP\/\S+ (\d{3})/.exec(head)?.[1] ?? '';
  if (type === 'revisit') return { mime: 'warc/revisit', status };
  return { mime: mediaTypeOf(/^content-type:(.*)$/im.exec(head)?.[1]), status };
}

const mediaTypeOf = (value = ''): string => (value.split(';', 1)[0] ?? '').trim().toLowerCase() || 'unk';

/** Parses a line; null if it is invalid. */
export function parseLine(line: string): IndexLine | null {
  const start = line.indexOf(' {');
  try {
    return start < 0 ? null : (JSON.parse(line.slice(start + 1)) as IndexLine);
  } catch {
    return null;
  }
}

/**
 * The sort key of URLs in web archives: the host from its top-level domain down, then port, path and sorted query, in
 * lower case. `http://www.a.example:8080/B?d&c` becomes `example,a:8080)/b?c&d`. Other texts are unchanged.
 */
export function surtOf(url: string): string {
  const plain = url.toLowerCase().replace(/^(https?:\/\/)www\d*\./, '$1');
  if (!/^https?:/.test(plain) || !URL.canParse(plain)) return url;
  const { hostname, port, pathname, search } = new URL(plain);
  const host = hostname.split('.').reverse().join(',');
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`;
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${query}`;
}
