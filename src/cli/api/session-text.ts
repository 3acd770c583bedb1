import type { Session } from '#client';
import { percent } from '../screen.js';
import { facts, moment } from './lists.js';
import { timeLeft } from './time-left.js';

/** A session for people. @param time current time, epoch ms, for the remaining time */
export function sessionText(session: Session, time = Date.now()): string {
  const { state, stateReason, harvestEstimate: now, estimatedEndAt } = session;
  return facts({
    id: session.id,
    name: session.name,
    note: session.note || null,
    'started by':
      session.startedBy === 'user' ? null : `${session.startedBy.toLowerCase()} ${session.startedById ?? ''}`.trim(),
    topic: session.topicId,
    policy: session.policy,
    state: stateReason === null ? state : `${state} by ${stateReason}`,
    error: session.error,
    'waiting for': session.waitingFor,
    pages: `${session.fetched} fetched, ${session.relevant} relevant (${percent(session.harvestRate)}), ${session.failed} failed`,
    now: now === null ? null : `${percent(now.rate)} of the last ${now.pages} pages`,
    domains: `${session.relevantDomainCount} relevant of ${session.domainCount}`,
    frontier: session.frontierSize,
    'under way': state === 'running' ? `${session.underWay} of ${session.config.concurrency} fetches` : null,
    started: moment(session.startedAt),
    ends: estimatedEndAt === null ? null : `${timeLeft(estimatedEndAt, time)}, at ${moment(estimatedEndAt)}`,
    finished: moment(session.finishedAt),
  });
}
