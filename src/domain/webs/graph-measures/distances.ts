import type { Rng } from '../../base/rng.js';
import type { WebGraph } from '../web-graph.js';
import type { Neighbours } from './neighbours.js';

/** Numbers of links between pages, over pairs of a random start and a page reachable from it. */
export interface Distances {
  readonly mean: number;
  /** The 90th percentile. */
  readonly ninetieth: number;
  /** Longest distance found: a lower bound of the diameter. */
  readonly longest: number;
  /** Mean share of the pages reachable from a start. */
  readonly reachedShare: number;
  /** Number of random starts. */
  readonly sampledStarts: number;
}

/** Links examined per step: a millisecond or two, because pages are scattered in memory. */
const PIECE = 10_000;

/**
 * Distances along the direction of links by breadth-first search from random starts. Null if no link leads anywhere.
 * Runs in steps.
 */
export function* distancesIn(graph: WebGraph, starts: number, rng: Rng): Generator<void, Distances | null> {
  const { size } = graph;
  const count = Math.min(starts, size);
  const seen = new Uint32Array(size);
  const queue = new Uint32Array(size);
  const atDistance: number[] = [0];
  let reached = 0;
  let looked = 0;
  for (let turn = 1; turn <= count; turn++) {
    // With fewer pages than starts, all pages are starts.
    const start = count === size ? turn - 1 : rng.below(size);
    queue[0] = start;
    seen[start] = turn;
    let end = 1;
    let ring = 1;
    for (let at = 0, distance = 1; at < end; distance++) {
      for (; at < ring; at++) {
        const links = graph.linksOf(queue[at]);
        for (const next of links) {
          if (seen[next] === turn) continue;
          seen[next] = turn;
          queue[end++] = next;
        }
        looked += links.length + 1;
        if (looked <= PIECE) continue;
        looked = 0;
        yield;
      }
      if (end > ring) atDistance[distance] = (atDistance[distance] ?? 0) + end - ring;
      ring = end;
    }
    reached += end;
    yield;
  }
  const pairs = atDistance.reduce((sum, each) => sum + each, 0);
  if (pairs === 0) return null;
  let below = 0;
  const ninetieth = atDistance.findIndex((each) => (below += each) >= pairs * 0.9);
  return {
    mean: atDistance.reduce((sum, each, distance) => sum + each * distance, 0) / pairs,
    ninetieth,
    longest: atDistance.length - 1,
    reachedShare: reached / (count * size),
    sampledStarts: count,
  };
}

/** Number of pages in the largest component, ignoring link direction. Runs in steps. */
export function* largestComponent(neighbours: Neighbours): Generator<void, number> {
  const { size } = neighbours;
  const seen = new Uint8Array(size);
  const queue = new Uint32Array(size);
  let largest = 0;
  let looked = 0;
  for (let page = 0; page < size; page++) {
    looked++;
    if (seen[page] === 1) continue;
    seen[page] = 1;
    queue[0] = page;
    let end = 1;
    for (let at = 0; at < end; at++) {
      const around = neighbours.of(queue[at]);
      for (const next of around) {
        if (seen[next] === 1) continue;
        seen[next] = 1;
        queue[end++] = next;
      }
      looked += around.length + 1;
      if (looked <= PIECE) continue;
      looked = 0;
      yield;
    }
    largest = Math.max(largest, end);
  }
  return largest;
}
