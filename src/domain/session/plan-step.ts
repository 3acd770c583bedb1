import { NO_SOURCE, type Candidate } from '../frontier/frontier-view.js';
import type { Explanation, LoggedLink } from '../policies/policy.js';
import { MAX_SEARCHES, searchUrl, type SearchRequest } from '../search/index.js';
import type { Retry, SitemapChore, Waiting } from './agenda.js';
import type { CrawlState } from './crawl-state.js';
import { nextRevisit } from './monitor.js';
import { reachedLimits } from './session-config.js';
import { NO_URL, type StepPlan } from './step.js';

/** Reasons for which a crawl ends by itself. */
export type FinishReason = 'BUDGET' | 'TIME' | 'FRONTIER_EMPTY' | 'POLICY_WAITS' | 'SATURATED' | 'RATE_LIMITED';

/**
 * `fetch`: the plan is in flight; the caller fetches it, or asks a search engine, and passes its facts to `applyStep`.
 * `wait`: nothing may start before a step in flight has ended. `finished`: nothing will start any more and nothing is
 * in flight.
 */
type Planned =
  | { readonly kind: 'fetch'; readonly plan: StepPlan }
  | { readonly kind: 'wait' }
  | { readonly kind: 'finished'; readonly reason: FinishReason };

/** Consecutive 429 and 503 responses that mean that the session as a whole is being refused. */
const THROTTLED_IN_ROW = 50;

/** The reason to start nothing more, whatever the policy would choose. @param activeMs running time of the session */
function stopReason(state: CrawlState, activeMs: number): FinishReason | null {
  const { budget } = state.config;
  const spent = {
    fetches: state.spent,
    relevantPages: state.relevant,
    domains: state.ledger.relevantDomains,
    activeMs,
  };
  const [limit] = reachedLimits(budget, spent);
  if (limit) return limit === 'minutes' ? 'TIME' : 'BUDGET';
  if (state.throttledInRow >= THROTTLED_IN_ROW) return 'RATE_LIMITED';
  if (state.saturation.isReached) return 'SATURATED';
  return null;
}

/**
 * Chooses the next fetch (architecture: a crawl step as data, 1).
 *
 * The clock enters only as `activeMs` and only to stop: the choice of a link depends only on the completed steps, so
 * that a replay of the log chooses alike. The fetcher handles a host's turn in time.
 */
export function planStep(state: CrawlState, activeMs: number): Planned {
  const idle = state.inFlight.size === 0;
  const reason = stopReason(state, activeMs);
  if (reason) return idle ? { kind: 'finished', reason } : { kind: 'wait' };
  if (state.spent + state.inFlight.size >= state.budget) return { kind: 'wait' };
  // Until a step is completed, the answer would be the same.
  if (!idle && state.waitedAt === state.completed) return { kind: 'wait' };
  const plan = chooseStep(state);
  if (plan) return { kind: 'fetch', plan };
  state.waitedAt = state.completed;
  return idle ? { kind: 'finished', reason: waitsInVain(state) ? 'POLICY_WAITS' : 'FRONTIER_EMPTY' } : { kind: 'wait' };
}

/**
 * Whether the policy waits although nothing is in flight: it saw a ready candidate, or no host is left alone whose
 * candidates could be busy.
 */
const waitsInVain = (state: CrawlState): boolean =>
  state.policyWaits && (state.hasReady || !state.agenda.leavesHostsAlone(state.completed));

/**
 * Puts the next work into flight: a sitemap, a due retry, or the policy's choice; null if there is nothing to do now.
 *
 * If all possible work waits for its retry or for a parked host, and nothing is in flight, the first of it is done at
 * once: the fetcher then waits for the host's turn (`patient`).
 *
 * @param logged in a replay, the chosen link
 */
export function chooseStep(state: CrawlState, logged?: LoggedLink): StepPlan | null {
  state.hasReserved = false;
  state.hasReady = false;
  state.policyWaits = false;
  const plan = chooseNow(state, false, logged);
  if (plan || state.inFlight.size > 0) return plan;
  const loggedHost = logged === undefined || logged.urlNo < 0 ? undefined : state.urls.hostOf(logged.urlNo);
  const all = state.agenda.waiting(state.completed, loggedHost);
  return (
    (state.hasReserved ? chooseReserved(state, all, logged) : null) ??
    chooseWaiting(state, all, logged) ??
    chooseRevisit(state)
  );
}

/**
 * The candidate that the policy waits for although others are ready: the best of a parked host. If nothing will free
 * it, one of the ready candidates.
 */
function chooseReserved(state: CrawlState, all: readonly Waiting[], logged?: LoggedLink): StepPlan | null {
  const parked = all.filter((each) => each.kind === 'host' && state.agenda.parkedFor(each.hostNo) > 0);
  const plan = chooseWaiting(state, parked, logged);
  if (plan) return plan;
  state.mayWait = false;
  const next = chooseNow(state, false, logged);
  state.mayWait = true;
  return next;
}

/** The first piece of waiting work that can be done. */
function chooseWaiting(state: CrawlState, all: readonly Waiting[], logged?: LoggedLink): StepPlan | null {
  for (const waiting of all) {
    state.agenda.admit(waiting, state.completed);
    const forced = chooseNow(state, true, logged);
    state.agenda.admit(null, state.completed);
    if (forced) return forced;
  }
  return null;
}

/** A page visited before it is due, because nothing else is left to do. The policy follows. */
function chooseRevisit(state: CrawlState): StepPlan | null {
  const next = nextRevisit(state);
  if (next === null) return null;
  const { candidate, notBeforeMs } = next;
  state.policy.follow(state.nextStep, candidate, state);
  return begin(state, {
    urlNo: candidate.urlNo,
    source: candidate.source,
    explanation: { ...UNEXPLAINED, terms: { fetchedAs: 'revisit' } },
    patient: true,
    ...(notBeforeMs !== null && { notBeforeMs }),
  });
}

/** A logged choice of an earlier run. */
interface FollowedChoice {
  readonly step: number;
  readonly urlNo: number;
  /** The step at which the policy chose the URL. */
  readonly choice: number;
  /** The chosen link. */
  readonly candidate: Candidate;
}

/**
 * Repeats a logged choice in a state whose policy may not have made it: the policy follows. Sitemaps and retries are
 * taken from the agenda, whether or not they are due.
 *
 * @throws RangeError if the log names a sitemap or retry that is not in the agenda: a bug
 */
export function followStep(state: CrawlState, { step, urlNo, choice, candidate }: FollowedChoice): StepPlan {
  state.nextStep = step;
  const sitemap = state.agenda.takeSitemapOf(urlNo);
  if (sitemap) return beginSitemap(state, sitemap);
  if (choice !== step) {
    const retry = state.agenda.takeRetryOf(choice);
    if (!retry) throw new RangeError(`step ${step} tries choice ${choice} again, which waits for no attempt`);
    return beginRetry(state, retry);
  }
  state.policy.follow(step, candidate, state);
  // The log has no links of a page whose links were not read.
  return begin(state, { urlNo, source: candidate.source });
}

/** A logged search of an earlier run. */
interface FollowedSearch extends Pick<SearchRequest, 'query' | 'page'> {
  readonly step: number;
}

/**
 * Repeats a logged search: the policy follows. Its results come from the log too, so the requested number does not
 * matter.
 */
export function followSearch(state: CrawlState, { step, query, page }: FollowedSearch): StepPlan {
  state.nextStep = step;
  if (!state.policy.followSearch) throw new RangeError(`step ${step} is a search, and the policy knows of none`);
  state.policy.followSearch(step, { query, page }, state);
  return beginSearch(state, { query, page, limit: 0 });
}

const UNEXPLAINED: Explanation = { value: 0, exploration: false };

/** Puts the next step into flight: the first attempt at a page, except for what is `given`. */
function begin(state: CrawlState, given: Pick<StepPlan, 'urlNo' | 'source'> & Partial<StepPlan>): StepPlan {
  const plan: StepPlan = {
    step: state.nextStep,
    chosenAfter: state.completed,
    patient: false,
    explanation: UNEXPLAINED,
    as: 'page',
    choice: state.nextStep,
    attempt: 0,
    deferrals: 0,
    readLinks: true,
    ...given,
  };
  const rested = plan.patient ? afterRest(state, plan) : plan;
  state.begin(rested);
  return rested;
}

/** The plan, to be fetched only after the rest of a host that has failed again and again. */
function afterRest(state: CrawlState, plan: StepPlan): StepPlan {
  if (plan.as === 'search') return plan;
  const restsUntil = state.agenda.restsUntil(state.urls.hostOf(plan.urlNo), state.config.hostFailureLimit);
  const notBeforeMs = Math.max(restsUntil, plan.notBeforeMs ?? 0);
  return notBeforeMs > state.agenda.time ? { ...plan, notBeforeMs } : plan;
}

function beginSitemap(
  state: CrawlState,
  { urlNo, source, namedBy, deferrals = 0 }: SitemapChore,
  given: Partial<StepPlan> = {},
): StepPlan {
  return begin(state, { ...given, urlNo, source, deferrals, as: 'sitemap', ...(namedBy !== undefined && { namedBy }) });
}

/** @throws RangeError for an invalid search, or too many: a bug in the policy */
function beginSearch(state: CrawlState, search: SearchRequest, given: Partial<StepPlan> = {}): StepPlan {
  searchUrl(search);
  return begin(state, { ...given, urlNo: NO_URL, source: NO_SOURCE, as: 'search', search });
}

function beginRetry(state: CrawlState, retry: Retry, given: Partial<StepPlan> = {}): StepPlan {
  const { urlNo, source, explanation, choice, attempt, deferrals, readLinks } = retry;
  // Its place in the domain's cap was reserved; `begin` reserves it again.
  state.ledger.release(state.urls.domainOf(urlNo));
  // Without any page, the failures may be those of a network that comes back.
  const rests = given.patient === true || state.fetched + state.reused === 0;
  const notBeforeMs = rests ? state.agenda.notBefore(retry) : 0;
  const plan = { ...given, urlNo, source, explanation, choice, attempt, deferrals, readLinks };
  return begin(state, notBeforeMs > state.agenda.time ? { ...plan, notBeforeMs } : plan);
}

function chooseNow(state: CrawlState, patient: boolean, logged?: LoggedLink): StepPlan | null {
  const isFree = (hostNo: number): boolean => state.isHostFree(hostNo);
  const sitemap = state.agenda.takeSitemap(isFree);
  if (sitemap) return beginSitemap(state, sitemap, { patient });
  const retry = state.agenda.takeRetry(state.completed, isFree);
  if (retry) return beginRetry(state, retry, { patient });
  const chosen = state.policy.choose(state.nextStep, state, logged);
  state.policyWaits = chosen.kind === 'wait';
  if (chosen.kind === 'search') {
    const { query, page, limit, explanation } = chosen;
    if (state.searches >= MAX_SEARCHES) throw new RangeError(`a session makes ${MAX_SEARCHES} searches at most`);
    return beginSearch(state, { query, page, limit }, { explanation, patient });
  }
  if (chosen.kind !== 'fetch') return null;
  const { urlNo, source, explanation, readLinks = true } = chosen;
  return begin(state, { urlNo, source, explanation, readLinks, patient });
}
