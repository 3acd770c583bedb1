import type { PageLink } from '../page/parsed-page.js';

/** The source of a seed: no page of this session. */
export const NO_SOURCE = -1;
/** The tag path of a link whose place on its page is not known. */
export const NO_TAG_PATH = 0;

/** Whether a URL may be chosen now. */
export enum Availability {
  /** It may be chosen. */
  Ready,
  /** Not now: its host has as many fetches under way as it may have, or its domain's cap is taken up by fetches still under way. Keep it. */
  Busy,
  /** Never again: fetched or in flight, or its domain has reached MAX. Drop it. */
  Gone,
}

/** A link that may be followed: in scope, never selected before. One URL can be offered once per page that links to it. */
export interface Candidate extends PageLink {
  /** Dense number of the URL within the session. */
  readonly urlNo: number;
  /** The step whose page holds the link, `NO_SOURCE` for a seed. */
  readonly source: number;
  /** Number of its tag path within the session (`FrontierView.tagPath`), `NO_TAG_PATH` where there is none. */
  readonly tagPathNo: number;
  /** Share of the page's links that stand at the same tag path, in (0, 1]; 1 where there is no tag path. */
  readonly alike: number;
  /** Whether the page it stands on was judged relevant; false for a seed. */
  readonly fromRelevant: boolean;
}

/** A link to a page that was selected before. */
export interface KnownLink {
  readonly urlNo: number;
  /** The step that brought its page; -1 while that is under way, or when it brought none. */
  readonly step: number;
  readonly tagPathNo: number;
}

/** What is known of the path of pages from a seed to the page fetched at a step (TRES 2.2.1, definition 1). */
export interface PathState {
  /** Reward of the page. */
  readonly reward: number;
  /** Links from the seed; a seed has 0. */
  readonly depth: number;
  /** Pages on the path, the page itself included. */
  readonly length: number;
  /** Relevant pages among them. */
  readonly relevant: number;
  /** 1 when the page is relevant, +1 for each irrelevant page back to the closest relevant one; `length + 1` when none is. */
  readonly distanceToRelevant: number;
}

/** Counts of one domain or host in this session. */
export interface DomainState {
  readonly fetched: number;
  readonly relevant: number;
}

/**
 * What a policy may ask about the crawl while it chooses and learns. Answers hold until the engine's next call of the policy.
 *
 * Nothing here depends on the clock: the same log of steps gives the same answers, which is what makes a restored session continue identically.
 */
export interface FrontierView {
  availability(urlNo: number): Availability;
  /**
   * The value that a candidate that is ready must reach, or it is better to wait for this busy one. A policy whose best candidate that is ready stays below
   * the highest of these numbers answers `wait`.
   *
   * @param value of the busy candidate on any scale with a true zero, the same for all: a chance or an expected reward, not a rank
   * @returns -Infinity where nobody waits for it
   */
  reservation(urlNo: number, value: number): number;
  /** Dense number of the URL's domain under the session's grouping key. */
  domainOf(urlNo: number): number;
  domain(domainNo: number): DomainState;
  /** Dense number of the URL's host, which may be one of several of its domain. */
  hostOf(urlNo: number): number;
  host(hostNo: number): DomainState;
  /** Tag names with ids and classes from the root, joined by `/`; '' for `NO_TAG_PATH`. */
  tagPath(tagPathNo: number): string;
  /** The step that brought the page of a URL; -1 when there is none so far. */
  stepOf(urlNo: number): number;
  /**
   * Steps of the pages that link to a URL, the first `MAX_PARENTS` that were observed, in that order; `path` knows their rewards. Only for policies that need
   * them (`PolicyNeeds.parents`).
   */
  parents(urlNo: number): readonly number[];
  path(step: number): PathState;
  /** Steps completed so far, and the budget of the session in steps. */
  readonly completed: number;
  readonly budget: number;
}
