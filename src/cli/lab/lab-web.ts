import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { DocumentText } from '../../domain/text/index.js';
import { DEFAULT_PARSE_LIMITS, parsePage } from '../../domain/page/index.js';
import { documentOf } from '../../domain/session/index.js';
import { canonicalUrl } from '../../domain/url/index.js';
import { createWebGraph, type WebGraph } from '../../domain/webs/index.js';
import { PLAIN_FETCH, type Fetcher, type FetchOutcome, type FetchSettings } from '../../engine/index.js';
import { createRecordedFetcher, openRecordedWeb } from '../../modules/recorded-web/index.js';

/** Labels of the pages of a web by canonical URL. */
export type Labels = ReadonlyMap<string, ReadonlySet<string>>;

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

const LAB_FETCH: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerLab',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 5_000_000,
  maxRedirects: 10,
};

/** A recorded web with its labels, and its graph once something asks for it. */
export interface LabWeb {
  readonly fetcher: Fetcher;
  readonly labels: Labels;
  /** Whether the recording answers for a URL. */
  isRecorded(url: string): boolean;
  /** The page as a model would read it; null when there is none. */
  document(url: string): Promise<DocumentText | null>;
  /** Pages that can be reached from the seeds, their links, and their URLs by number. A redirect counts as the page it leads to. */
  graphFrom(seeds: readonly string[]): Promise<{ graph: WebGraph; urls: readonly string[]; seeds: readonly number[] }>;
}

export async function openLabWeb(warc: string, labelFile: string): Promise<LabWeb> {
  const [web, labels] = await Promise.all([openRecordedWeb(warc), readLabels(labelFile)]);
  const fetcher = createRecordedFetcher(web);
  const never = new AbortController().signal;
  const get = (url: string): Promise<FetchOutcome> => fetcher.fetch({ url, settings: LAB_FETCH }, never);

  return {
    fetcher,
    labels,
    isRecorded: (url) => web.has(url),
    document: async (url) => {
      const outcome = await get(url);
      return outcome.kind === 'page' ? documentOf(parsePage(outcome.html, outcome.finalUrl), outcome.finalUrl) : null;
    },
    graphFrom: async (seeds) => {
      const numbers = new Map<string, number>();
      const urls: string[] = [];
      const targets: number[][] = [];
      // A redirect and its target share a number; -1 for what is no page.
      const resolved = new Map<string, number>();
      const pending: { page: number; links: readonly string[] }[] = [];
      const resolve = async (url: string): Promise<number> => {
        const known = resolved.get(url);
        if (known !== undefined) return known;
        const outcome = await get(url);
        let page = -1;
        if (outcome.kind === 'page') {
          const existing = numbers.get(outcome.finalUrl);
          page = existing ?? urls.length;
          if (existing === undefined) {
            numbers.set(outcome.finalUrl, page);
            urls.push(outcome.finalUrl);
            const parsed = parsePage(outcome.html, outcome.finalUrl, DEFAULT_PARSE_LIMITS);
            pending.push({
              page,
              links: parsed.nofollow ? [] : parsed.links.filter((link) => !link.nofollow).map((link) => link.url),
            });
          }
        }
        resolved.set(url, page);
        return page;
      };
      const seedPages: number[] = [];
      for (const seed of seeds) {
        const page = await resolve(canonicalUrl(seed) ?? seed);
        if (page >= 0) seedPages.push(page);
      }
      for (let next = pending.shift(); next; next = pending.shift()) {
        const found = new Set<number>();
        for (const link of next.links) {
          const page = await resolve(link);
          if (page >= 0 && page !== next.page) found.add(page);
        }
        targets[next.page] = [...found];
      }
      return { graph: createWebGraph(targets), urls, seeds: seedPages };
    },
  };
}
