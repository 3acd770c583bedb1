import { z } from 'zod';
import { hasEnded, type Session } from '#client';
import { rounded, sessionId, share, topicId } from './parts.js';

/** The fields of a session in results. */
export const sessionView = z.object({
  session_id: sessionId,
  topic_id: topicId,
  policy: z.string().describe('How it chooses the next page'),
  state: z.string().describe('queued, starting, running, paused, completed, stopped or failed'),
  command: z.string().nullable().describe('stop or pause: asked for, and carried out within seconds'),
  ended: z.boolean().describe('true: nothing more is fetched'),
  reason: z.string().nullable().describe('Why it ended, such as budget or frontier-empty'),
  error: z.string().nullable(),
  waiting_for: z
    .string()
    .nullable()
    .describe(
      'model: the model that judges pages is being made, which takes seconds; quota: a quota is used up; archive-full, database-full: a disk is full, which an operator has to mend',
    ),
  pages: z.int().describe('Pages fetched'),
  relevant_pages: z.int().describe('Those of them that are relevant'),
  harvest_rate: z.number().nullable().describe('Relevant pages divided by pages'),
  recent_harvest_rate: z
    .number()
    .nullable()
    .describe('The same of the last 100 pages. If it is low, going on pays little'),
  domains: z.int().describe('Web sites with a page'),
  relevant_domains: z.int().describe('Web sites with a relevant page'),
  failed_fetches: z.int(),
  waiting_links: z.int().describe('Links that could be followed'),
  budget: z.int().nullable().describe('Budget of fetches'),
});
type SessionView = z.infer<typeof sessionView>;

export function viewOf(session: Session): SessionView {
  return {
    session_id: session.id,
    topic_id: session.topicId,
    policy: session.policy,
    state: session.state,
    command: session.command,
    ended: hasEnded(session),
    reason: session.stateReason,
    error: session.error,
    waiting_for: session.waitingFor,
    pages: session.fetched,
    relevant_pages: session.relevant,
    harvest_rate: session.harvestRate === null ? null : rounded(session.harvestRate),
    recent_harvest_rate: session.harvestRateRecent === null ? null : rounded(session.harvestRateRecent),
    domains: session.domainCount,
    relevant_domains: session.relevantDomainCount,
    failed_fetches: session.failed,
    waiting_links: session.frontierSize,
    budget: session.config.budget.fetches ?? null,
  };
}

export function sessionLine(view: SessionView): string {
  const of = view.budget === null ? '' : ` of at most ${view.budget}`;
  const coming = view.command === null ? null : `${view.command} was asked for, and follows within seconds`;
  const waits = view.waiting_for === null ? null : `waits for ${view.waiting_for}`;
  const why = view.error ?? view.reason ?? coming ?? waits;
  return (
    `Session ${view.session_id}: ${view.state}${why === null ? '' : ` (${why})`}. ${view.pages} pages${of}, ${view.relevant_pages} relevant ` +
    `(${share(view.harvest_rate)}, of the last 100 ${share(view.recent_harvest_rate)}) on ${view.relevant_domains} of ${view.domains} sites; ` +
    `${view.failed_fetches} failed, ${view.waiting_links} links wait.`
  );
}
