import { TextIndex, type SearchRequest } from '../../src/domain/search/index.js';
import type { SearchEngine } from '../../src/engine/index.js';
import type { RandomWeb } from './random-web.js';

export interface WebSearch extends SearchEngine {
  /** All searches so far, with any result. */
  readonly asked: SearchRequest[];
}

/** Created once per web: its pages never change. */
const indexes = new WeakMap<RandomWeb, Map<string, TextIndex>>();

function indexOf(web: RandomWeb, sites: number, pages: number): TextIndex {
  const known = indexes.get(web) ?? new Map<string, TextIndex>();
  indexes.set(web, known);
  const key = `${sites} ${pages}`;
  const index = known.get(key) ?? new TextIndex();
  if (known.has(key)) return index;
  known.set(key, index);
  for (let site = 0; site < sites; site++) {
    for (let page = 0; page < pages; page++) {
      const url = `http://site${site}.cheeseweb${site}.com/p${page}`;
      const found = web.page(url);
      if (found.kind === 'html') index.add({ url, title: '', text: found.html.replace(/<ul>.*<\/ul>|<[^>]*>/gs, ' ') });
    }
  }
  return index;
}

/**
 * A search engine over the first pages of the sites of a made-up web.
 *
 * @param fails searches that it does not answer, by their number from 0
 */
export function createWebSearch(
  web: RandomWeb,
  { sites, pages }: { readonly sites: number; readonly pages: number },
  fails: (search: number) => boolean = () => false,
): WebSearch {
  const asked: SearchRequest[] = [];
  return {
    asked,
    search: async (request) => {
      asked.push(request);
      // A response takes a few turns of the event loop, as fetches do.
      for (let turns = asked.length % 4; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      if (fails(asked.length - 1)) return { kind: 'failed', message: 'no answer' };
      return { kind: 'hits', hits: indexOf(web, sites, pages).search(request) };
    },
  };
}
