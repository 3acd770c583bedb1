import { isPutOff } from '../../../../domain/fetching/index.js';
import type { HostTallyKind, StepSummary } from '../../../../domain/session/index.js';
import { hostOf } from '../../../../domain/url/index.js';

/** A commit's additions to the counters of one domain. */
interface DomainDelta {
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

/** Additions of one commit's steps to the events that count by host. */
export interface HostTally {
  readonly kind: HostTallyKind;
  readonly host: string;
  /** Number of occurrences. */
  count: number;
  /** For retries: those that brought the page. */
  recovered: number;
  /** Further facts of the event. */
  facts: Readonly<Record<string, string | number | null>>;
}

/** Hosts given up, held and freed, URLs refused by robots.txt, and retries, by host, in the order of the steps. */
export function hostTallies(steps: readonly StepSummary[]): HostTally[] {
  const tallies = new Map<string, HostTally>();
  const add = (kind: HostTallyKind, host: string, facts: HostTally['facts'], recovered = 0): void => {
    const key = `${kind} ${host}`;
    const tally = tallies.get(key) ?? { kind, host, count: 0, recovered: 0, facts };
    tally.count++;
    tally.recovered += recovered;
    tally.facts = facts;
    tallies.set(key, tally);
  };
  for (const { plan, outcome, facts, hostGivenUp, hostHolds } of steps) {
    const { httpStatus } = facts;
    if (outcome === 'robots-denied') add('robots-refused', hostOf(facts.finalUrl), {});
    if (plan.attempt > 0 && !isPutOff(outcome))
      add('retried', hostOf(facts.finalUrl), { outcome, httpStatus }, outcome === 'page' ? 1 : 0);
    if (hostGivenUp !== null)
      add('host-given-up', hostGivenUp.host, { failures: hostGivenUp.failures, outcome, httpStatus });
    for (const { host, isHeld, inRow } of hostHolds)
      add(isHeld ? 'host-held' : 'host-freed', host, { inRow, ...(isHeld && { outcome, httpStatus }) });
  }
  return [...tallies.values()];
}
