import type { Session } from '#client';
import { percent } from '../screen.js';
import { facts, moment } from './lists.js';

/** A session as people read it. */
export function sessionText(session: Session): string {
  const { state, stateReason, harvestEstimate: now } = session;
  return facts({
    id: session.id,
    topic: session.topicId,
    policy: session.policy,
    state: stateReason === null ? state : `${state} by ${stateReason}`,
    error: session.error,
    'waiting for': session.waitingFor,
    pages: `${session.fetched} fetched, ${session.relevant} relevant (${percent(session.harvestRate)}), ${session.failed} failed`,
    now: now === null ? null : `${percent(now.rate)} of the last ${now.pages} pages`,
    domains: `${session.relevantDomainCount} relevant of ${session.domainCount}`,
    frontier: session.frontierSize,
    started: moment(session.startedAt),
    finished: moment(session.finishedAt),
  });
}
