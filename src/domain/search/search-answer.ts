import type { FetchFacts } from '../fetching/index.js';
import { foldSpace } from '../text/index.js';
import { canonicalUrl } from '../url/index.js';

/** One hit as an engine tells it. */
export interface SearchHit {
  /** As the engine spells it. */
  readonly url: string;
  readonly title: string;
  /** Some words of the page, '' when the engine tells none. */
  readonly snippet: string;
}

/** What an engine answers. Failures are values: an engine that is away is a fact of the world. */
export type SearchAnswer =
  | { readonly kind: 'hits'; readonly hits: readonly SearchHit[] }
  | { readonly kind: 'failed'; readonly message: string };

/** The end of a search as a step: what the log keeps. */
export type SearchOutcome = FetchFacts &
  (
    | { readonly kind: 'search'; readonly hits: readonly SearchHit[] }
    | { readonly kind: 'search-failed'; readonly message: string }
  );

/** Like the anchors and the surroundings of links on pages. */
const MAX_TITLE_CHARS = 200;
const MAX_SNIPPET_CHARS = 300;

/**
 * The hits as links can be made of them: canonical HTTP and HTTPS URLs, each once, in the order of the engine, texts folded and cut.
 *
 * @param limit hits at most
 */
export function usableHits(hits: readonly SearchHit[], limit: number): SearchHit[] {
  const usable = new Map<string, SearchHit>();
  for (const hit of hits) {
    if (usable.size >= limit) break;
    const url = canonicalUrl(hit.url);
    if (url === null || usable.has(url)) continue;
    const title = foldSpace(hit.title).slice(0, MAX_TITLE_CHARS);
    usable.set(url, { url, title, snippet: foldSpace(hit.snippet).slice(0, MAX_SNIPPET_CHARS) });
  }
  return [...usable.values()];
}
