import { DEFAULT_PARSE_LIMITS, parsePage } from '../../../domain/page/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import { createWebGraph, type WebGraph } from '../../../domain/webs/index.js';
import { PLAIN_FETCH, type Fetcher, type FetchOutcome, type FetchSettings } from '../../../engine/index.js';

/** Pages reachable from the seeds, their links, and their URLs by number. */
export interface ReachedGraph {
  readonly graph: WebGraph;
  readonly urls: readonly string[];
  readonly seeds: readonly number[];
  /** Pages by the addresses that redirect to them; absent without redirects. */
  readonly aliases?: ReadonlyMap<string, number>;
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

/** Fetches of the lab itself, apart from those of its crawls. */
export function labGet(fetcher: Fetcher): (url: string) => Promise<FetchOutcome> {
  const never = new AbortController().signal;
  return (url) => fetcher.fetch({ url, settings: LAB_FETCH }, never);
}

/** An address's target and its links. */
export interface LinkedPage {
  readonly finalUrl: string;
  /** Addresses of the links that may be followed. */
  readonly links: readonly string[];
}

/** Reads the links of fetched pages; null for other responses. */
export const linksBy =
  (get: (url: string) => Promise<FetchOutcome>) =>
  async (url: string): Promise<LinkedPage | null> => {
    const outcome = await get(url);
    if (outcome.kind !== 'page') return null;
    const { finalUrl } = outcome;
    const parsed = parsePage(outcome.html, finalUrl, DEFAULT_PARSE_LIMITS, outcome);
    const links = parsed.nofollow ? [] : parsed.links.filter((link) => !link.nofollow).map((link) => link.url);
    return { finalUrl, links };
  };

/** Reads pages and follows their links until nothing new is found. A redirect counts as its target. */
export async function reachedGraph(
  read: (url: string) => Promise<LinkedPage | null>,
  seeds: Iterable<string>,
): Promise<ReachedGraph> {
  const numbers = new Map<string, number>();
  const urls: string[] = [];
  const targets: number[][] = [];
  // A redirect and its target share a number; -1 for addresses without a page.
  const resolved = new Map<string, number>();
  const pending: { page: number; links: readonly string[] }[] = [];
  const resolve = async (url: string): Promise<number> => {
    const known = resolved.get(url);
    if (known !== undefined) return known;
    const found = await read(url);
    let page = -1;
    if (found !== null) {
      const existing = numbers.get(found.finalUrl);
      page = existing ?? urls.length;
      if (existing === undefined) {
        numbers.set(found.finalUrl, page);
        urls.push(found.finalUrl);
        pending.push({ page, links: found.links });
      }
    }
    resolved.set(url, page);
    return page;
  };
  const followPending = async (): Promise<void> => {
    for (let next = pending.shift(); next; next = pending.shift()) {
      const found = new Set<number>();
      for (const link of next.links) {
        const page = await resolve(link);
        if (page >= 0 && page !== next.page) found.add(page);
      }
      targets[next.page] = [...found];
    }
  };
  const seedPages: number[] = [];
  for (const seed of seeds) {
    const page = await resolve(canonicalUrl(seed) ?? seed);
    if (page >= 0) seedPages.push(page);
  }
  await followPending();
  const aliases = new Map([...resolved].filter(([url, page]) => page >= 0 && url !== urls[page]));
  return { graph: createWebGraph(targets), urls, seeds: seedPages, aliases };
}

/** The part of a known graph that is reachable from some pages, numbered in the order of a breadth-first search. */
export function reachedPart(
  web: { linksOf(page: number): Iterable<number>; urlOf(page: number): string },
  seeds: Iterable<number>,
): ReachedGraph {
  const numbers = new Map<number, number>();
  for (const page of seeds) if (!numbers.has(page)) numbers.set(page, numbers.size);
  const seedNumbers = [...numbers.values()];
  const targets: number[][] = [];
  // The map grows during iteration.
  for (const page of numbers.keys())
    targets.push(
      Array.from(web.linksOf(page), (target) => {
        const known = numbers.get(target) ?? numbers.size;
        numbers.set(target, known);
        return known;
      }),
    );
  return {
    graph: createWebGraph(targets),
    urls: Array.from(numbers.keys(), (page) => web.urlOf(page)),
    seeds: seedNumbers,
  };
}
