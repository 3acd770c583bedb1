import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { canonicalUrl } from '../../domain/url/index.js';

/** Labels of the pages of a web by canonical URL. */
export interface Labels {
  get(url: string): ReadonlySet<string> | undefined;
  keys(): Iterable<string>;
}

export class LabelFileError extends Error {
  override readonly name = 'LabelFileError';
}

/** Labels of a million pages take about so much. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads a label list: a header, then `url <TAB> comma-separated labels` a line; plain or gzip. URLs that are none are passed over.
 *
 * @throws LabelFileError on a list of more than 256 MB, unpacked
 */
export async function readLabels(path: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const file = createReadStream(path);
  const labels = new Map<string, ReadonlySet<string>>();
  // Most pages have the same few labels.
  const sets = new Map<string, ReadonlySet<string>>();
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.once('error', (error) => bytes.destroy(error));
  for await (const line of createInterface({ input: Readable.from(bounded(bytes)), crlfDelay: Infinity })) {
    const [raw, list] = line.split('\t');
    const url = canonicalUrl(raw ?? '');
    if (url === null || !list) continue;
    let set = sets.get(list);
    if (set === undefined) sets.set(list, (set = new Set(list.split(',').map((label) => label.trim()))));
    labels.set(url, set);
  }
  return labels;
}

async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MAX_BYTES;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) throw new LabelFileError(`more than ${MAX_BYTES} bytes of labels`);
    yield chunk;
  }
}
