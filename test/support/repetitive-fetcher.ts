import type { Fetcher, FetchOutcome } from '../../src/engine/index.js';
import { createRandomFetcher, type RandomWeb } from './random-web.js';

const PLACE = /^http:\/\/site(\d+)\.cheeseweb\d+\.com\/p(\d+)$/;
/** Some lines that differ only in their number. */
const NOTES = Array.from({ length: 300 }, (_, i) => `note ${i * 7_919}`).join(' ');

/**
 * The generated web with traps for duplicate detection: every fifth page has another one's text under its own links,
 * every fifth is a near-duplicate of its neighbours, every seventh is noindex, and all link into endless folders.
 */
export function createRepetitiveFetcher(web: RandomWeb): Fetcher {
  const inner = createRandomFetcher(web);
  return {
    fetch: async (request, signal): Promise<FetchOutcome> => {
      const outcome = await inner.fetch(request, signal);
      const [, site, page] = (PLACE.exec(outcome.finalUrl) ?? []).map(Number);
      if (outcome.kind !== 'page' || page === undefined) return outcome;
      const links = /<ul>.*<\/ul>/s.exec(outcome.html)?.[0] ?? '';
      const trap = `<a href="/p${page}/x/x/x/">more</a>`;
      const cheese = page % 2 === 0 ? 'cheese' : 'other';
      const html =
        page % 5 === 1
          ? `<title>${cheese} copy</title><p>${cheese} ${NOTES}</p>${links}${trap}`
          : page % 5 === 2
            ? `<title>${cheese}</title><p>${cheese} ${NOTES} of site ${site} page ${page}</p>${links}${trap}`
            : outcome.html.replace('</body>', `${trap}</body>`);
      return { ...outcome, html, bytes: html.length, ...(page % 7 === 6 ? { robotsTag: 'noindex' } : {}) };
    },
    close: () => inner.close(),
  };
}
