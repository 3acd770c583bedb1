import type { Candidate } from '../frontier/frontier-view.js';
import { UrlFlag } from '../frontier/url-table.js';
import { bareLink } from '../page/parsed-page.js';
import { bareCandidate } from './admit-links.js';
import type { CrawlState } from './crawl-state.js';
import { isFresh } from './monitoring-config.js';
import type { Revisit } from './revisits.js';
import type { PageChange, StepFacts } from './step.js';

/** Most waiting pages examined for one whose host may be asked, when nothing else is left to do. */
const LOOKAHEAD = 1_000;

/** A monitoring session's assessment of a visit. */
interface News {
  /** Since the last visit in this session, or in an earlier one of the topic. */
  readonly change: PageChange | null;
  /** Whether the page can be relevant: new or changed, and young. Always true in other sessions. */
  readonly isNews: boolean;
  /** Whether it is young enough to be news. */
  readonly isYoung: boolean;
}

/** Compares a page with its last visit. */
export function newsOf({ revisits, config }: CrawlState, urlNo: number, facts: StepFacts): News {
  if (revisits === null || config.monitoring === undefined || facts.page === null)
    return { change: facts.change, isNews: true, isYoung: true };
  const change = revisits.changeOf(urlNo, facts.contentHash) ?? facts.change;
  const isYoung = isFresh(facts.fetchedAt, facts.lastModified, config.monitoring);
  return { change, isNews: change !== 'unchanged' && isYoung, isYoung };
}

const candidateOf = ({ urlNo, url, title, source }: Revisit, position: number): Candidate =>
  bareCandidate({ ...bareLink(url, position), anchor: title }, urlNo, source);

/**
 * Returns due pages to the policy: they leave the closure and become candidates again, with their titles as anchors.
 */
export function admitRevisits(state: CrawlState): void {
  const due = state.revisits?.takeDue(state.time) ?? [];
  if (due.length === 0) return;
  for (const { urlNo } of due) state.urls.unmark(urlNo, UrlFlag.Selected);
  state.policy.offer(due.map(candidateOf), state);
}

/**
 * The page to visit before it is due, when nothing else is left to do: the first whose host may be asked. Null if there
 * is none. The policy follows, because it has nothing to choose.
 */
export function nextRevisit(
  state: CrawlState,
): { readonly candidate: Candidate; readonly notBeforeMs: number | null } | null {
  const { revisits } = state;
  if (revisits === null) return null;
  const mayFetch = (urlNo: number): boolean => {
    const hostNo = state.urls.hostOf(urlNo);
    return state.isHostFree(hostNo) && !state.agenda.isGivenUp(hostNo) && state.hasRoom(state.urls.domainOf(urlNo), 1);
  };
  const next = revisits.next(mayFetch, LOOKAHEAD);
  return next === null ? null : { candidate: candidateOf(next, 0), notBeforeMs: revisits.notBefore(next.urlNo) };
}
