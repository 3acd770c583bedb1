import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import { logisticRegression } from '../../learning/linear-models.js';
import { FEATURE_COUNT, FEATURES } from './features.js';
import { RELEVANCE_PRIOR, type Weights } from './prior-weights.js';

/** A link that a session followed: the facts by which it was chosen, by name, and what its page counts for (`creditOf`). */
export interface FollowedExample {
  readonly features: Readonly<Record<string, number>>;
  /** In [0, 1]. */
  readonly credit: number;
}

/** The weight of one feature, before and after. */
export interface LearntWeight {
  readonly feature: string;
  readonly shipped: number;
  readonly learnt: number;
}

/** A session counts as so many pages at most: a large one must not drown the others, whose topics are others. */
const PAGES_OF_SESSION = 500;
/**
 * How firmly weights hold to the shipped ones: the precision of each, which says that weights of topics differ by about .3. Followed links are those that were
 * thought good, so what they tell of others is not to be trusted far.
 */
const FIRMNESS = 10;

/** Weights to begin with, learnt from what sessions followed: a logistic regression drawn towards the shipped weights. Words are of their topic, and are left out. */
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
      // What an earlier version of the policy did not know of a link counts as 0.
      FEATURES.forEach((name, i) => (rows.x[row * FEATURE_COUNT + i] = features[name] ?? 0));
      rows.y[row] = credit;
      rows.weights[row++] = Math.min(1, PAGES_OF_SESSION / links.length);
    }
  const towards = Float64Array.from(FEATURES, (name) => RELEVANCE_PRIOR[name] ?? 0);
  const learnt = logisticRegression(rows, { strength: FIRMNESS, towards, first: true });
  return FEATURES.map((feature, i) => ({ feature, shipped: towards[i], learnt: learnt[i] }));
}

/** What a spider of link values keeps: names beside the numbers, so that it fits to later versions of the policy. */
export const keptWeights = (weights: readonly LearntWeight[]): Snapshot => ({
  features: weights.map(({ feature }) => feature),
  weights: Float64Array.from(weights, ({ learnt }) => learnt),
});

/** Weights of a spider. Features that it does not know keep the shipped ones. @throws RangeError when it is no spider of link values */
export function weightsOfSpider(from: SnapshotReader): Weights {
  const names = from.strings('features');
  const weights = from.float64('weights', { length: names.length });
  const given = new Map(names.map((name, i) => [name, weights[i]]));
  return Object.fromEntries(FEATURES.map((name) => [name, given.get(name) ?? RELEVANCE_PRIOR[name] ?? 0]));
}
