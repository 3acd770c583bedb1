import type { Retry, SitemapChore } from './agenda.js';
import { isPutOff, isThrottling, type RefusedRedirect, type StepOutcome } from '../fetching/index.js';
import { NO_SOURCE, type Candidate } from '../frontier/frontier-view.js';
import { bareLink } from '../page/parsed-page.js';
import type { ObservedStep } from '../policies/policy.js';
import { UrlFlag } from '../frontier/url-table.js';
import { capAt } from '../frontier/domain-ledger.js';
import { allOf } from '../text/pieces.js';
import { Additions, admitLinks, bareCandidate, NOTHING, type Offered } from './admit-links.js';
import { applySearch } from './apply-search.js';
import { noteHost, noteYield } from './host-notes.js';
import { admitRevisits, newsOf } from './monitor.js';
import type { CrawlState, SeenUrl } from './crawl-state.js';
import type { Original } from './duplicates.js';
import type { NewDomain, NewUrl, PageChange, StepFacts, StepPlan, StepRecord } from './step.js';

/** For the policy, a choice that ended without a page. */
const FAILED: Pick<ObservedStep, 'url' | 'ok' | 'relevant' | 'probability' | 'reward' | 'links' | 'known' | 'page'> = {
  url: '',
  ok: false,
  relevant: false,
  probability: 0,
  reward: 0,
  links: [],
  known: [],
  page: null,
};

/** Whether a redirect led out of the session's scope, or to a page it already has. */
function refusedRedirect(state: CrawlState, plan: StepPlan, target: SeenUrl): RefusedRedirect | null {
  if (target.urlNo === plan.urlNo) return null;
  if (!target.inScope) return 'out-of-scope';
  if (state.urls.has(target.urlNo, UrlFlag.Selected)) return 'duplicate';
  const domainNo = state.urls.domainOf(target.urlNo);
  if (domainNo === state.urls.domainOf(plan.urlNo)) return null;
  const taken = state.ledger.spentOf(domainNo) + state.ledger.reservedOf(domainNo);
  return taken >= capAt(state.config.domainCap, state.completed, state.budget) ? 'domain-cap' : null;
}

/**
 * Applies a step's facts to the state and lets the policy observe and learn (architecture: a crawl step as data, 3 and
 * 4).
 *
 * Deterministic in state and facts: live crawling and the replay of the log both use this function.
 */
export function applyStep(state: CrawlState, plan: StepPlan, facts: StepFacts): StepRecord {
  return allOf(applyInPieces(state, plan, facts));
}

/**
 * The same in steps of some milliseconds, for a sitemap of ten thousand links. The state must not change otherwise
 * before the last step.
 */
export function* applyInPieces(state: CrawlState, plan: StepPlan, facts: StepFacts): Generator<void, StepRecord> {
  if (plan.as === 'search') return yield* applySearch(state, plan, facts);
  return plan.as === 'sitemap' ? yield* applySitemap(state, plan, facts) : yield* applyPage(state, plan, facts);
}

/** A fetched page as the session judges it, before it counts. */
interface JudgedPage {
  /** The page's final URL. */
  readonly target: SeenUrl;
  /** The facts' outcome, or the reason to refuse the answer. */
  readonly outcome: StepOutcome;
  /** Whether the session takes the page. */
  readonly ok: boolean;
  /** Whether an answer was refused: a redirect out of bounds, or a page that only pretends to be one. */
  readonly isRefused: boolean;
  /** The earlier page with the same or nearly the same text. */
  readonly original: Original | null;
  readonly change: PageChange | null;
  /** Whether the page is young enough to be news. */
  readonly isYoung: boolean;
  /** The verdict on the page alone. */
  readonly isJudgedRelevant: boolean;
  /** Whether the page counts as a relevant page of this session. */
  readonly relevant: boolean;
  /** 1 for a page that counts as relevant, otherwise 0. */
  readonly reward: number;
  /** The charged domain. */
  readonly domainNo: number;
}

function* applyPage(state: CrawlState, plan: StepPlan, facts: StepFacts): Generator<void, StepRecord> {
  const additions = new Additions();
  const depth = plan.source === NO_SOURCE ? 0 : state.pages.depthOf(plan.source) + 1;
  state.end(plan, facts);
  const target = additions.take(state.learnUrl(facts.finalUrl));
  const page = judgePage(state, plan, target, facts);
  const seq = state.completed++;
  charge(state, plan, facts, page);
  const { dropped, givenUp } = noteHost(state, plan, target, facts);
  const hostHolds = noteYield(state, plan, target, page.outcome);
  const taken = { plan, facts, page, depth };
  const offered = page.ok ? yield* takePage(state, taken, additions) : NOTHING;
  const isFailure = !page.ok && !page.isRefused;
  if (!isFailure || !triesAgain(state, plan, target, facts)) endChoice(state, taken, offered);
  for (const retry of dropped) giveUp(state, retry);
  admitRevisits(state);
  return {
    plan,
    seq,
    outcome: page.outcome,
    facts: withVerdict(facts, page),
    finalUrlNo: target.urlNo,
    domainNo: page.domainNo,
    depth,
    relevant: page.relevant,
    reward: page.reward,
    duplicateOf: page.original?.step ?? null,
    hostGivenUp: givenUp,
    hostHolds,
    ...additions.rows(),
  };
}

/** Judges an answer, and adds it to the state's memory of texts, of sham pages, and of the host's evidence. */
function judgePage(state: CrawlState, plan: StepPlan, target: SeenUrl, facts: StepFacts): JudgedPage {
  const { urls } = state;
  const redirect = facts.page ? refusedRedirect(state, plan, target) : null;
  // The topic keeps only true pages: this one was judged when it was fetched.
  const isReused = facts.outcome === 'reused';
  const hostNos = [urls.hostOf(plan.urlNo), urls.hostOf(target.urlNo)] as const;
  const sham = isReused ? null : (state.shamPages?.tell(...hostNos, facts, redirect === null) ?? null);
  const refusal = sham ?? redirect;
  const ok = facts.page !== null && refusal === null;
  // A page that must not be indexed cannot be an original: nothing of it is kept. Nor is a page compared with its own
  // earlier version.
  const isRevisit = state.revisits?.isMonitored(target.urlNo) === true;
  const original = ok && !facts.noindex && !isRevisit ? state.duplicates.take(facts, plan.step) : null;
  const { change, isNews, isYoung } = newsOf(state, target.urlNo, facts);
  const isJudgedRelevant = ok && verdictOn(state, target, facts);
  // Nor has the session found a page that the topic already had.
  const relevant = isJudgedRelevant && isNews && !isReused && (original === null || state.config.duplicates.reward);
  return {
    target,
    outcome: refusal ?? facts.outcome,
    ok,
    isRefused: refusal !== null,
    original,
    change,
    isYoung,
    isJudgedRelevant,
    relevant,
    reward: relevant ? 1 : 0,
    // A refused redirect counts for the chosen domain, not for its target's, which is full, foreign or already known.
    domainNo: urls.domainOf(ok ? target.urlNo : plan.urlNo),
  };
}

/** Charges the step to the budget, and to its domain and host. */
function charge(state: CrawlState, plan: StepPlan, facts: StepFacts, page: JudgedPage): void {
  const { target, ok, relevant, domainNo } = page;
  if (!facts.free) {
    state.ledger.settle(domainNo, ok, relevant);
    state.hostLedger.settle(state.urls.hostOf(ok ? target.urlNo : plan.urlNo), ok, relevant);
  }
  count(state, facts, page);
}

/** A step with the page that it brought, or failed to bring. */
interface TakenStep {
  readonly plan: StepPlan;
  readonly facts: StepFacts;
  readonly page: JudgedPage;
  readonly depth: number;
}

/** Adds the page to the tables, its links and sitemaps to the candidates. Returns the links for the policy. */
function* takePage(
  state: CrawlState,
  { plan, facts, page, depth }: TakenStep,
  additions: Additions,
): Generator<void, Offered> {
  const { step, source } = plan;
  const { relevant, reward, original } = page;
  const { urlNo } = page.target;
  state.urls.mark(urlNo, UrlFlag.Selected);
  state.urls.setStep(urlNo, step);
  if (plan.urlNo !== urlNo) state.urls.setStep(plan.urlNo, step);
  state.pages.add(step, source, reward, relevant);
  const offered = yield* admitLinks(state, facts.links, { step, depth: depth + 1, relevant }, additions);
  admitSitemaps(state, facts, { urlNo, source: step, namedBy: urlNo }, additions);
  // The same page under another URL: its links have already been offered.
  return original?.exact === true ? NOTHING : offered;
}

/** Ends a choice: the policy observes its final attempt and learns, and the visit is recorded. */
function endChoice(state: CrawlState, { plan, facts, page }: TakenStep, offered: Offered): void {
  const { ok, relevant, reward, domainNo, change, isYoung } = page;
  const { step, choice, urlNo, source } = plan;
  state.policy.observe(
    {
      step,
      choice,
      urlNo,
      source,
      domainNo,
      url: facts.finalUrl,
      ok,
      relevant,
      probability: ok ? facts.probability : 0,
      reward,
      links: offered.candidates,
      known: offered.known,
      page: ok && state.readsPages ? facts.page : null,
      ...(state.revisits !== null && { change: ok ? change : null, young: ok && isYoung }),
    },
    state,
  );
  state.policy.learn(state);
  noteVisit(state, plan, facts, page);
}

/** The facts with the final verdict, which the log stores. The same object if it changes nothing. */
function withVerdict(facts: StepFacts, { change, isJudgedRelevant }: JudgedPage): StepFacts {
  if (change === facts.change && isJudgedRelevant === facts.relevant) return facts;
  return { ...facts, change, relevant: isJudgedRelevant };
}

/** Whether a page is relevant, given its host's earlier pages, to which it is added. */
function verdictOn({ evidence, urls }: CrawlState, { urlNo }: SeenUrl, facts: StepFacts): boolean {
  // A page that must not be indexed is not judged.
  if (evidence === null || facts.noindex) return facts.relevant;
  const { probability, mayBeRelevant } = facts;
  const hostNo = urls.hostOf(urlNo);
  const isRelevant = evidence.weigh(hostNo, probability) >= evidence.threshold;
  evidence.add(hostNo, probability);
  return mayBeRelevant === undefined ? facts.relevant : isRelevant && mayBeRelevant;
}

/** Entries of a sitemap become candidates as if the page that led to it linked to them. */
function* applySitemap(state: CrawlState, plan: StepPlan, facts: StepFacts): Generator<void, StepRecord> {
  const additions = new Additions();
  state.end(plan, facts);
  const target = additions.take(state.learnUrl(facts.finalUrl));
  const seq = state.completed++;
  const { dropped, givenUp } = noteHost(state, plan, target, facts);
  const depth = state.pages.depthOf(plan.source) + 1;
  const page = { step: plan.source, depth, relevant: false };
  const { candidates } = yield* admitLinks(state, facts.links, page, additions);
  const { urlNo, source, namedBy, deferrals } = plan;
  admitSitemaps(state, facts, { urlNo, source, namedBy: namedBy ?? urlNo }, additions);
  if (isPutOff(facts.outcome)) {
    // The host to wait for, possibly reached by a redirect.
    const hostNo = state.urls.hostOf(target.urlNo);
    state.agenda.putOffSitemap({ urlNo, hostNo, source, deferrals, ...(namedBy !== undefined && { namedBy }) });
  }
  state.policy.offer(candidates, state);
  for (const retry of dropped) giveUp(state, retry);
  return {
    plan,
    seq,
    outcome: facts.outcome,
    facts,
    finalUrlNo: target.urlNo,
    domainNo: state.urls.domainOf(plan.urlNo),
    depth,
    relevant: false,
    reward: 0,
    duplicateOf: null,
    hostGivenUp: givenUp,
    hostHolds: [],
    ...additions.rows(),
  };
}

/** Records when the page may be visited again: the page at the final URL. */
function noteVisit(state: CrawlState, plan: StepPlan, facts: StepFacts, { target, ok }: JudgedPage): void {
  const { finalUrl: url, contentHash, page } = facts;
  const { source } = plan;
  const { urlNo } = target;
  if (ok) state.revisits?.visited({ urlNo, url, title: page?.title ?? '', source, contentHash }, state.time);
  // It may lead elsewhere now, or be unavailable: it is fetched again nevertheless.
  if (!ok || urlNo !== plan.urlNo) state.revisits?.failed(plan.urlNo, state.time);
}

/** Plans another attempt if one may help; false if this failure is final. */
function triesAgain(state: CrawlState, plan: StepPlan, target: SeenUrl, facts: StepFacts): boolean {
  const { agenda, urls, config } = state;
  // The host that failed, possibly reached by a redirect.
  const hostNo = urls.hostOf(target.urlNo);
  const domainNo = urls.domainOf(plan.urlNo);
  if (!facts.retryable || agenda.isGivenUp(hostNo) || !state.hasRoom(domainNo, 1)) return false;
  const { urlNo, source, choice, attempt, deferrals, explanation, readLinks } = plan;
  const retry = { urlNo, hostNo, source, choice, explanation, readLinks };
  const planned = isPutOff(facts.outcome)
    ? agenda.putOff({ ...retry, attempt, deferrals }, state.completed)
    : attempt < config.retries && agenda.retryLater({ ...retry, attempt: attempt + 1 }, state.completed);
  if (planned) state.ledger.reserve(domainNo);
  return planned;
}

/** Ends a retry that will not take place: the policy sees its choice fail. */
function giveUp(state: CrawlState, { urlNo, source, choice }: Retry): void {
  const domainNo = state.urls.domainOf(urlNo);
  state.ledger.release(domainNo);
  state.revisits?.failed(urlNo, state.time);
  state.policy.observe({ ...FAILED, step: choice, choice, urlNo, source, domainNo }, state);
  state.policy.learn(state);
}

function count(state: CrawlState, facts: StepFacts, { outcome, ok, relevant }: JudgedPage): void {
  const throttled = !ok && isThrottling(facts.httpStatus);
  state.throttledInRow = throttled ? state.throttledInRow + 1 : facts.free ? state.throttledInRow : 0;
  if (outcome === 'robots-denied') state.robotsDenied++;
  if (outcome === 'reused') state.reused++;
  if (outcome === 'known') state.skipped++;
  if (facts.free) return;
  if (!ok) {
    state.failed++;
    return;
  }
  state.fetched++;
  if (relevant) state.relevant++;
  state.recent.push(relevant);
  state.saturation.push(relevant);
}

/** Plans the fetch of new sitemaps, for the host of the page or index that names them. */
function admitSitemaps(
  state: CrawlState,
  facts: StepFacts,
  { urlNo, source, namedBy }: Pick<Required<SitemapChore>, 'urlNo' | 'source' | 'namedBy'>,
  additions: Additions,
): void {
  if (!state.config.sitemaps) return;
  const hostNo = state.urls.hostOf(urlNo);
  for (const url of facts.sitemaps) {
    const sitemap = additions.take(state.learnUrl(url));
    if (state.urls.has(sitemap.urlNo, UrlFlag.Selected)) continue;
    // Reserved for the agenda: no policy gets it any more.
    if (state.agenda.addSitemap({ urlNo: sitemap.urlNo, hostNo, source, namedBy }))
      state.urls.mark(sitemap.urlNo, UrlFlag.Selected);
  }
}

/** The result of seeding, stored before the first step. */
export interface Seeded {
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
  /** Seeds out of scope. */
  readonly refused: readonly string[];
}

/** Offers the seeds, canonical URLs in the user's order, to the policy. */
export function seedCrawl(state: CrawlState, seeds: readonly string[]): Seeded {
  const additions = new Additions();
  const refused: string[] = [];
  const candidates: Candidate[] = [];
  const offered = new Set<number>();
  for (const url of seeds) {
    const { urlNo, inScope } = additions.take(state.learnUrl(url));
    if (!inScope) refused.push(url);
    if (!inScope || offered.has(urlNo)) continue;
    offered.add(urlNo);
    candidates.push(bareCandidate(bareLink(url, candidates.length), urlNo));
  }
  state.policy.seed(candidates, state);
  return { newUrls: additions.newUrls, newDomains: additions.newDomains, refused };
}
