import type { FetchFacts } from '../fetching/index.js';
import { foldSpace } from '../text/index.js';
import { canonicalUrl } from '../url/index.js';

/** A search engine's hit. */
export interface SearchHit {
  /** In the engine's spelling. */
  readonly url: string;
  readonly title: string;
  /** An excerpt of the page, '' if the engine has none. */
  readonly snippet: string;
}

/** A search engine's answer. Failures are values: an unreachable engine is a fact of the world. */
export type SearchAnswer =
  | { readonly kind: 'hits'; readonly hits: readonly SearchHit[] }
  | { readonly kind: 'failed'; readonly message: string };

/** The outcome of a search step, as logged. */
export type SearchOutcome = FetchFacts &
  (
    | { readonly kind: 'search'; readonly hits: readonly SearchHit[] }
    | { readonly kind: 'search-failed'; readonly message: string }
  );

/** Limits like those of anchors and their context on pages. */
const MAX_TITLE_CHARS = 200;
const MAX_SNIPPET_CHARS = 300;

/**
 * Hits in the form of links: canonical HTTP and HTTPS URLs, distinct, in the engine's order, with folded and cut texts.
 *
 * @param limit most hits
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
