import type { Exchange, FetchRequest, FetchSettings } from '../../../../engine/ports.js';
import { mayChallenge } from '../../../../domain/fetching/index.js';
import { isOtherMediaType } from './content-type.js';
import type { GetRequest } from '../http/http-client.js';
import { mayHaveDocument } from '../http/redirects.js';

/** The parts of a fetch request that apply to all hops. */
export interface Asking extends Pick<FetchRequest, 'as' | 'validators'> {
  /** Collects the exchanges on the wire; absent if nobody needs them. */
  readonly exchanges?: Exchange[];
}

/** Formats with fewer readers have lower quality values. */
const ACCEPT_PAGES = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const ACCEPT_SITEMAPS =
  'application/xml,text/xml,application/rss+xml,application/atom+xml;q=0.9,text/plain;q=0.8,*/*;q=0.1';
/**
 * Bytes of a sitemap file, mainly for compressed ones: plain text up to the limit of 10 000 entries takes some 2 MB.
 */
const MAX_SITEMAP_FILE_BYTES = 16 * 1024 * 1024;

/** Collects the exchanges of a fetch, if required. */
export function recording({ exchanges }: Asking): Pick<GetRequest, 'record'> {
  return exchanges === undefined ? {} : { record: (exchange) => void exchanges.push(exchange) };
}

/**
 * Headers and limits of one hop's request beyond its URL and the user agent.
 *
 * @param redirects earlier hops. After a redirect only the ETag is sent: the date belongs to the page at the earlier
 * target, and today's page may be an older one
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
          mayHaveDocument({ status, headers }) &&
          !isOtherMediaType(headers.get('content-type') ?? '', settings.contentTypes, url),
    peeks: (status) => !isSitemap && mayChallenge(status),
    ...(validators === undefined
      ? {}
      : { validators: redirects.length === 0 ? validators : { ...validators, lastModified: null } }),
    ...recording(asking),
  };
}
