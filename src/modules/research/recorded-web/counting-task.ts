import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadTask } from '../../../platform/threads/index.js';
import { readLabels } from './labels.js';
import { isWarcName } from './recorded-web.js';
import { readWarc } from './warc-reader.js';
import type { WarcRecord } from './warc-record.js';

interface CountRequest {
  /** A WARC file or a folder of them. */
  readonly path: string;
  readonly labels: string | null;
}

/** The counts of a recorded web. */
export interface WebCounts {
  readonly pages: number;
  /** The most frequent labels with their numbers of pages. */
  readonly labels: readonly { readonly label: string; readonly pages: number }[];
}

/** Bytes read of a record: status line and headers. */
const HEAD_BYTES = 4_096;
const MAX_LABELS = 200;

/** Reading a whole web takes a second per hundred megabytes. */
export const task: ThreadTask<CountRequest, WebCounts> = {
  url: import.meta.url,
  run: async ({ path, labels }) => {
    const files = (await stat(path)).isDirectory()
      ? (await readdir(path)).filter(isWarcName).map((name) => join(path, name))
      : [path];
    let pages = 0;
    for (const file of files) for await (const record of readWarc(file, HEAD_BYTES)) if (isPage(record)) pages++;
    return { pages, labels: labels === null ? [] : await labelCounts(labels) };
  },
};

function isPage({ type, block }: WarcRecord): boolean {
  if (type !== 'response') return false;
  const [head] = block.toString('latin1').split(/\r?\n\r?\n/, 1);
  return /^HTTP\/\S+ 200\b/.test(head) && /^content-type:\s*(?:text\/html|application\/xhtml\+xml)\b/im.test(head);
}

async function labelCounts(file: string): Promise<WebCounts['labels']> {
  const counts = new Map<string, number>();
  for (const set of (await readLabels(file)).values())
    for (const label of set) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, pages]) => ({ label, pages }))
    .sort((a, b) => b.pages - a.pages || (a.label < b.label ? -1 : 1))
    .slice(0, MAX_LABELS);
}
