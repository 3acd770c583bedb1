import { NO_SOURCE } from '../frontier/frontier-view.js';
import { searchUrl } from '../search/index.js';
import { Additions, admitLinks } from './admit-links.js';
import type { CrawlState } from './crawl-state.js';
import type { StepFacts, StepPlan, StepRecord } from './step.js';

/**
 * The hits of a search become candidates whose source is this step: a root of paths without a page. Its URL gets its
 * number only now: a search that is dropped while in flight, as by a change of the model, must not leave a gap in the
 * numbers.
 */
export function* applySearch(state: CrawlState, plan: StepPlan, facts: StepFacts): Generator<void, StepRecord> {
  if (plan.search === undefined || searchUrl(plan.search) !== facts.finalUrl)
    throw new RangeError(`step ${plan.step} asks ${JSON.stringify(plan.search)} and has results for ${facts.finalUrl}`);
  const additions = new Additions();
  state.end(plan, facts);
  const { urlNo } = additions.take(state.learnUrl(facts.finalUrl));
  const seq = state.completed++;
  state.agenda.see(facts.activeMs);
  state.pages.add(plan.step, NO_SOURCE, 0, false);
  const page = { step: plan.step, depth: 1, relevant: false };
  const { candidates, known } = yield* admitLinks(state, facts.links, page, additions);
  const domainNo = state.urls.domainOf(urlNo);
  state.policy.observe(
    {
      step: plan.step,
      choice: plan.choice,
      urlNo,
      source: plan.source,
      domainNo,
      url: facts.finalUrl,
      ok: facts.outcome === 'search',
      relevant: false,
      probability: 0,
      reward: 0,
      links: candidates,
      known,
      page: null,
    },
    state,
  );
  state.policy.learn(state);
  return {
    plan: { ...plan, urlNo },
    seq,
    outcome: facts.outcome,
    facts,
    finalUrlNo: urlNo,
    domainNo,
    depth: 0,
    relevant: false,
    reward: 0,
    duplicateOf: null,
    hostGivenUp: null,
    hostHolds: [],
    ...additions.rows(),
  };
}
