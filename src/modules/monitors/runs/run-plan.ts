import { commonRate, type KnownPage, pagesToLookAt } from '../../../domain/monitoring/index.js';
import type { CreateSession } from '../../sessions/index.js';
import { isForager, type MonitorSettings } from '../monitor.js';

type Watched = KnownPage & { readonly url: string; readonly learnt: boolean };

/** Fetches of a run that are kept for links near the pages that are known. Foragers decide for themselves. */
export function newFetches({ policy, fetches, newShare }: MonitorSettings): number {
  return isForager(policy) ? 0 : Math.floor(fetches * newShare);
}

/**
 * The URLs that the first session of a run fetches.
 *
 * @param all pages that are not due as well
 */
export function looksOf(settings: MonitorSettings, pages: readonly Watched[], all: boolean): string[] {
  const { policy, fetches } = settings;
  const most = fetches - newFetches(settings);
  // Foragers walk from the pages on which most is new.
  if (isForager(policy)) {
    return [...pages]
      .filter(({ gone }) => !gone)
      .sort((a, b) => b.rate - a.rate)
      .slice(0, most)
      .map(({ url }) => url);
  }
  return pagesToLookAt(pages, { ...settings, policy }, most, all).map((place) => pages[place].url);
}

/** The rate to assume of pages without a history. */
export const priorRateOf = (pages: readonly Watched[]): number =>
  commonRate(pages.filter(({ learnt }) => learnt).map(({ rate }) => rate));

/**
 * A session that fetches URLs and nothing else, or, with foragers, one that starts there.
 *
 * @param crawl settings of the session that the monitor began with
 */
export function sessionOf(
  settings: MonitorSettings,
  crawl: object,
  urls: readonly string[],
): CreateSession & Record<string, unknown> {
  const { policy, fetches } = settings;
  // Each of the pages is wanted, whatever became of the others of its host, and judged as it is.
  const common = { ...crawl, seeds: urls, trackChanges: true, hostBarrenLimit: 0, hostEvidence: false };
  if (isForager(policy)) {
    return { ...common, policy, budget: { fetches }, monitoring: { revisitAfterSteps: Math.max(fetches, 1) } };
  }
  const { scope } = crawl as { readonly scope?: object };
  return {
    ...common,
    policy: 'breadth-first',
    budget: { fetches: urls.length },
    scope: { ...scope, maxDepth: 0 },
    // What fails now is looked at again by another run.
    retries: 0,
  };
}
