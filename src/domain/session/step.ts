import type { FetchFacts, PageFacts, StepOutcome } from '../fetching/index.js';
import type { PageLink, ParsedPage } from '../page/parsed-page.js';
import type { Explanation } from '../policies/policy.js';
import type { SearchRequest } from '../search/index.js';
import type { PageSign } from './page-sign.js';
import type { SaturationCounts } from './saturation.js';

/** The URL number of a search that is under way. Its URL is numbered when it is completed, as those of its hits are. */
export const NO_URL = -1;

/** A chosen fetch or search: what happens next, before it has happened. */
export interface StepPlan {
  /** Order of choice, from 0. */
  readonly step: number;
  /** `NO_URL` for a search, until it is completed. */
  readonly urlNo: number;
  /** Step of the page whose link is followed; `NO_SOURCE` for a seed and for a search. */
  readonly source: number;
  /** Steps completed before this choice. With the order of completion it fixes how choices and observations interleave. */
  readonly chosenAfter: number;
  readonly explanation: Explanation;
  /**
   * `sitemap`: fetched as a source of candidates; no policy chose it and it costs no budget. `search`: nothing is fetched, a search engine is asked; the policy
   * chose it and it costs no budget.
   */
  readonly as: 'page' | 'sitemap' | 'search';
  /** Of a search: what is asked. */
  readonly search?: SearchRequest;
  /** The step at which the policy chose this URL: an earlier one when this is a retry. */
  readonly choice: number;
  /** Attempts before this one. */
  readonly attempt: number;
  /** How often this attempt was put off because the host's turn was far away. */
  readonly deferrals: number;
  /** Whether the links of the page are read; false when the policy wants the page alone. */
  readonly readLinks: boolean;
  /** Running time before which it is not to be fetched, ms: a revisit that is not due yet, when nothing else is left to do. */
  readonly notBeforeMs?: number;
  /** Of a sitemap: the page for whose host it was named. */
  readonly namedBy?: number;
  /** Nothing else could be done now, so that waiting long for the host's turn holds up nothing. */
  readonly patient: boolean;
}

/** What became of a page since the topic's last visit. */
export const PAGE_CHANGES = ['new', 'unchanged', 'changed', 'gone'] as const;
export type PageChange = (typeof PAGE_CHANGES)[number];

/** What a fetch brought, digested: everything that applying the step needs, and all that is stored of it. Pure data. */
export interface StepFacts extends FetchFacts, PageFacts {
  readonly step: number;
  /** `page`, or the kind of the failure. */
  readonly outcome: StepOutcome;
  /** No request for the page was sent: the budget and MAX are not charged. */
  readonly free: boolean;
  readonly message: string | null;
  /** Running time of the session when the outcome was known, ms, by a clock that nobody sets: the agenda's time. */
  readonly activeMs: number;
  /** A failure that may pass by itself. */
  readonly retryable: boolean;
  /** Time from the outcome until the host may be asked again, ms. */
  readonly hostWaitMs: number;
  /** 64-bit hash of the text as 16 hex digits, null without enough text to compare. */
  readonly contentHash: string | null;
  /** As `domain/text` simhash, 16 hex digits, null where near-duplicates are not looked for. */
  readonly simhash: string | null;
  /** Detected from the text, else declared; ISO 639-1, '' when neither tells. */
  readonly language: string;
  /** The page asks not to be indexed, and the session heeds that: its text is not kept. */
  readonly noindex: boolean;
  /** Against the topic's earlier visit of the URL; null where changes are not tracked. */
  readonly change: PageChange | null;
  /** What the page says of itself, where the session looks for hosts that bring nothing. Not in the log: a replay has what came of it. */
  readonly sign: PageSign | null;
  readonly page: ParsedPage | null;
  /** Links to store and follow, nofollow already resolved against the page's own directives. */
  readonly links: readonly PageLink[];
  readonly probability: number;
  /** In a step of the log as it came out; before it is applied, as the judge says of the page alone. */
  readonly relevant: boolean;
  /** Whether the page is in a language that is wanted. Of pages that were judged now: the log has what came of it. */
  readonly mayBeRelevant?: boolean;
}

/** A host that is held because its last fetches brought nothing, or that is free again because it brought a page. */
export interface HostHold {
  readonly host: string;
  readonly isHeld: boolean;
  /** Fetches in a row that brought nothing. */
  readonly inRow: number;
}

export interface NewUrl {
  readonly urlNo: number;
  readonly url: string;
  readonly host: string;
  readonly domainNo: number;
  /** The scope rule that refused it, null when it is in scope. */
  readonly outOfScope: string | null;
}

export interface NewDomain {
  readonly domainNo: number;
  readonly name: string;
}

export interface StoredLink {
  readonly urlNo: number;
  readonly tagPathNo: number;
  /** Share of the page's links at the same tag path, as of `Candidate`. */
  readonly alike: number;
  readonly link: PageLink;
}

export interface NewTagPath {
  readonly tagPathNo: number;
  readonly path: string;
}

/** One completed step with all that it added: the unit of a commit. */
export interface StepRecord {
  readonly plan: StepPlan;
  /** Order of completion, from 0. */
  readonly seq: number;
  /** As in the facts, or a refused redirect. */
  readonly outcome: StepOutcome;
  readonly facts: StepFacts;
  readonly finalUrlNo: number;
  /** The domain the page ended in. */
  readonly domainNo: number;
  readonly depth: number;
  readonly relevant: boolean;
  readonly reward: number;
  /** Step of the page that this one has the same or nearly the same text as. */
  readonly duplicateOf: number | null;
  /** The host that is given up after this step, for so many failures in a row. */
  readonly hostGivenUp: { readonly host: string; readonly failures: number } | null;
  /** Hosts that are held, or freed, by this step: the one that was asked, and the one where redirects ended. */
  readonly hostHolds: readonly HostHold[];
  readonly links: readonly StoredLink[];
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
  readonly newTagPaths: readonly NewTagPath[];
}

/** A step without its page and links, which take most of its memory: what counts a step and tells of it. */
export interface StepSummary extends Omit<StepRecord, 'facts' | 'links'> {
  readonly facts: Omit<StepFacts, 'page' | 'links'>;
}

export function summaryOf({ facts, links: _links, ...step }: StepRecord): StepSummary {
  const { page: _page, links: _same, ...light } = facts;
  return { ...step, facts: light };
}

/** Counters of a session. `fetched` counts pages, `failed` everything else that cost the budget, so that `fetched + failed` is what was spent. */
export interface SessionCounters extends SaturationCounts {
  readonly found: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly domains: number;
  readonly relevantDomains: number;
  readonly failed: number;
  readonly robotsDenied: number;
  /** Pages taken from the collection of the topic without a fetch, and pages of it that were passed over. */
  readonly reused: number;
  readonly skipped: number;
  readonly frontierSize: number;
  readonly completed: number;
  /** Among the last 100 pages. */
  readonly recentRelevant: number;
  readonly recentFetched: number;
}
