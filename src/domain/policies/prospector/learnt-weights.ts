import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import { logisticRegression } from '../../learning/linear-models.js';
import { FEATURE_COUNT, FEATURES } from './features.js';
import { RELEVANCE_PRIOR, type Weights } from './prior-weights.js';

/** A followed link of a session: the named facts by which it was chosen, and its page's credit (`creditOf`). */
export interface FollowedExample {
  readonly features: Readonly<Record<string, number>>;
  /** In [0, 1]. */
  readonly credit: number;
}

/** The weight of one feature, before and after learning. */
export interface LearntWeight {
  readonly feature: string;
  readonly shipped: number;
  readonly learnt: number;
}

/** Most pages that count per session: a large one must not outweigh the others, which have other topics. */
const PAGES_OF_SESSION = 500;
/**
 * The precision of the prior around the shipped weights: weights of topics are assumed to differ by about .3. Only
 * promising links were followed, so they say little about others.
 */
const FIRMNESS = 10;

/**
 * Learns initial weights from followed links of sessions: a logistic regression shrunk towards the shipped weights.
 * Words are specific to topics, and are omitted.
 */
export function learnWeights(sessions: readonly (readonly FollowedExample[])[]): LearntWeight[] {
  const count = sessions.reduce((sum, links) => sum + links.length, 0);
  const rows = {
    x: new Float32Array(count * FEATURE_COUNT),
    y: new Float32Array(count),
    weights: new Float64Array(count),
    width: FEATURE_COUNT,
  };
  let row = 0;
  for (const links of sessions)
    for (const { features, credit } of links) {
      // Facts unknown to an earlier version of the policy count as 0.
      FEATURES.forEach((name, i) => (rows.x[row * FEATURE_COUNT + i] = features[name] ?? 0));
      rows.y[row] = credit;
      rows.weights[row++] = Math.min(1, PAGES_OF_SESSION / links.length);
    }
  const towards = Float64Array.from(FEATURES, (name) => RELEVANCE_PRIOR[name] ?? 0);
  const learnt = logisticRegression(rows, { strength: FIRMNESS, towards, first: true });
  return FEATURES.map((feature, i) => ({ feature, shipped: towards[i], learnt: learnt[i] }));
}

/**
 * The contents of a spider of link values: names with the numbers, so that later versions of the policy can read it.
 */
export const keptWeights = (weights: readonly LearntWeight[]): Snapshot => ({
  features: weights.map(({ feature }) => feature),
  weights: Float64Array.from(weights, ({ learnt }) => learnt),
});

/**
 * The weights of a spider. Missing features keep the shipped ones. @throws RangeError if it is no spider of link values
 */
export function weightsOfSpider(from: SnapshotReader): Weights {
  const names = from.strings('features');
  const weights = from.float64('weights', { length: names.length });
  const given = new Map(names.map((name, i) => [name, weights[i]]));
  return Object.fromEntries(FEATURES.map((name) => [name, given.get(name) ?? RELEVANCE_PRIOR[name] ?? 0]));
}
