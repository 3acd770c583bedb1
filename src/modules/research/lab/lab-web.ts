import type { DocumentText } from '../../../domain/text/index.js';
import { parsePage } from '../../../domain/page/index.js';
import { documentOf } from '../../../domain/session/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import type { Fetcher } from '../../../engine/index.js';
import {
  createRecordedFetcher,
  type Labels,
  openRecordedWeb,
  readLabels,
  type RecordedWeb,
  type RecordedWebLimits,
  recordingDigest,
} from '../recorded-web/index.js';
import { LabCache } from './lab-cache.js';
import { labGet, linksBy, reachedGraph, type ReachedGraph } from './lab-graph.js';
import type { WebStore } from './disk/index.js';
import { LinkMemory } from './link-memory.js';

/** A recorded or synthetic web with its labels, and its graph, which is built on demand. */
export interface LabWeb {
  readonly fetcher: Fetcher;
  readonly cache: LabCache;
  readonly labels: Labels;
  /** Faults of its files with which it can be used. */
  readonly warnings?: readonly string[];
  /** Whether the web answers for a URL. */
  isRecorded(url: string): boolean;
  /** All addresses of the web, canonical. */
  urls(): Iterable<string>;
  /** The page as a model would read it; null if there is none. */
  document(url: string): Promise<DocumentText | null>;
  /** Pages reachable from the seeds, their links, and their URLs by number. A redirect counts as its target. */
  graphFrom(seeds: readonly string[]): Promise<ReachedGraph>;
}

/**
 * Opens a web. With a cache on disk, the web is read only for data that the cache lacks.
 *
 * @param labelFile null for a web without labels
 */
export async function openLabWeb(
  warc: string,
  labelFile: string | null,
  cache = new LabCache(),
  limits: RecordedWebLimits = {},
): Promise<LabWeb> {
  const warnings: string[] = [];
  const [store, labels] = await Promise.all([
    cache.isOnDisk ? recordingDigest(warc).then((digest) => cache.isOf(identity(digest, limits))) : null,
    labelFile === null
      ? new Map<string, ReadonlySet<string>>()
      : readLabels(labelFile, (fault) => warnings.push(`labels: ${fault}`)),
  ]);
  let opening: Promise<RecordedWeb> | null = null;
  const open = (): Promise<RecordedWeb> => (opening ??= openRecordedWeb(warc, limits));
  const known = store?.recall<string[]>('urls') ?? null;
  const urls: ReadonlySet<string> = new Set(known ?? (await open()).urls());
  if (!known) store?.keep([...urls], 'urls');
  return { ...labWeb(open, urls, labels, cache, store), warnings };
}

/** A web in memory, with its labels. Nothing of it is stored on disk. */
export const openRecordedLab = (web: RecordedWeb, labels: Labels): LabWeb =>
  labWeb(async () => web, new Set(web.urls()), labels, new LabCache(), null);

function labWeb(
  open: () => Promise<RecordedWeb>,
  urls: ReadonlySet<string>,
  labels: Labels,
  cache: LabCache,
  store: WebStore | null,
): LabWeb {
  const fetcher: Fetcher = {
    fetch: async (request, signal) => createRecordedFetcher(await open()).fetch(request, signal),
    close: () => Promise.resolve(),
  };
  const get = labGet(fetcher);
  const links = store && new LinkMemory(linksBy(get), (url) => urls.has(url), store);

  return {
    fetcher,
    cache,
    labels,
    isRecorded: (url) => urls.has(canonicalUrl(url) ?? ''),
    urls: () => urls,
    document: async (url) => {
      const outcome = await get(url);
      return outcome.kind === 'page'
        ? documentOf(parsePage(outcome.html, outcome.finalUrl, undefined, outcome), outcome.finalUrl)
        : null;
    },
    graphFrom: async (seeds) => {
      const graph = await reachedGraph(links ? (url) => links.read(url) : linksBy(get), seeds);
      links?.save();
      return graph;
    },
  };
}

/** The same files with rendered pages are another web. */
const identity = (digest: string, { preferRendered = true }: RecordedWebLimits): string =>
  JSON.stringify(['recorded', digest, preferRendered]);
