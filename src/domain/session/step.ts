import type { PageLink, ParsedPage } from '../page/parsed-page.js';
import type { Explanation } from '../policies/policy.js';

/** A chosen fetch: what happens next, before it has happened. */
export interface StepPlan {
  /** Order of choice, from 0. */
  readonly step: number;
  readonly urlNo: number;
  /** Step of the page whose link is followed; `NO_SOURCE` for a seed. */
  readonly source: number;
  /** Steps completed before this choice. With the order of completion it fixes how choices and observations interleave. */
  readonly chosenAfter: number;
  readonly explanation: Explanation;
}

/** How a step can end besides a page or a failed fetch: the redirect led where this session may not go, or has been. */
export const REFUSED_REDIRECTS = ['duplicate', 'out-of-scope', 'domain-cap'] as const;
export type RefusedRedirect = (typeof REFUSED_REDIRECTS)[number];

/** What a fetch brought, digested: everything that applying the step needs, and all that is stored of it. Pure data. */
export interface StepFacts {
  readonly step: number;
  /** `page`, or the kind of the failure. */
  readonly outcome: string;
  /** No request for the page was sent: the budget and MAX are not charged. */
  readonly free: boolean;
  readonly message: string | null;
  readonly finalUrl: string;
  readonly redirects: readonly string[];
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  readonly charset: string | null;
  readonly fetchedAt: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly rendered: boolean;
  readonly page: ParsedPage | null;
  /** Links to store and follow, nofollow already resolved against the page's own directives. */
  readonly links: readonly PageLink[];
  readonly score: number;
  readonly relevant: boolean;
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
  readonly link: PageLink;
}

/** One completed step with all that it added: the unit of a commit. */
export interface StepRecord {
  readonly plan: StepPlan;
  /** Order of completion, from 0. */
  readonly seq: number;
  /** As in the facts, or a refused redirect. */
  readonly outcome: string;
  readonly facts: StepFacts;
  readonly finalUrlNo: number;
  /** The domain the page ended in. */
  readonly domainNo: number;
  readonly depth: number;
  readonly relevant: boolean;
  readonly reward: number;
  readonly links: readonly StoredLink[];
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
}

/** Counters of a session. `fetched` counts pages, `failed` everything else that cost the budget, so that `fetched + failed` is what was spent. */
export interface SessionCounters {
  readonly found: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly domains: number;
  readonly relevantDomains: number;
  readonly failed: number;
  readonly robotsDenied: number;
  readonly frontierSize: number;
  readonly completed: number;
  /** Among the last 100 pages. */
  readonly recentRelevant: number;
  readonly recentFetched: number;
}
