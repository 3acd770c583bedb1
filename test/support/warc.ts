import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

export interface WarcEntry {
  readonly url: string;
  /** Of the WARC record; `response` unless told. */
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Further headers of the WARC record. */
  readonly recordHeaders?: Readonly<Record<string, string>>;
}

/** One WARC/1.1 record with its closing blank lines. */
export function warcRecord(entry: WarcEntry): Buffer {
  const { type = 'response', status = 200 } = entry;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...entry.headers };
  const body = Buffer.from(entry.body ?? '');
  const http = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const block = Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${http}\r\n`), body]);
  return warcOf(entry.url, block, { type, recordHeaders: entry.recordHeaders ?? {} });
}

/** A record with this block. */
export function warcOf(
  url: string,
  block: Buffer,
  { type = 'response', recordHeaders = {} }: Pick<WarcEntry, 'type' | 'recordHeaders'> = {},
): Buffer {
  const extra = Object.entries({ 'Content-Type': 'application/http;msgtype=response', ...recordHeaders })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const head =
    `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n` +
    `WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: ${url}\r\n${extra}` +
    `Content-Length: ${block.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')]);
}

/** A whole file: one gzip member per record, or plain. */
export function warcBytes(
  entries: readonly WarcEntry[],
  compression: 'member-per-record' | 'one-member' | 'none' = 'member-per-record',
): Buffer {
  const records = entries.map(warcRecord);
  if (compression === 'member-per-record') return Buffer.concat(records.map((record) => gzipSync(record)));
  const plain = Buffer.concat(records);
  return compression === 'none' ? plain : gzipSync(plain);
}

export async function writeWarc(path: string, entries: readonly WarcEntry[]): Promise<void> {
  await writeFile(path, warcBytes(entries, path.endsWith('.gz') ? 'member-per-record' : 'none'));
}
