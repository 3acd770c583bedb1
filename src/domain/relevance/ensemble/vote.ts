import { fitPlatt, plattProbability } from '../../learning/calibration.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';

/**
 * `probability`: members vote with their calibrated probabilities. `rank`: with the share of held-out examples with a
 * lower margin. `log-odds`: with the log-odds, scaled by examples alone if both classes have some, so that pages far
 * from general text can still be distinguished from each other.
 */
export const VOTES = ['log-odds', 'probability', 'rank'] as const;
export type Voting = (typeof VOTES)[number];

/** Converts a member's margins into comparable votes: log-odds, or numbers in [0, 1]. */
export interface Vote {
  /** Nondecreasing in the margin. NaN, no opinion, votes against. */
  of(margin: number): number;
  save(): Snapshot;
}

/** The vote of a member that knows no word of a document: as calibrated models answer then. */
const NO_OPINION = 0.05;
/** The same in log-odds. */
const NO_LOG_ODDS = Math.log(NO_OPINION / (1 - NO_OPINION));
/** A single very certain member must not outvote all others. */
const MOST_LOG_ODDS = 8;
/** Points of a rank curve: the error of a rank stays below half a percent. */
const MAX_POINTS = 200;

/**
 * Fits a vote to held-out margins with equal weight of both classes, so that ranks are precise near the decision
 * boundary.
 */
export function fitVote(voting: Voting, margins: readonly number[], labels: ArrayLike<number>): Vote {
  const known = margins.map((_, i) => i).filter((i) => !Number.isNaN(margins[i]));
  const knownMargins = known.map((i) => margins[i]);
  const knownLabels = known.map((i) => labels[i]);
  if (voting !== 'rank') {
    const { a, b } = fitPlatt(knownMargins, knownLabels);
    return voting === 'probability' ? probabilityVote(a, b) : logOddsVote(a, b);
  }
  const counts = [0, 0];
  for (const label of knownLabels) counts[label]++;
  const order = knownMargins.map((_, i) => i).sort((x, y) => knownMargins[x] - knownMargins[y]);
  const points: { margin: number; rank: number }[] = [];
  let below = 0;
  for (let at = 0; at < order.length;) {
    const margin = knownMargins[order[at]];
    let weight = 0;
    for (; at < order.length && knownMargins[order[at]] === margin; at++) weight += 1 / counts[knownLabels[order[at]]];
    points.push({ margin, rank: below + weight / 2 });
    below += weight;
  }
  const step = Math.max(1, (points.length - 1) / (MAX_POINTS - 1));
  const kept = Array.from({ length: Math.min(points.length, MAX_POINTS) }, (_, k) => points[Math.round(k * step)]);
  return rankVote(
    Float64Array.from(kept, ({ margin }) => margin),
    Float64Array.from(kept, ({ rank }) => rank / Math.max(below, Number.MIN_VALUE)),
  );
}

/** @throws RangeError if it is not from `save` */
export function restoreVote(voting: Voting, from: SnapshotReader): Vote {
  if (!from.has('margins') && !from.has('ranks')) {
    const vote = voting === 'log-odds' ? logOddsVote : probabilityVote;
    return vote(from.number('a'), from.number('b'));
  }
  const margins = from.float64('margins');
  return rankVote(margins, from.float64('ranks', { length: margins.length }));
}

function probabilityVote(a: number, b: number): Vote {
  return {
    of: (margin) => (Number.isNaN(margin) ? NO_OPINION : plattProbability({ a, b }, margin)),
    save: () => ({ a, b }),
  };
}

function logOddsVote(a: number, b: number): Vote {
  return {
    of: (margin) =>
      Number.isNaN(margin) ? NO_LOG_ODDS : Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, -(a * margin + b))),
    save: () => ({ a, b }),
  };
}

function rankVote(margins: Float64Array, ranks: Float64Array): Vote {
  const last = margins.length - 1;
  // Beyond the ends ranks continue towards 0 and 1, which keeps the order of margins.
  const scale = last < 1 ? 1 : margins[last] - margins[0];
  const of = (margin: number): number => {
    if (Number.isNaN(margin) || last < 0) return 0;
    if (margin <= margins[0]) return ranks[0] / (1 + (margins[0] - margin) / scale);
    if (margin >= margins[last]) return 1 - (1 - ranks[last]) / (1 + (margin - margins[last]) / scale);
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (margins[middle] <= margin) low = middle;
      else high = middle;
    }
    return ranks[low] + ((margin - margins[low]) / (margins[high] - margins[low])) * (ranks[high] - ranks[low]);
  };
  return { of, save: () => ({ margins, ranks }) };
}
