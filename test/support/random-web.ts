import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRng } from '../../src/domain/base/rng.js';
import type { Fetcher, FetchOutcome } from '../../src/engine/index.js';

/**
 * A web generated page by page from its URLs: `http://site<d>.example.com/p<n>`, some pages about cheese, some redirects, some failures.
 *
 * Any number of processes can serve or crawl it. Each generates a page on its first request.
 */
export interface RandomWeb {
  readonly seeds: readonly string[];
  page(url: string): RandomPage;
}
type RandomPage =
  | { readonly kind: 'html'; readonly html: string; readonly relevant: boolean }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'missing' };

export interface RandomWebOptions {
  readonly sites: number;
  readonly pagesPerSite: number;
  readonly linksPerPage: number;
}

const CHEESE = ['cheese', 'cheddar', 'brie', 'gouda', 'rennet', 'curd', 'dairy'];
const OTHER = ['engine', 'valley', 'committee', 'theatre', 'copper', 'window', 'station', 'lawyer', 'orbit', 'carpet'];

export function createRandomWeb({ sites, pagesPerSite, linksPerPage }: RandomWebOptions): RandomWeb {
  const urlOf = (site: number, page: number): string => `http://site${site}.cheeseweb${site}.com/p${page}`;
  const parse = (url: string): { site: number; page: number } | null => {
    const match = /^http:\/\/site(\d+)\.cheeseweb\d+\.com\/p(\d+)$/.exec(url);
    return match && { site: Number(match[1]), page: Number(match[2]) };
  };
  const make = (at: { readonly site: number; readonly page: number }): RandomPage => {
    const rng = createRng(at.site * 1_000_003 + at.page + 1);
    const chance = rng.next();
    const isSeed = at.page === 0;
    if (!isSeed && chance < 0.03) return { kind: 'missing' };
    if (!isSeed && chance < 0.06) return { kind: 'redirect', to: urlOf(at.site, rng.below(pagesPerSite)) };
    const relevant = at.site % 3 === 0 ? rng.next() < 0.7 : rng.next() < 0.05;
    const words = relevant ? CHEESE : OTHER;
    const say = (count: number): string =>
      Array.from({ length: count }, () => words[rng.below(words.length)]).join(' ');
    const links = Array.from({ length: linksPerPage }, () => {
      const site = rng.next() < 0.6 ? at.site : rng.below(sites);
      return `<li><a href="${urlOf(site, rng.below(pagesPerSite))}">${site % 3 === 0 ? 'fine cheese' : 'other things'} ${rng.below(9)}</a></li>`;
    });
    const html = `<!doctype html><html><head><title>${say(2)}</title></head><body><p>${say(60)}</p><ul>${links.join('')}</ul></body></html>`;
    return { kind: 'html', html, relevant };
  };
  const made = new Map<number, RandomPage>();
  return {
    seeds: [0, 1, 2].map((site) => urlOf(site, 0)),
    page: (url) => {
      const at = parse(url);
      if (!at || at.site >= sites || at.page >= pagesPerSite) return { kind: 'missing' };
      const no = at.site * pagesPerSite + at.page;
      const page = made.get(no) ?? make(at);
      made.set(no, page);
      return page;
    },
  };
}

/**
 * Fetches from the generated web without HTTP. Responses arrive out of order, after a number of turns of the event loop
 * drawn from `seed`.
 */
export function createRandomFetcher(web: RandomWeb, seed = 1, onFetch?: (url: string) => void): Fetcher {
  const rng = createRng(seed);
  return {
    fetch: async ({ url }, signal) => {
      onFetch?.(url);
      for (let turns = rng.below(6); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      const base = { finalUrl: url, redirects: [], fetchedAt: 0, durationMs: 1, bytes: 0 };
      if (signal.aborted) return { ...base, kind: 'aborted', httpStatus: null, message: 'aborted', retryable: true };
      return outcomeOf(web, url, base);
    },
    close: async () => undefined,
  };
}

function outcomeOf(web: RandomWeb, url: string, base: Omit<FetchOutcome, 'kind' | 'httpStatus'>): FetchOutcome {
  const page = web.page(url);
  if (page.kind === 'missing')
    return { ...base, kind: 'http-error', httpStatus: 404, message: 'HTTP 404', retryable: false };
  if (page.kind === 'redirect') {
    const target = web.page(page.to);
    if (target.kind !== 'html')
      return { ...base, kind: 'redirect-limit', httpStatus: 301, message: 'too many redirects', retryable: false };
    return fetched({ ...base, finalUrl: page.to, redirects: [url] }, target.html);
  }
  return fetched(base, page.html);
}

const fetched = (base: Omit<FetchOutcome, 'kind' | 'httpStatus'>, html: string): FetchOutcome => ({
  ...base,
  kind: 'page',
  httpStatus: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  html,
  bytes: html.length,
  truncated: false,
  rendered: false,
});

export interface ServedWeb {
  readonly port: number;
  /** By URL. */
  readonly requests: Map<string, number>;
  /** Releases this many responses from now on; further requests wait. Without a call all are released. */
  allow(answers: number): void;
  close(): Promise<void>;
}

/**
 * Serves the generated web as an HTTP forward proxy on loopback, and counts requests by URL.
 *
 * @param delayMs before each response; a function is called each time
 */
export async function serveRandomWeb(web: RandomWeb, delayMs: number | (() => number) = 0): Promise<ServedWeb> {
  const requests = new Map<string, number>();
  let allowed = Number.POSITIVE_INFINITY;
  const held: (() => void)[] = [];
  const release = (): void => {
    while (allowed > 0 && held.length > 0) {
      allowed--;
      held.shift()?.();
    }
  };
  const server: Server = createServer((request, response) => {
    const url = request.url ?? '';
    requests.set(url, (requests.get(url) ?? 0) + 1);
    const page = web.page(url);
    held.push(() =>
      setTimeout(
        () => {
          if (page.kind === 'missing') response.writeHead(404).end('not found');
          else if (page.kind === 'redirect') response.writeHead(301, { location: page.to }).end();
          else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
        },
        typeof delayMs === 'number' ? delayMs : delayMs(),
      ),
    );
    release();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    allow: (answers) => {
      allowed = answers;
      release();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
