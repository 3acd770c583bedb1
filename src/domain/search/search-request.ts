import { foldSpace } from '../text/index.js';
import { canonicalUrl } from '../url/index.js';

/** Most searches of a session, whatever a policy requests. */
export const MAX_SEARCHES = 10_000;
/** Most hits per page of results. */
export const MAX_PAGE_HITS = 100;
/** Most pages of results per query: no engine has more. */
export const MAX_RESULT_PAGES = 10;
/** Longer queries are cut by every engine. */
export const MAX_QUERY_CHARS = 200;

/** The engines that a policy may use: this service's stored pages, or the operator's SearXNG instance. */
export const SEARCH_ENGINES = ['stored', 'searxng'] as const;
export type SearchEngineName = (typeof SEARCH_ENGINES)[number];

/** A requested page of results. */
export interface SearchRequest {
  /** Words; a phrase is in double quotes. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
  /** Most hits, up to `MAX_PAGE_HITS`. Larger pages of an engine are cut. */
  readonly limit: number;
}

/**
 * The host of URLs that represent searches in a crawl's log. Its top-level domain is reserved and never exists (RFC
 * 2606 section 2), so it has no pages.
 */
export const SEARCH_HOST = 'search.invalid';

/**
 * The canonical URL that represents a page of results.
 *
 * @throws RangeError for an invalid query or page: a bug in the policy
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

/** The arguments of `searchUrl`. @throws RangeError for other URLs */
export function searchOf(url: string): Pick<SearchRequest, 'query' | 'page'> {
  const parameters = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const found = { query: parameters.get('q') ?? '', page: Number(parameters.get('page')) };
  if (searchUrl(found) !== url) throw new RangeError(`${url} does not stand for a search`);
  return found;
}
