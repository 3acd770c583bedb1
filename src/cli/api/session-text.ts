import type { Session } from '#client';
import { percent } from '../screen.js';
import { facts, moment } from './lists.js';

const decimal = (value: number): string => (value < 10 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0));
const about = (value: string, unit: string): string => `about ${value} ${unit}${value === '1' ? '' : 's'} left`;

/**
 * The time until a moment, in words; empty for null.
 *
 * @param end ISO date and time; for a past one, less than a minute is left
 * @param now epoch ms
 */
export function timeLeft(end: string | null, now: number): string {
  if (end === null) return '';
  const minutes = (Date.parse(end) - now) / 60_000;
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 90) return about(minutes.toFixed(0), 'minute');
  return minutes < 36 * 60 ? about(decimal(minutes / 60), 'hour') : about(decimal(minutes / 1_440), 'day');
}

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
    'known pages':
      session.reused + session.skipped === 0
        ? null
        : `${session.reused} reused, ${session.skipped} skipped, without a fetch`,
    now: now === null ? null : `${percent(now.rate)} of the last ${now.pages} pages`,
    domains: `${session.relevantDomainCount} relevant of ${session.domainCount}`,
    frontier: session.frontierSize,
    'under way': state === 'running' ? `${session.underWay} of ${session.config.concurrency} fetches` : null,
    started: moment(session.startedAt),
    ends: estimatedEndAt === null ? null : `${timeLeft(estimatedEndAt, time)}, at ${moment(estimatedEndAt)}`,
    finished: moment(session.finishedAt),
  });
}
