import { foldSpace } from '../text/index.js';
import { canonicalUrl } from '../url/index.js';

/** Searches that one session may make: what bounds them whatever a policy asks for. */
export const MAX_SEARCHES = 10_000;
/** Hits of one page of results, at most. */
export const MAX_PAGE_HITS = 100;
/** Pages of results of one query, at most: no engine goes further. */
export const MAX_RESULT_PAGES = 10;
/** Longer queries are cut by every engine. */
export const MAX_QUERY_CHARS = 200;

/** The engines that a policy may ask: what this service has stored, or a SearXNG instance of the operator. */
export const SEARCH_ENGINES = ['stored', 'searxng'] as const;
export type SearchEngineName = (typeof SEARCH_ENGINES)[number];

/** One page of results that is asked for. */
export interface SearchRequest {
  /** Words; several in double quotes stand next to each other. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
  /** Hits wanted, at most `MAX_PAGE_HITS`. An engine that has larger pages is cut. */
  readonly limit: number;
}

/**
 * The host of URLs that stand for searches in the log of a crawl. Its top-level domain is reserved and never exists (RFC 2606 section 2), so no page is ever
 * there.
 */
export const SEARCH_HOST = 'search.invalid';

/**
 * The canonical URL that stands for a page of results.
 *
 * @throws RangeError for a query or page that no search may have: a fault of the policy
 */
export function searchUrl({ query, page }: Pick<SearchRequest, 'query' | 'page'>): string {
  if (query === '' || query.length > MAX_QUERY_CHARS || query !== foldSpace(query))
    throw new RangeError(
      `a query has 1 to ${MAX_QUERY_CHARS} characters without needless spaces, not ${JSON.stringify(query)}`,
    );
  if (!Number.isInteger(page) || page < 1 || page > MAX_RESULT_PAGES)
    throw new RangeError(`pages of results are numbered from 1 to ${MAX_RESULT_PAGES}, not ${page}`);
  const url = `https://${SEARCH_HOST}/?${new URLSearchParams({ q: query, page: String(page) }).toString()}`;
  return canonicalUrl(url) ?? url;
}

/** What `searchUrl` was made from. @throws RangeError when it is no such URL */
export function searchOf(url: string): Pick<SearchRequest, 'query' | 'page'> {
  const parameters = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const found = { query: parameters.get('q') ?? '', page: Number(parameters.get('page')) };
  if (searchUrl(found) !== url) throw new RangeError(`${url} does not stand for a search`);
  return found;
}
