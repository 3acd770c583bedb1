import { UrlFlag } from '../frontier/url-table.js';
import { capAt } from '../frontier/domain-ledger.js';
import { NO_SOURCE, type Candidate } from '../policies/policy.js';
import type { CrawlState, SeenUrl } from './crawl-state.js';
import type { NewDomain, NewUrl, RefusedRedirect, StepFacts, StepPlan, StepRecord, StoredLink } from './step.js';

const THROTTLING_STATUSES: readonly (number | null)[] = [429, 503];

/** Collects what a step adds to the tables. */
class Additions {
  readonly urls: NewUrl[] = [];
  readonly domains: NewDomain[] = [];

  take(seen: SeenUrl): SeenUrl {
    if (seen.added) this.urls.push(seen.added);
    if (seen.addedDomain) this.domains.push(seen.addedDomain);
    return seen;
  }
}

/** Whether a redirect led where this session may not go, or has been already. */
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
 * Applies a step's facts to the state and lets the policy observe and learn (architecture: a crawl step as data, 3 and 4).
 *
 * Deterministic in state and facts: live crawling and the replay of the log are this one function.
 */
export function applyStep(state: CrawlState, plan: StepPlan, facts: StepFacts): StepRecord {
  const additions = new Additions();
  const depth = plan.source === NO_SOURCE ? 0 : state.pages.depthOf(plan.source) + 1;
  state.end(plan);
  const target = additions.take(state.learnUrl(facts.finalUrl));
  const refused = facts.page ? refusedRedirect(state, plan, target) : null;
  const ok = facts.page !== null && refused === null;
  const outcome = refused ?? facts.outcome;
  const relevant = ok && facts.relevant;
  const reward = relevant ? 1 : 0;
  // A refused redirect spends the domain that was chosen, not the one it pointed at: that one is full, foreign or known already.
  const domainNo = ok ? state.urls.domainOf(target.urlNo) : state.urls.domainOf(plan.urlNo);

  const seq = state.completed++;
  if (!facts.free) state.ledger.settle(domainNo, ok, relevant);
  count(state, outcome, facts, ok, relevant);
  const links: StoredLink[] = [];
  let candidates: Candidate[] = [];
  if (ok) {
    state.urls.mark(target.urlNo, UrlFlag.Selected);
    state.pages.add(plan.step, plan.source, reward, relevant);
    candidates = admitLinks(state, facts, plan.step, depth + 1, additions, links);
  }
  state.policy.observe(
    {
      step: plan.step,
      urlNo: plan.urlNo,
      source: plan.source,
      domainNo,
      ok,
      relevant,
      score: ok ? facts.score : 0,
      reward,
      page: ok ? facts.page : null,
      links: candidates,
    },
    state,
  );
  state.policy.learn(state);
  return {
    plan, seq, outcome, facts, finalUrlNo: target.urlNo, domainNo, depth, relevant, reward, links, newUrls: additions.urls, newDomains: additions.domains,
  };
}

function count(state: CrawlState, outcome: string, facts: StepFacts, ok: boolean, relevant: boolean): void {
  const throttled = !ok && THROTTLING_STATUSES.includes(facts.httpStatus);
  state.throttledInRow = throttled ? state.throttledInRow + 1 : facts.free ? state.throttledInRow : 0;
  if (outcome === 'robots-denied') state.robotsDenied++;
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

function admitLinks(
  state: CrawlState, facts: StepFacts, source: number, depth: number, additions: Additions, stored: StoredLink[],
): Candidate[] {
  const candidates: Candidate[] = [];
  const offered = new Set<number>();
  const tooDeep = depth > (state.config.scope.maxDepth ?? Number.POSITIVE_INFINITY);
  for (const link of facts.links) {
    const { urlNo, inScope } = additions.take(state.learnUrl(link.url));
    stored.push({ urlNo, link });
    if (!inScope || tooDeep || (link.nofollow && !state.config.followNofollow)) continue;
    if (offered.has(urlNo) || state.urls.has(urlNo, UrlFlag.Selected)) continue;
    offered.add(urlNo);
    candidates.push({ ...link, urlNo, source });
  }
  return candidates;
}

/** What seeding added: stored before the first step. */
export interface Seeded {
  readonly newUrls: readonly NewUrl[];
  readonly newDomains: readonly NewDomain[];
  /** Seeds that scope refused. */
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
    candidates.push({
      urlNo, url, source: NO_SOURCE, anchor: '', before: '', after: '', heading: '', place: 'main', nofollow: false, position: candidates.length,
    });
  }
  state.policy.seed(candidates, state);
  return { newUrls: additions.urls, newDomains: additions.domains, refused };
}
