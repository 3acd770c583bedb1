import type { PageLink } from '../page/parsed-page.js';

/** The source of a seed: no page of this session. */
export const NO_SOURCE = -1;
/** The tag path of a link with an unknown place on its page. */
export const NO_TAG_PATH = 0;

/** Whether a URL may be chosen now. */
export enum Availability {
  /** It may be chosen. */
  Ready,
  /**
   * Not now: its host has as many fetches in flight as allowed, or fetches in flight use up its domain's cap. Keep it.
   */
  Busy,
  /** Never again: fetched or in flight, or its domain has reached MAX. Drop it. */
  Gone,
}

/**
 * A link that may be followed: in scope, never selected before. A URL can be offered once for each page that links to
 * it.
 */
export interface Candidate extends PageLink {
  /** Dense number of the URL within the session. */
  readonly urlNo: number;
  /** The step whose page has the link; `NO_SOURCE` for a seed. */
  readonly source: number;
  /** Number of its tag path within the session (`FrontierView.tagPath`); `NO_TAG_PATH` if unknown. */
  readonly tagPathNo: number;
  /** Share of the page's links with the same tag path, in (0, 1]; 1 if the tag path is unknown. */
  readonly alike: number;
  /** Whether its page was judged relevant; false for a seed. */
  readonly fromRelevant: boolean;
}

/** A link to a page that was selected before. */
export interface KnownLink {
  readonly urlNo: number;
  /** The step that fetched its page; -1 while that is in flight, or if there is no page. */
  readonly step: number;
  readonly tagPathNo: number;
}

/** Facts about the path of pages from a seed to the page fetched at a step (TRES 2.2.1, definition 1). */
export interface PathState {
  /** Reward of the page. */
  readonly reward: number;
  /** Number of links from the seed; 0 for a seed. */
  readonly depth: number;
  /** Number of pages on the path, including this page. */
  readonly length: number;
  /** Number of relevant pages on the path. */
  readonly relevant: number;
  /**
   * 1 if the page is relevant, plus 1 for each irrelevant page back to the closest relevant one; `length + 1` if there
   * is none.
   */
  readonly distanceToRelevant: number;
}

/** Counts of one domain or host in this session. */
export interface DomainState {
  readonly fetched: number;
  readonly relevant: number;
}

/**
 * The crawl state that a policy may read while it chooses and learns. Answers are valid until the engine's next call of
 * the policy.
 *
 * Nothing here depends on the clock: the same log of steps gives the same answers, which makes a restored session
 * continue identically.
 */
export interface FrontierView {
  availability(urlNo: number): Availability;
  /**
   * The value that a ready candidate must reach to be preferred to waiting for this busy one. A policy whose best ready
   * candidate stays below the highest of these values returns `wait`.
   *
   * @param value of the busy candidate on any scale with a true zero, common to all: a probability or an expected
   * reward, not a rank
   * @returns -Infinity if it is not worth waiting
   */
  reservation(urlNo: number, value: number): number;
  /** Dense number of the URL's domain by the session's grouping key. */
  domainOf(urlNo: number): number;
  domain(domainNo: number): DomainState;
  /** Dense number of the URL's host, one of possibly several in its domain. */
  hostOf(urlNo: number): number;
  host(hostNo: number): DomainState;
  /** Tag names with ids and classes from the root, joined by `/`; '' for `NO_TAG_PATH`. */
  tagPath(tagPathNo: number): string;
  /** The step that fetched a URL's page; -1 if there is none yet. */
  stepOf(urlNo: number): number;
  /**
   * Steps of the first `MAX_PARENTS` observed pages that link to a URL, in that order; `path` has their rewards. Only
   * for policies that need them (`PolicyNeeds.parents`).
   */
  parents(urlNo: number): readonly number[];
  path(step: number): PathState;
  /** Completed steps, and the session's budget in steps. */
  readonly completed: number;
  readonly budget: number;
}
