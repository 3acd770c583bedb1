import type { RelevanceModel } from '../../src/domain/relevance/index.js';
import type { Fetcher, FetchOutcome } from '../../src/engine/index.js';

const GOOD = 'http://good.example/';
const GOOD_PAGES = 400;
const OTHER_HOSTS = 20;
const PAGES_OF_OTHERS = 100;

const linkTo = (url: string, anchor: string): string =>
  `<p>more about it: <a href="${url}">${anchor}</a> and so on</p>`;
const goodUrl = (no: number): string => (no === 0 ? GOOD : `${GOOD}cheese/${no}`);
const otherUrl = (host: number, no: number): string => `http://other${host}.example/engine/${no}`;
const linksToGood = (numbers: readonly number[]): string =>
  numbers.map((no) => linkTo(goodUrl(no), `cheese and bread number ${no}`)).join('');
const linkToOther = (host: number, no: number): string => linkTo(otherUrl(host, no), `engine market number ${no}`);
const pageOf = (title: string, body: string): string =>
  `<!doctype html><title>${title}</title><body>${body}<p>${title} and ${title}</p></body>`;

/**
 * One good host among twenty whose links say plainly that they are about something else: all 400 pages of the good one are relevant, and each links to ten
 * others of it and to another host.
 */
export function goodHostWeb(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (let no = 0; no < GOOD_PAGES; no++) {
    const next = Array.from({ length: 10 }, (_, i) => (no * 10 + i + 1) % GOOD_PAGES);
    const hosts = no === 0 ? Array.from({ length: OTHER_HOSTS }, (_, host) => host) : [no % OTHER_HOSTS];
    const body = linksToGood(next) + hosts.map((host) => linkToOther(host, 0)).join('');
    pages.set(goodUrl(no), pageOf(`cheese bread olive ${no}`, body));
  }
  for (let host = 0; host < OTHER_HOSTS; host++)
    for (let no = 0; no < PAGES_OF_OTHERS; no++) {
      const next = Array.from({ length: 5 }, (_, i) => (no * 5 + i + 1) % PAGES_OF_OTHERS);
      const body = next.map((each) => linkToOther(host, each)).join('');
      pages.set(otherUrl(host, no), pageOf(`engine cloud market ${host} ${no}`, body));
    }
  return pages;
}

export const isGood = (url: string): boolean => url.startsWith(GOOD);
export const SEEDS = [GOOD];

/** @param refuses hosts that answer everything with 403 */
export function fetcherOf(
  pages: ReadonlyMap<string, string>,
  refuses: (url: string) => boolean = () => false,
): Fetcher {
  return {
    fetch: async ({ url }): Promise<FetchOutcome> => {
      const facts = { finalUrl: url, redirects: [], fetchedAt: 0, durationMs: 0, bytes: 1 };
      const html = pages.get(url);
      if (refuses(url))
        return { ...facts, kind: 'forbidden', message: 'HTTP status 403', httpStatus: 403, retryable: false };
      if (html === undefined)
        return { ...facts, kind: 'http-error', message: 'HTTP status 404', httpStatus: 404, retryable: false };
      const page = {
        kind: 'page',
        contentType: 'text/html',
        charset: 'utf-8',
        truncated: false,
        rendered: false,
      } as const;
      return { ...facts, ...page, httpStatus: 200, html };
    },
    close: async () => undefined,
  };
}

const chance = (text: string): number => (/cheese|bread/.test(text) ? 0.97 : 0.01);

/** Knows the topic by two words. */
export const model = {
  threshold: 0.5,
  score: ({ title, text }: { title: string; text: string }) => chance(`${title} ${text}`),
  scoreText: chance,
} as unknown as RelevanceModel;
