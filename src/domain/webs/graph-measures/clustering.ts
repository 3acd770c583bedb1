import type { Rng } from '../../base/rng.js';
import type { Neighbours } from './neighbours.js';

export interface Clustering {
  /** Mean, over pages with at least two neighbours, of the share of their neighbour pairs that are linked. */
  readonly coefficient: number;
  /** Number of examined pages. */
  readonly sampledPages: number;
}

/** Most neighbour pairs examined per page; from more pairs, this many are drawn. */
const MAX_PAIRS = 400;
const PIECE = 16;

/**
 * Clustering coefficient of Watts and Strogatz (1998), ignoring link direction. Null if no page has two neighbours.
 * Runs in steps.
 *
 * @param sample most pages examined; drawn at random if there are more
 */
export function* clusteringOf(neighbours: Neighbours, sample: number, rng: Rng): Generator<void, Clustering | null> {
  const eligible: number[] = [];
  for (let page = 0; page < neighbours.size; page++) if (neighbours.of(page).length >= 2) eligible.push(page);
  if (eligible.length === 0) return null;
  const count = Math.min(sample, eligible.length);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const drawn = i + (count < eligible.length ? rng.below(eligible.length - i) : 0);
    [eligible[i], eligible[drawn]] = [eligible[drawn], eligible[i]];
    sum += linkedPairs(neighbours, eligible[i], rng);
    if (i % PIECE === PIECE - 1) yield;
  }
  return { coefficient: sum / count, sampledPages: count };
}

/** Share of a page's neighbour pairs that are linked. */
function linkedPairs(neighbours: Neighbours, page: number, rng: Rng): number {
  const around = neighbours.of(page);
  const pairs = (around.length * (around.length - 1)) / 2;
  let linked = 0;
  if (pairs <= MAX_PAIRS) {
    for (let i = 0; i < around.length; i++)
      for (let j = i + 1; j < around.length; j++) if (neighbours.areLinked(around[i], around[j])) linked++;
    return linked / pairs;
  }
  for (let tried = 0; tried < MAX_PAIRS; tried++) {
    const i = rng.below(around.length);
    const j = (i + 1 + rng.below(around.length - 1)) % around.length;
    if (neighbours.areLinked(around[i], around[j])) linked++;
  }
  return linked / MAX_PAIRS;
}
