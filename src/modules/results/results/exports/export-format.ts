import type { Readable } from 'node:stream';
import { PassThrough, Readable as ReadableStream, pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { stringify } from 'csv-stringify';
import { shownJson, shownText } from '../../../../domain/text/index.js';
import { withScope } from '../../../../platform/scope/index.js';
import type { ExportColumn } from './export-columns.js';
import { parquetBytes } from './parquet.js';

export const EXPORT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Formats of lists that have no columns: a URL in each line, and links for feed readers and outliners (OPML 2.0). */
export const LINK_FORMATS = ['urls', 'opml'] as const;
export type ListFormat = ExportFormat | (typeof LINK_FORMATS)[number];

const PARQUET = 'application/vnd.apache.parquet';
export const GZIP = 'application/gzip';
/** The media types of all formats without their parameters. */
export const EXPORT_MEDIA_TYPES = ['application/x-ndjson', 'text/csv', PARQUET, GZIP] as const;
export const LINK_MEDIA_TYPES = ['text/plain', 'text/x-opml'] as const;
export const EXPORT_TYPES: Readonly<Record<ListFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: PARQUET,
  urls: 'text/plain; charset=utf-8',
  opml: 'text/x-opml; charset=utf-8',
};
/** Endings of file names, where they are not the name of the format. */
export const EXPORT_ENDINGS: Readonly<Partial<Record<ListFormat, string>>> = { urls: 'txt' };

/** One cell: lists become lines, objects JSON, dates ISO. */
function cell(value: unknown): string | number | boolean | null | undefined {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return shownText(value.join('\n'));
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) return shownJson(value);
  return value as string | number | boolean | null | undefined;
}

/**
 * Rows as bytes of a file. Reads only on demand, so that memory stays constant however long the list is.
 *
 * Texts are made visible (`shownText`), so that people and language models see everything in the file. In CSV a text
 * that a spreadsheet would take for a formula gets a leading apostrophe, because strangers write pages.
 *
 * @param columns in the file's order; other fields of rows are omitted from CSV and Parquet
 */
export function exportStream(
  rows: AsyncIterable<object>,
  format: ExportFormat,
  columns: readonly ExportColumn[],
): Readable {
  // Read when the socket has room, which happens outside of the request's scope.
  const scoped = withScope(rows[Symbol.asyncIterator]());
  if (format === 'jsonl') return ReadableStream.from(jsonLines(scoped), { objectMode: false });
  if (format === 'parquet') return ReadableStream.from(parquetBytes(shownRows(scoped), columns), { objectMode: false });
  const names = columns.map(({ name }) => name);
  const csv = stringify({
    header: true,
    columns: names,
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  });
  const out = new PassThrough();
  pipeline(ReadableStream.from(cells(scoped, names)), csv, out, () => undefined);
  return out;
}

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${shownJson(row)}\n`;
}

async function* cells(
  rows: AsyncIterable<object>,
  columns: readonly string[],
): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows)
    yield Object.fromEntries(columns.map((name) => [name, cell((row as Record<string, unknown>)[name])]));
}

/** Rows of plain values for Parquet. */
async function* shownRows(rows: AsyncIterable<object>): AsyncGenerator<object> {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return shownText(value);
    return Array.isArray(value) ? value.map(shown) : value;
  };
  for await (const row of rows)
    yield Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]));
}

const BYTE_ORDER_MARK = '\ufeff';

/** The same text after a byte order mark: without it some spreadsheets use the code page of their country. */
export function marked(stream: Readable): Readable {
  const out = new PassThrough();
  out.write(BYTE_ORDER_MARK);
  pipeline(stream, out, () => undefined);
  return out;
}

/** The same bytes as a gzip file. */
export function gzipped(stream: Readable): Readable {
  const out = createGzip();
  pipeline(stream, out, () => undefined);
  return out;
}
