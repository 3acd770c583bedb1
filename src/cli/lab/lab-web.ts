import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { DocumentText } from '../../domain/text/index.js';
import { parsePage } from '../../domain/page/index.js';
import { documentOf } from '../../domain/session/index.js';
import { canonicalUrl } from '../../domain/url/index.js';
import type { Fetcher } from '../../engine/index.js';
import { createRecordedFetcher, openRecordedWeb } from '../../modules/recorded-web/index.js';
import { LabCache } from './lab-cache.js';
import { labGet, reachedGraph, type ReachedGraph } from './lab-graph.js';

/** Labels of the pages of a web by canonical URL. */
export interface Labels {
  get(url: string): ReadonlySet<string> | undefined;
  keys(): Iterable<string>;
}

/** Reads a label list: a header, then `url <TAB> comma-separated labels` a line; plain or gzip. URLs that are none are passed over. */
export async function readLabels(path: string): Promise<Labels> {
  const file = createReadStream(path);
  const labels = new Map<string, ReadonlySet<string>>();
  for await (const line of createInterface({
    input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file,
    crlfDelay: Infinity,
  })) {
    const [raw, list] = line.split('\t');
    const url = canonicalUrl(raw ?? '');
    if (url !== null && list) labels.set(url, new Set(list.split(',').map((label) => label.trim())));
  }
  return labels;
}

/** A recorded or synthetic web with its labels, and its graph once something asks for it. */
export interface LabWeb {
  readonly fetcher: Fetcher;
  readonly cache: LabCache;
  readonly labels: Labels;
  /** Whether the web answers for a URL. */
  isRecorded(url: string): boolean;
  /** All addresses of the web, canonical. */
  urls(): Iterable<string>;
  /** The page as a model would read it; null when there is none. */
  document(url: string): Promise<DocumentText | null>;
  /** Pages that can be reached from the seeds, their links, and their URLs by number. A redirect counts as the page it leads to. */
  graphFrom(seeds: readonly string[]): Promise<ReachedGraph>;
}

export async function openLabWeb(warc: string, labelFile: string): Promise<LabWeb> {
  const [web, labels] = await Promise.all([openRecordedWeb(warc), readLabels(labelFile)]);
  const fetcher = createRecordedFetcher(web);
  const get = labGet(fetcher);

  return {
    fetcher,
    cache: new LabCache(),
    labels,
    isRecorded: (url) => web.has(url),
    urls: () => web.urls(),
    document: async (url) => {
      const outcome = await get(url);
      return outcome.kind === 'page' ? documentOf(parsePage(outcome.html, outcome.finalUrl), outcome.finalUrl) : null;
    },
    graphFrom: (seeds) => reachedGraph(get, seeds),
  };
}
