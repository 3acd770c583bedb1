import type { FeatureName } from './features.js';

export type Weights = Readonly<Partial<Record<FeatureName, number>>>;

/**
 * Prior weights for the probability that a link's page is relevant, before a session's first page. Set by hand after
 * logistic regressions on tuning topics of two webs, which agreed on the signs and roughly on the sizes. Fitted weights
 * (`npm run prior`) were not better in crawls of webs that they were not fitted to: bench/prior/RESULTS.md. Missing
 * features have 0. Learning can change all of them.
 */
export const RELEVANCE_PRIOR: Weights = {
  bias: -4,
  anchorScore: 0.4,
  contextScore: 0.9,
  bestScore: 0.3,
  urlScore: 0.5,
  outsideMain: -0.3,
  urlDepth: -0.5,
  siblingResidual: 1.5,
  siblingScore: 1,
  groupRate: 1,
  folderRate: 0.3,
  hostRate: 0.8,
  hostScore: 0.3,
  hostFetched: -0.2,
  parentScore: 0.4,
  alike: 0.4,
};

/**
 * Prior weights for the value of the page's own links: the mean chance of its three best new links. Set by hand; not
 * learned.
 */
export const HUB_PRIOR: Weights = { bias: 0.1, groupHub: 0.7, folderHub: 0.2, hostHub: 0.3 };
