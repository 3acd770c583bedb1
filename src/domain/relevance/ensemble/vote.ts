import { fitPlatt, plattProbability } from '../../learning/calibration.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';

/**
 * `probability`: members vote with their calibrated probabilities. `rank`: with the share of held-out examples they put the document above. `log-odds`: with
 * the logarithm of the odds, learnt from examples alone where there are some of both classes, so that a page that is far from general text can still be told
 * from one that is farther.
 */
export const VOTES = ['log-odds', 'probability', 'rank'] as const;
export type Voting = (typeof VOTES)[number];

/** Turns a member's margins into votes that are comparable with those of other members: log-odds, or numbers in [0, 1]. */
export interface Vote {
  /** A larger margin never votes for less. NaN, no opinion, votes against. */
  of(margin: number): number;
  save(): Snapshot;
}

/** A member that knows no word of a document: what calibrated models say then. */
const NO_OPINION = 0.05;
/** The same in log-odds. */
const NO_LOG_ODDS = Math.log(NO_OPINION / (1 - NO_OPINION));
/** One member that is very sure does not outvote all others. */
const MOST_LOG_ODDS = 8;
/** Points of a rank curve: the error of a rank stays below half a percent. */
const MAX_POINTS = 200;

/** Learns from held-out margins; both classes weigh the same, so that ranks tell apart where relevance is decided. */
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

/** @throws RangeError when it is not what `save` gave */
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
  // Beyond the ends ranks go on towards 0 and 1, so that the order of margins is kept.
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
