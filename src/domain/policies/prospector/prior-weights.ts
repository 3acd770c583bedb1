import type { FeatureName } from './features.js';

export type Weights = Readonly<Partial<Record<FeatureName, number>>>;

/**
 * What is known of links before the first page of a session: weights of the probability that the page behind a link is relevant. Set by hand after logistic
 * regressions on tuning topics of two webs, which agreed on the signs and roughly on the sizes of these. Weights that a command fits (`npm run prior`) were not
 * better in crawls of webs that they were not fitted to: bench/prior/RESULTS.md. Features that are not named have 0. All can change while a session learns.
 */
export const RELEVANCE_PRIOR: Weights = {
  bias: -4,
  anchorScore: 0.6,
  contextScore: 0.9,
  bestScore: 0.4,
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

/** The same of what the page behind a link leads to: the mean chance of the three best new links on it. Set by hand; not learnt. */
export const HUB_PRIOR: Weights = { bias: 0.1, groupHub: 0.7, folderHub: 0.2, hostHub: 0.3 };
