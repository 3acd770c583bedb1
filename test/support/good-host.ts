import type { RelevanceModel } from '../../src/domain/relevance/index.js';
import type { Fetcher, FetchOutcome } from '../../src/engine/index.js';

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
