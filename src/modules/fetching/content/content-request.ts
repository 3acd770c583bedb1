import type { Exchange, FetchRequest, FetchSettings } from '../../../engine/ports.js';
import { mayChallenge } from '../../../domain/fetching/index.js';
import { isOtherMediaType } from './content-type.js';
import type { GetRequest } from '../http/http-client.js';

/** What a fetch asks for on all its hops. */
export interface Asking extends Pick<FetchRequest, 'as' | 'validators'> {
  /** Where what goes over the wire is gathered; absent where nobody wants it. */
  readonly exchanges?: Exchange[];
}

/** The fewer readers a format has here, the less it is asked for. */
const ACCEPT_PAGES = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const ACCEPT_SITEMAPS =
  'application/xml,text/xml,application/rss+xml,application/atom+xml;q=0.9,text/plain;q=0.8,*/*;q=0.1';
/** Bytes of a sitemap file, most of them of files that are packed themselves: what counts of plain ones, 10 000 entries, takes some 2 MB. */
const MAX_SITEMAP_FILE_BYTES = 16 * 1024 * 1024;

/** Gathers the exchanges of a fetch, where somebody wants them. */
export function recording({ exchanges }: Asking): Pick<GetRequest, 'record'> {
  return exchanges === undefined ? {} : { record: (exchange) => void exchanges.push(exchange) };
}

/**
 * What one hop's request says and keeps, beyond its URL and the user agent.
 *
 * @param redirects hops before it. Of the validators only the ETag goes along behind a redirect: the date is of the page that it led to before, and
 *   today's may be an older one
 */
export function contentRequest(
  asking: Asking,
  url: string,
  redirects: readonly string[],
  settings: FetchSettings,
): Pick<GetRequest, 'accept' | 'maxBytes' | 'wantsBody' | 'peeks' | 'validators' | 'record'> {
  const { validators } = asking;
  const isSitemap = asking.as === 'sitemap';
  const isGood = (status: number): boolean => status >= 200 && status < 300;
  return {
    accept: isSitemap ? ACCEPT_SITEMAPS : ACCEPT_PAGES,
    maxBytes: isSitemap ? MAX_SITEMAP_FILE_BYTES : settings.maxBytes,
    wantsBody: isSitemap
      ? isGood
      : (status, headers) =>
          isGood(status) && !isOtherMediaType(headers.get('content-type') ?? '', settings.contentTypes, url),
    peeks: (status) => !isSitemap && mayChallenge(status),
    ...(validators === undefined
      ? {}
      : { validators: redirects.length === 0 ? validators : { ...validators, lastModified: null } }),
    ...recording(asking),
  };
}
