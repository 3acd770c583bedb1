import { seedCrawl, type CrawlState, type Judge, type RemoteJudge } from '../domain/session/index.js';
import type { CrawlStore } from './crawl-store.js';
import { followLog } from './follow-log.js';
import { judgedAnew } from './judged-anew.js';

/** What another judge made of a page. */
export interface Rejudged {
  readonly step: number;
  readonly probability: number;
  readonly relevant: boolean;
  readonly reward: number;
}

/**
 * Brings a fresh state to where a session is, as another judge sees its pages: the log is gone through from its beginning, every page judged anew, and
 * the policy follows the choices that were made and learns from the rewards they would have had. Candidates get the values the new model gives them.
 *
 * Fetches that were under way are forgotten: they are chosen again, or others in their place.
 *
 * @param onRejudged called with each page, in order of completion
 * @param signal ends it, with its reason
 * @throws ClassifierError when a remote judge will not answer
 */
export async function relearnCrawl(
  state: CrawlState,
  store: CrawlStore,
  seeds: readonly string[],
  judge: Judge | RemoteJudge,
  onRejudged: (page: Rejudged) => Promise<void> | void,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  seedCrawl(state, seeds);
  await followLog(
    state,
    store,
    judgedAnew(store.steps(0), state.config, judge, signal),
    Number.POSITIVE_INFINITY,
    signal,
    async (record) => {
      if (record.outcome === 'page' || record.outcome === 'reused')
        await onRejudged({
          step: record.plan.step,
          probability: record.facts.probability,
          relevant: record.relevant,
          reward: record.reward,
        });
    },
  );
}
