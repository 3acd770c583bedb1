import { seedCrawl, type CrawlState, type Judge, type RemoteJudge } from '../domain/session/index.js';
import type { CrawlStore } from './crawl-store.js';
import { followLog } from './follow-log.js';
import { rejudge } from './rejudge.js';

/** Another judge's verdict on a page. */
export interface Rejudged {
  readonly step: number;
  readonly probability: number;
  readonly relevant: boolean;
  readonly reward: number;
}

interface Relearning {
  readonly seeds: readonly string[];
  readonly judge: Judge | RemoteJudge;
  /** Called with each page, in order of completion. */
  readonly onRejudged: (page: Rejudged) => Promise<void> | void;
  /** Ends it, with its reason. Default: never. */
  readonly signal?: AbortSignal;
}

/**
 * Brings a fresh state to the session's position under another judge: replays the log from its beginning, rejudges
 * every page, and lets the policy follow the logged choices and learn from the rewards that the new verdicts give.
 * Candidates get the new model's values.
 *
 * Fetches in flight are dropped: their URLs can be chosen again.
 *
 * @throws ClassifierError if a remote judge does not answer
 */
export async function relearnCrawl(
  state: CrawlState,
  store: CrawlStore,
  { seeds, judge, onRejudged, signal = new AbortController().signal }: Relearning,
): Promise<void> {
  seedCrawl(state, seeds);
  await followLog(state, store, {
    steps: rejudge(store.steps(0), state.config, judge, signal),
    signal,
    onStep: async ({ outcome, plan, facts, relevant, reward }) => {
      if (outcome === 'page' || outcome === 'reused')
        await onRejudged({ step: plan.step, probability: facts.probability, relevant, reward });
    },
  });
}
