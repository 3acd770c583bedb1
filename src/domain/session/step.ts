import type { FetchFacts, PageFacts, StepOutcome } from '../fetching/index.js';
import type { PageLink, ParsedPage } from '../page/parsed-page.js';
import type { Explanation } from '../policies/policy.js';
import type { SearchRequest } from '../search/index.js';
import type { PageSign } from './page-sign.js';
import type { SaturationCounts } from './saturation.js';

/** The URL number of a search in flight. Its URL gets a number when it is completed, like those of its hits. */
export const NO_URL = -1;

/** A chosen fetch or search, before it has happened. */
export interface StepPlan {
  /** Order of choice, from 0. */
  readonly step: number;
  /** `NO_URL` for a search, until it is completed. */
  readonly urlNo: number;
  /** Step of the page with the followed link; `NO_SOURCE` for a seed and for a search. */
  readonly source: number;
  /**
   * Number of steps completed before this choice. With the order of completion it determines how choices and
   * observations interleave.
   */
  readonly chosenAfter: number;
  readonly explanation: Explanation;
  /**
   * `sitemap`: fetched as a source of candidates; no policy chose it and it costs no budget. `search`: a request to a
   * search engine instead of a fetch; the policy chose it and it costs no budget.
   */
  readonly as: 'page' | 'sitemap' | 'search';
  /** For a search: the request. */
  readonly search?: SearchRequest;
  /** The step at which the policy chose this URL; for a retry, an earlier step. */
  readonly choice: number;
  /** Number of earlier attempts. */
  readonly attempt: number;
  /** Number of deferrals of this attempt because the host's turn was far away. */
  readonly deferrals: number;
  /** Whether the page's links are read; false if the policy declines them. */
  readonly readLinks: boolean;
  /**
   * Running time before which it must not be fetched, ms, when nothing else is left to do: a revisit that is not due
   * yet, another attempt, or a host that rests.
   */
  readonly notBeforeMs?: number;
  /** For a sitemap: the page for whose host it was named. */
  readonly namedBy?: number;
  /** Nothing else can be done now, so a long wait for the host's turn holds up nothing. */
  readonly patient: boolean;
}

/** Changes of a page since the topic's last visit. */
export type PageChange = 'new' | 'unchanged' | 'changed' | 'gone';

/**
 * Adds the digest to the facts of an answer: the page as read, its links, hashes and verdict; the HTML is left behind.
 * All inputs for applying the step, and everything stored about it: a log gives the same facts back. Pure data.
 */
export interface StepFacts extends FetchFacts, PageFacts {
  readonly step: number;
  /** `page`, or the kind of failure. */
  readonly outcome: StepOutcome;
  /** Whether no request for the page was sent: budget and MAX are not charged. */
  readonly free: boolean;
  readonly message: string | null;
  /** Running time of the session at the outcome, ms, on a monotonic clock: the agenda's time. */
  readonly activeMs: number;
  /** Whether the failure may be transient. */
  readonly retryable: boolean;
  /** Time from the outcome until the host may be asked again, ms. */
  readonly hostWaitMs: number;
  /** 64-bit hash of the text as 16 hex digits; null without enough text to compare. */
  readonly contentHash: string | null;
  /** Simhash of `domain/text`, 16 hex digits; null if near-duplicates are not searched for. */
  readonly simhash: string | null;
  /** Detected from the text, otherwise declared; ISO 639-1, '' if unknown. */
  readonly language: string;
  /** Whether the page asks not to be indexed, and the session obeys: its text is not kept. */
  readonly noindex: boolean;
  /** Compared with the topic's earlier visit of the URL; null if changes are not tracked. */
  readonly change: PageChange | null;
  /**
   * The page's self-description, if the session looks for barren hosts. Not logged: a replay has the resulting outcome.
   */
  readonly sign: PageSign | null;
  readonly page: ParsedPage | null;
  /** Links to store and follow, with nofollow already resolved against the page's own directives. */
  readonly links: readonly PageLink[];
  readonly probability: number;
  /** In a logged step, the final verdict; before it is applied, the judge's verdict on the page alone. */
  readonly relevant: boolean;
  /** Whether the page is in a wanted language. Only for newly judged pages: the log has the result. */
  readonly mayBeRelevant?: boolean;
}

/** A host that is held because its last fetches were barren, or freed because it brought a page. */
export interface HostHold {
  readonly host: string;
  readonly isHeld: boolean;
  /** Consecutive barren fetches. */
  readonly inRow: number;
}

export interface NewUrl {
  readonly urlNo: number;
  readonly url: string;
  readonly host: string;
  readonly domainNo: number;
  /** The scope rule that refused it; null if it is in scope. */
  readonly outOfScope: string | null;
}

export interface NewDomain {
  readonly domainNo: number;
  readonly name: string;
}

export interface NumberedLink {
  readonly urlNo: number;
  readonly tagPathNo: number;
  /** Share of the page's links with the same tag path, as in `Candidate`. */
  readonly alike: number;
  readonly link: PageLink;
}

export interface NewTagPath {
  readonly tagPathNo: number;
  readonly path: string;
}

/** Adds to a step's facts all consequences of applying it: numbers, reward, new URLs. The unit of a commit. */
export interface StepRecord {
  readonly plan: StepPlan;
  /** Order of completion, from 0. */
  readonly seq: number;
  /** The facts' outcome, or a refused redirect. */
  readonly outcome: StepOutcome;
  readonly facts: StepFacts;
  readonly finalUrlNo: number;
  /** The domain of the final URL. */
  readonly domainNo: number;
  readonly depth: number;
  readonly relevant: boolean;
  readonly reward: number;
  /** Step of the page with the same or nearly the same text. */
  readonly duplicateOf: number | null;
  /** The host given up after this step, because of its consecutive failures. */
  readonly hostGivenUp: { readonly host: string; readonly failures: number } | null;
  /** Hosts held or freed by this step: the requested one, and the one of the final URL. */
  readonly hostHolds: readonly HostHold[];
  readonly links: readonly NumberedLink[];
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
  readonly newTagPaths: readonly NewTagPath[];
}

/**
 * Adds nothing: a record without its page and links. Their rows are written as soon as the step is applied
 * (`CrawlStore.prepare`), and this part waits for the commit, because it counts and reports the step.
 */
export interface StepSummary extends Omit<StepRecord, 'facts' | 'links'> {
  readonly facts: Omit<StepFacts, 'page' | 'links'>;
}

/** The record without its page and links. */
export function summaryOf({ facts, links: _links, ...step }: StepRecord): StepSummary {
  const { page: _page, links: _same, ...light } = facts;
  return { ...step, facts: light };
}

/**
 * Counters of a session. `fetched` counts pages, `failed` everything else that cost the budget, so that `fetched +
 * failed` is the spent budget.
 */
export interface SessionCounters extends SaturationCounts {
  readonly found: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly domains: number;
  readonly relevantDomains: number;
  readonly failed: number;
  readonly robotsDenied: number;
  /** Number of pages reused from the topic's collection without a fetch; the next field counts skipped ones. */
  readonly reused: number;
  readonly skipped: number;
  readonly frontierSize: number;
  readonly completed: number;
  /** Among the last 100 pages. */
  readonly recentRelevant: number;
  readonly recentFetched: number;
}
