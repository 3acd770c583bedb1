import { commonRate, type KnownPage, pagesToLookAt } from '../../../../domain/monitoring/index.js';
import type { CreateSession } from '../../sessions/index.js';
import { isForager, type MonitorSettings } from '../monitor.js';

type Watched = KnownPage & { readonly url: string; readonly learnt: boolean };

/** Fetches of a run reserved for links near the known pages. Foragers decide this by themselves. */
export function newFetches({ policy, fetches, newShare }: MonitorSettings): number {
  return isForager(policy) ? 0 : Math.floor(fetches * newShare);
}

/**
 * The URLs of the first session of a run.
 *
 * @param all whether to include pages that are not due
 */
export function looksOf(settings: MonitorSettings, pages: readonly Watched[], all: boolean): string[] {
  const { policy, fetches } = settings;
  const most = fetches - newFetches(settings);
  // Foragers start from the pages with the most news.
  if (isForager(policy)) {
    return [...pages]
      .filter(({ gone }) => !gone)
      .sort((a, b) => b.rate - a.rate)
      .slice(0, most)
      .map(({ url }) => url);
  }
  return pagesToLookAt(pages, { ...settings, policy }, most, all).map((place) => pages[place].url);
}

/** The assumed rate of pages without a history. */
export const priorRateOf = (pages: readonly Watched[]): number =>
  commonRate(pages.filter(({ learnt }) => learnt).map(({ rate }) => rate));

/**
 * A session that fetches only the given URLs, or, with foragers, starts there.
 *
 * @param crawl settings of the session with which the monitor started
 */
export function sessionOf(
  settings: MonitorSettings,
  crawl: object,
  urls: readonly string[],
): CreateSession & Record<string, unknown> {
  const { policy, fetches } = settings;
  // Every page is required, independent of other pages of its host, and judged as it is.
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
    // Another run repeats failed visits.
    retries: 0,
  };
}
