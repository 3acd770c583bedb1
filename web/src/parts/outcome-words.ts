import type { EnumOf } from '../api/graphql.js';

type Outcome = EnumOf<'Outcome'>;

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  ABORTED: 'stopped before its end',
  BLOCKED_ADDRESS: 'address not allowed',
  CHALLENGE: 'proof of a person wanted',
  CONNECT: 'no connection',
  DECODE: 'unreadable answer',
  DEFERRED: 'put off',
  DNS: 'host not found',
  DOMAIN_CAP: 'page limit of the domain reached',
  DUPLICATE: 'same page as another address',
  FETCHER_DIED: 'fetcher ended',
  FORBIDDEN: 'forbidden',
  HTTP_ERROR: 'HTTP error',
  INVALID_URL: 'not a web address',
  KNOWN: 'known page',
  LOGIN: 'sign-in wanted',
  NOT_ARCHIVED: 'archive full',
  NOT_HTML: 'other type of content',
  NO_TEXT: 'PDF without text',
  OUT_OF_SCOPE: 'out of scope',
  OVERLOADED: 'machine too busy',
  PAGE: 'page',
  PROXY: 'proxy failed',
  REDIRECT_LIMIT: 'too many redirects',
  RENDER_FAILED: 'browser failed',
  RENDER_KILLED: 'too large for the browser',
  RESET: 'connection ended by the site',
  REUSED: 'page of the collection',
  ROBOTS_DENIED: 'refused by robots.txt',
  ROBOTS_UNREACHABLE: 'robots.txt unreachable',
  SAME_LIST: 'same list again',
  SEARCH: 'search',
  SEARCH_FAILED: 'search failed',
  SITEMAP: 'sitemap or feed',
  SITEMAP_FAILED: 'sitemap or feed failed',
  SOFT_404: 'soft 404',
  THROTTLED: 'asked too often',
  TIMEOUT: 'timed out',
  TLS: 'certificate not valid',
  TOO_LARGE: 'too large',
  TRUNCATED: 'came in part only',
};

/** How a step ended, in words: `HTTP error 404`. */
export const outcomeInWords = (outcome: Outcome, httpStatus: number | null = null): string =>
  `${OUTCOMES[outcome]}${httpStatus === null ? '' : ` ${httpStatus}`}`;
