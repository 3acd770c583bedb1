import type { ParsedPage } from '../../../domain/page/index.js';
import { documentOf, type Judge } from '../../../domain/session/index.js';
import type { Fetcher, FetchOutcome } from '../../../engine/index.js';
import { LabCache } from './lab-cache.js';
import { reachedPart } from './lab-graph.js';
import type { LabWeb } from './lab-web.js';

/** A page as a session stored it. Addresses are canonical. */
export interface StoredPage {
  /** Before and after redirects. */
  readonly url: string;
  readonly finalUrl: string;
  /** The session's judgement. */
  readonly relevant: boolean;
  readonly probability: number;
  readonly page: ParsedPage;
}

/** The label of pages that the session judged relevant. */
export const STORED_RELEVANT = 'relevant';

/** The stored graph of a session as a web for the lab. */
interface StoredWeb {
  readonly web: LabWeb;
  /** The session's judgement of each page. */
  readonly judge: Judge;
  /** Links to addresses that it did not fetch: here they lead nowhere. */
  readonly outLinks: number;
  readonly links: number;
}

/** @param pages in the order of their fetches; of several visits of a page the first counts */
export function openStoredWeb(
  pages: readonly StoredPage[],
  followNofollow: boolean,
  cache = new LabCache(),
): StoredWeb {
  const numbers = new Map<string, number>();
  for (const [number, { finalUrl }] of pages.entries()) if (!numbers.has(finalUrl)) numbers.set(finalUrl, number);
  for (const { url, finalUrl } of pages) if (!numbers.has(url)) numbers.set(url, numbers.get(finalUrl) ?? 0);
  const pageAt = (url: string): StoredPage | undefined => pages[numbers.get(url) ?? -1];
  const { targets, outLinks, links } = linksWithin(pages, numbers, followNofollow);
  const relevant = new Set([STORED_RELEVANT]);
  const fetcher: Fetcher = { fetch: async ({ url }) => outcomeOf(url, pageAt(url)), close: () => Promise.resolve() };
  return {
    web: {
      fetcher,
      cache,
      labels: {
        get: (url) => (pageAt(url)?.relevant === true ? relevant : undefined),
        keys: () => pages.map(({ finalUrl }) => finalUrl),
      },
      isRecorded: (url) => numbers.has(url),
      urls: () => numbers.keys(),
      document: async (url) => {
        const stored = pageAt(url);
        return stored === undefined ? null : documentOf(stored.page, stored.finalUrl);
      },
      graphFrom: async (seeds) => {
        const graph = { linksOf: (page: number) => targets[page], urlOf: (page: number) => pages[page].finalUrl };
        const found = reachedPart(
          graph,
          seeds.flatMap((seed) => numbers.get(seed) ?? []),
        );
        const places = new Map(found.urls.map((url, place) => [url, place]));
        const aliases = new Map<string, number>();
        for (const [url, number] of numbers) {
          const place = places.get(pages[number].finalUrl);
          if (place !== undefined && url !== pages[number].finalUrl) aliases.set(url, place);
        }
        return { ...found, aliases };
      },
    },
    judge: {
      judge: (_, url) => {
        const { relevant: isRelevant = false, probability = 0 } = pageAt(url) ?? {};
        return { relevant: isRelevant, probability };
      },
    },
    outLinks,
    links,
  };
}

function linksWithin(
  pages: readonly StoredPage[],
  numbers: ReadonlyMap<string, number>,
  followNofollow: boolean,
): { targets: Uint32Array[]; outLinks: number; links: number } {
  let [links, outLinks] = [0, 0];
  const targets = pages.map(({ page }, own) => {
    const found = new Set<number>();
    for (const { url, nofollow } of page.links) {
      links++;
      const target = numbers.get(url);
      if (target === undefined) outLinks++;
      else if (target !== own && (followNofollow || !nofollow)) found.add(target);
    }
    return Uint32Array.from(found);
  });
  return { targets, outLinks, links };
}

function outcomeOf(url: string, stored: StoredPage | undefined): FetchOutcome & { readonly parsed?: ParsedPage } {
  const answer = { redirects: [], fetchedAt: 0, durationMs: 0, bytes: 0 };
  if (stored === undefined)
    return { ...answer, kind: 'http-error', finalUrl: url, httpStatus: 404, message: 'not fetched', retryable: false };
  const { finalUrl, page } = stored;
  const facts = { contentType: 'text/html', charset: 'utf-8', truncated: page.truncated, rendered: false };
  const redirects = url === finalUrl ? [] : [url];
  return { ...answer, ...facts, kind: 'page', finalUrl, redirects, httpStatus: 200, html: '', parsed: page };
}
