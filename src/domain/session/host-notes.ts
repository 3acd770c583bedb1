import { hostAfter, isBarren, isPutOff, type StepOutcome } from '../fetching/index.js';
import type { Retry } from './agenda.js';
import type { CrawlState, SeenUrl } from './crawl-state.js';
import type { HostHold, StepFacts, StepPlan, StepRecord } from './step.js';

/** A host whose next turn is further away is parked until then, so that it does not hold up others. */
export const HOST_PATIENCE_MS = 3_000;
/** A change of a host: its retries that are dropped because it is given up, and the host if that happens now. */
interface HostNote {
  readonly dropped: readonly Retry[];
  readonly givenUp: StepRecord['hostGivenUp'];
}

/** Records the evidence about the host in an outcome. */
export function noteHost(state: CrawlState, plan: StepPlan, target: SeenUrl, facts: StepFacts): HostNote {
  const { agenda, urls, config } = state;
  agenda.see(facts.activeMs);
  const hostNo = urls.hostOf(target.urlNo);
  // A deferral costs a wait, whatever the fetcher says: repeated at once, it might be deferred at once.
  const putOff = isPutOff(facts.outcome);
  const waitMs = putOff ? Math.max(facts.hostWaitMs, HOST_PATIENCE_MS) : facts.hostWaitMs;
  if (waitMs > HOST_PATIENCE_MS || putOff) agenda.park(hostNo, facts.activeMs + waitMs);
  const host = hostAfter(facts.outcome, facts.httpStatus);
  // An outcome that holds a host does not give it up: its candidates wait.
  if (host === 'failed' && plan.as === 'page' && !(state.heldHosts.isOn && isBarren(facts.outcome))) {
    const wasGivenUp = agenda.isGivenUp(hostNo);
    const dropped = agenda.failed(hostNo, config.hostFailureLimit, state.host(hostNo).fetched > 0, plan.patient);
    const isGivenUp = !wasGivenUp && agenda.isGivenUp(hostNo);
    const givenUp = isGivenUp ? { host: state.hosts.nameOf(hostNo), failures: agenda.failuresOf(hostNo) } : null;
    return { dropped, givenUp };
  }
  if (host === 'answered') agenda.succeeded(hostNo);
  return { dropped: [], givenUp: null };
}

/** Records whether the hosts of a fetch brought something: the requested one, and the one of the final URL. */
export function noteYield(state: CrawlState, plan: StepPlan, target: SeenUrl, outcome: StepOutcome): HostHold[] {
  const { heldHosts, urls, completed } = state;
  const { chosenAfter } = plan;
  if (outcome !== 'page' && !isBarren(outcome)) return [];
  return [...new Set([urls.hostOf(plan.urlNo), urls.hostOf(target.urlNo)])].flatMap((hostNo) => {
    const isHeld = outcome !== 'page';
    const pages = state.host(hostNo).fetched;
    const inRow = isHeld ? heldHosts.barren(hostNo, { chosenAfter, completed, pages }) : heldHosts.fruitful(hostNo);
    return inRow > 0 ? [{ host: state.hosts.nameOf(hostNo), isHeld, inRow }] : [];
  });
}
