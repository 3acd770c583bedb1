import type { Session } from './session.js';

/** The fields of a session needed for the estimate. */
export type Estimated = Pick<
  Session,
  | 'state'
  | 'command'
  | 'config'
  | 'fetched'
  | 'failed'
  | 'relevant'
  | 'recentFetched'
  | 'recentRelevant'
  | 'pagesPerSecond'
  | 'activeMs'
  | 'updatedAt'
>;

/**
 * The expected end of a running session: the earliest of its limits at the current speed and harvest rate. Null if it
 * cannot be estimated: the session does not run, has no speed yet, or is about to pause or stop.
 *
 * Ignores the limit on domains: the rate of new domains changes too much during a crawl.
 */
export function estimateEnd(session: Estimated, now: Date): Date | null {
  if (session.state !== 'RUNNING' || session.command !== null) return null;
  const { budget } = session.config;
  const seconds: number[] = [];
  const { pagesPerSecond } = session;
  if (pagesPerSecond > 0) {
    if (budget.fetches !== undefined)
      seconds.push((budget.fetches - session.fetched - session.failed) / pagesPerSecond);
    const harvestRate = session.recentFetched > 0 ? session.recentRelevant / session.recentFetched : 0;
    const relevantPerSecond = pagesPerSecond * harvestRate;
    if (budget.relevantPages !== undefined && relevantPerSecond > 0)
      seconds.push((budget.relevantPages - session.relevant) / relevantPerSecond);
  }
  if (budget.minutes !== undefined) {
    const sinceCommitMs = Math.max(0, now.getTime() - session.updatedAt.getTime());
    seconds.push((budget.minutes * 60_000 - session.activeMs - sinceCommitMs) / 1_000);
  }
  return seconds.length === 0 ? null : new Date(now.getTime() + Math.round(Math.max(0, Math.min(...seconds)) * 1_000));
}
