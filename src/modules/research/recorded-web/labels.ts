import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { canonicalUrl } from '../../../domain/url/index.js';

/** Labels of the pages of a web by canonical URL. */
export interface Labels {
  get(url: string): ReadonlySet<string> | undefined;
  keys(): Iterable<string>;
}

export class LabelFileError extends Error {
  override readonly name = 'LabelFileError';
}

/** About the size of the labels of a million pages. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Characters of a wrong line shown in the message. */
const SHOWN_CHARS = 60;

/**
 * Reads a label list: a header, then `url <TAB> comma-separated labels` per line; plain or gzip. Ignores empty lines,
 * and lines without a URL, which it counts in a warning.
 *
 * @throws LabelFileError for a line without a tab, a list without a URL, more than 256 MB unpacked, and damaged gzip
 */
export async function readLabels(
  path: string,
  warn?: (message: string) => void,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const file = createReadStream(path);
  const labels = new Map<string, ReadonlySet<string>>();
  // Most pages have the same few labels.
  const sets = new Map<string, ReadonlySet<string>>();
  const isPacked = path.endsWith('.gz');
  const bytes = isPacked ? file.pipe(createGunzip()) : file;
  file.once('error', (error) => bytes.destroy(error));
  const input = Readable.from(bounded(isPacked ? unpacked(bytes) : bytes));
  let [lines, pages] = [0, 0];
  const ignored = { count: 0, first: '' };
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    lines++;
    if (line.trim() === '') continue;
    const [raw, list] = line.replace(/^\uFEFF/, '').split('\t');
    if (list === undefined) throw new LabelFileError(`line ${lines} has no tab: ${EXPECTED}, not ${quoted(line)}`);
    const url = canonicalUrl(raw);
    if (url === null) {
      // The header has no URL either.
      if (lines > 1 && ignored.count++ === 0) ignored.first = `line ${lines}: ${quoted(line)}`;
      continue;
    }
    pages++;
    if (list === '') continue;
    let set = sets.get(list);
    if (set === undefined) sets.set(list, (set = new Set(list.split(',').map((label) => label.trim()))));
    labels.set(url, set);
  }
  if (pages === 0) throw new LabelFileError(`no line of ${lines} begins with an http or https URL: ${EXPECTED}`);
  const { count, first } = ignored;
  if (count > 0) warn?.(`${count} ${count === 1 ? 'line' : 'lines'} without a URL ignored, the first is ${first}`);
  return labels;
}

const EXPECTED = 'expected a URL, a tab, and labels separated by commas in each line';
const quoted = (line: string): string =>
  JSON.stringify(line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line);

async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    // Errors of zlib; others are from the file system.
    if (error instanceof Error && 'code' in error && /^Z_|ERR_/.test(String(error.code)))
      throw new LabelFileError(`the file ends in .gz and is no whole gzip file: ${error.message}`);
    throw error;
  }
}

async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MAX_BYTES;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw new LabelFileError(`more than ${MAX_BYTES} bytes of labels`);
    yield chunk;
  }
}
