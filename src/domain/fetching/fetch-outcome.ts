import type { FailureKind } from './outcome.js';
import type { FetchFacts, Known, PageFacts, IfKnown } from './page-facts.js';

interface OutcomeBase extends FetchFacts {
  /**
   * Time from `fetchedAt` until the host may be asked again, ms: its delay, Retry-After, or an open circuit. Default:
   * 0.
   */
  readonly hostWaitMs?: number;
  /** Raw requests and responses in order, including redirects; only if the settings ask for them. */
  readonly exchanges?: readonly Exchange[];
}

/** One request and its response as sent, for an archive. */
export interface Exchange {
  readonly url: string;
  /** Epoch ms of the request. */
  readonly startedAt: number;
  /** Address connected to; null if a proxy hides it. */
  readonly ip: string | null;
  /** Request line and header lines with their CRLFs, up to and with the empty line. */
  readonly requestHead: string;
  /**
   * Status line and header lines with their CRLFs, up to and with the empty line. Transfer coding is removed, content
   * coding is not.
   */
  readonly responseHead: string;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

type AlwaysKnown = 'contentType' | 'charset' | 'truncated' | 'rendered';

/**
 * Adds the decoded HTML to the facts of a response. It leaves the fetcher: to the crawl worker on the same machine or,
 * from a fleet's fetcher, on another one.
 */
export interface FetchedPage
  extends OutcomeBase, Known<Pick<PageFacts, AlwaysKnown>>, IfKnown<Omit<PageFacts, AlwaysKnown>> {
  readonly kind: 'page';
  readonly httpStatus: number;
  readonly html: string;
  /** The fault of a response that could be read nevertheless. */
  readonly message?: string;
  /** The Refresh header: a link, as in `meta http-equiv=refresh`. */
  readonly refresh?: string;
  /** The Link header. */
  readonly link?: string;
  /** The Content-Language header. */
  readonly contentLanguage?: string;
  /** X-Robots-Tag, one header per line. */
  readonly robotsTag?: string;
}

/** One entry of a sitemap or feed. */
export interface SitemapLink {
  readonly url: string;
  /** Title of a feed's entry, '' in sitemaps. */
  readonly title: string;
}

export interface FetchedSitemap extends OutcomeBase, Known<Pick<PageFacts, 'sitemaps' | 'truncated'>> {
  readonly kind: 'sitemap';
  readonly httpStatus: number;
  /** Canonical URLs, document order, capped. */
  readonly links: readonly SitemapLink[];
}

/** The copy to which the request's validators belong is still current (304). */
export interface NotModified extends OutcomeBase {
  readonly kind: 'not-modified';
  readonly httpStatus: 304;
}

export interface FetchFailure extends OutcomeBase {
  readonly kind: FailureKind;
  readonly message: string;
  readonly retryable: boolean;
  /** Wait that the server asks for in Retry-After, ms; absent if it names none. */
  readonly retryAfterMs?: number;
}

export type FetchOutcome = FetchedPage | FetchedSitemap | NotModified | FetchFailure;
