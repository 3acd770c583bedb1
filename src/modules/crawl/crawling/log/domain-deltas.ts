import type { StepSummary } from '../../../../domain/session/index.js';

/** A commit's additions to the counters of one domain. */
export interface DomainDelta {
  domainNo: number;
  fetched: number;
  relevant: number;
  failed: number;
  firstStep: number | null;
  firstRelevantStep: number | null;
}

const earlier = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));

export function domainDeltas(records: readonly StepSummary[]): DomainDelta[] {
  const deltas = new Map<number, DomainDelta>();
  for (const { domainNo, outcome, relevant, plan, facts } of records) {
    if (facts.free) continue;
    let delta = deltas.get(domainNo);
    if (!delta)
      deltas.set(
        domainNo,
        (delta = { domainNo, fetched: 0, relevant: 0, failed: 0, firstStep: null, firstRelevantStep: null }),
      );
    if (outcome !== 'page') {
      delta.failed++;
      continue;
    }
    delta.fetched++;
    delta.firstStep = earlier(delta.firstStep, plan.step);
    if (!relevant) continue;
    delta.relevant++;
    delta.firstRelevantStep = earlier(delta.firstRelevantStep, plan.step);
  }
  return [...deltas.values()];
}
