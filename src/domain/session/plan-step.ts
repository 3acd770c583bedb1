import type { CrawlState } from './crawl-state.js';
import { reachedLimits } from './session-config.js';
import type { StepPlan } from './step.js';

/** Why a crawl came to its end by itself. */
export type FinishReason = 'BUDGET' | 'TIME' | 'FRONTIER_EMPTY' | 'SATURATED' | 'RATE_LIMITED';

/**
 * `fetch`: the plan is in flight; the caller fetches it and brings its facts to `applyStep`.
 * `wait`: nothing may start before a step in flight has ended.
 * `finished`: nothing will start any more and nothing is in flight.
 */
export type Planned =
  | { readonly kind: 'fetch'; readonly plan: StepPlan }
  | { readonly kind: 'wait' }
  | { readonly kind: 'finished'; readonly reason: FinishReason };

/** So many 429 and 503 answers in a row mean that the session as a whole is being turned away. */
const THROTTLED_IN_ROW = 50;

/** The reason to start nothing more, whatever the policy would choose. @param activeMs time the session has been running */
export function stopReason(state: CrawlState, activeMs: number): FinishReason | null {
  const { budget, saturation } = state.config;
  const spent = { fetches: state.spent, relevantPages: state.relevant, domains: state.ledger.relevantDomains, activeMs };
  const [limit] = reachedLimits(budget, spent);
  if (limit) return limit === 'minutes' ? 'TIME' : 'BUDGET';
  if (state.throttledInRow >= THROTTLED_IN_ROW) return 'RATE_LIMITED';
  if (saturation && state.saturation.isFull && state.saturation.hits / saturation.window < saturation.minHarvestRate) return 'SATURATED';
  return null;
}

/**
 * Chooses the next fetch (architecture: a crawl step as data, 1).
 *
 * The clock enters only as `activeMs` and only to stop: which link is chosen depends on the completed steps alone, so that a replay of the log chooses
 * alike. A host's turn in time is the fetcher's business.
 */
export function planStep(state: CrawlState, activeMs: number): Planned {
  const idle = state.inFlight.size === 0;
  const reason = stopReason(state, activeMs);
  if (reason) return idle ? { kind: 'finished', reason } : { kind: 'wait' };
  if (state.spent + state.inFlight.size >= state.budget) return { kind: 'wait' };
  const plan = chooseStep(state);
  if (plan) return { kind: 'fetch', plan };
  return idle ? { kind: 'finished', reason: 'FRONTIER_EMPTY' } : { kind: 'wait' };
}

/** Lets the policy choose and takes the choice into flight; null when it has nothing to choose now. */
export function chooseStep(state: CrawlState): StepPlan | null {
  const step = state.nextStep;
  const choice = state.policy.choose(step, state);
  if (choice.kind !== 'fetch') return null;
  const plan: StepPlan = { step, urlNo: choice.urlNo, source: choice.source, chosenAfter: state.completed, explanation: choice.explanation };
  state.begin(plan);
  return plan;
}
