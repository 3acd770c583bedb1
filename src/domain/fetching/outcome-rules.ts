import { isHostTrouble, isPassingStatus } from './http-status.js';
import { meaningOf, type Outcome, STEP_OUTCOMES, type StepOutcome } from './outcome.js';

/**
 * Whether an outcome costs the budget nothing: no request was sent, or its result was discarded for our own reasons. A
 * request behind a redirect counts.
 */
export function isFree({
  kind,
  redirects,
}: {
  readonly kind: Outcome;
  readonly redirects: readonly string[];
}): boolean {
  const { costs } = meaningOf(kind);
  return costs === 'nothing' || (costs === 'request' && redirects.length === 0);
}

/** Whether the fetch is repeated later as if it had not been tried: its host or this machine was not ready. */
export function isPutOff(kind: Outcome): boolean {
  const { by } = meaningOf(kind);
  return by === 'turn' || by === 'machine';
}

/** Whether summaries count an outcome as a failure: it brought nothing and ended the attempt. */
export const SHOWN_AS_FAILURES: readonly StepOutcome[] = STEP_OUTCOMES.filter(
  (kind) => !['page', 'sitemap', 'hits'].includes(meaningOf(kind).gives) && !isPutOff(kind) && kind !== 'known',
);

/**
 * Whether an outcome says nothing about the page: the fetch was stopped, this machine was too busy, or the session's
 * proxy refused it.
 */
export function isOurs(kind: Outcome): boolean {
  const { by } = meaningOf(kind);
  return by === 'caller' || by === 'machine' || by === 'proxy';
}

/** Whether a failure may be transient. @param status of the response, if there was one */
export function mayPass(kind: Outcome, status: number | null): boolean {
  const passes = meaningOf(kind).mayPass;
  return passes === 'by status' ? status !== null && isPassingStatus(status) : passes;
}

/** The evidence about its host in an outcome, for a session that gives up hosts. */
export function hostAfter(kind: Outcome, status: number | null): 'answered' | 'failed' | 'unknown' {
  const { host } = meaningOf(kind);
  if (host !== 'by status') return host;
  return status !== null && isHostTrouble(status) ? 'failed' : 'answered';
}
