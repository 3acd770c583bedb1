import type { DocumentText } from '../../domain/text/index.js';
import { parsePage } from '../../domain/page/index.js';
import { documentOf } from '../../domain/session/index.js';
import type { Fetcher } from '../../engine/index.js';
import {
  createRecordedFetcher,
  type Labels,
  openRecordedWeb,
  readLabels,
  type RecordedWebLimits,
} from '../recorded-web/index.js';
import { LabCache } from './lab-cache.js';
import { labGet, reachedGraph, type ReachedGraph } from './lab-graph.js';

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

/** @param labelFile null for a web whose pages have no labels */
export async function openLabWeb(
  warc: string,
  labelFile: string | null,
  cache = new LabCache(),
  limits: RecordedWebLimits = {},
): Promise<LabWeb> {
  const [web, labels] = await Promise.all([
    openRecordedWeb(warc, limits),
    labelFile === null ? new Map<string, ReadonlySet<string>>() : readLabels(labelFile),
  ]);
  const fetcher = createRecordedFetcher(web);
  const get = labGet(fetcher);

  return {
    fetcher,
    cache,
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
