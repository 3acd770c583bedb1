import { createRng } from '../../base/rng.js';
import { clusteringOf } from '../graph-measures/clustering.js';
import { neighboursOf } from '../graph-measures/neighbours.js';
import { graphOfRows } from '../web-graph.js';
import { makeLinks } from './link-structure.js';
import { SyntheticSettingsError, type SyntheticSettings } from './settings.js';
import { layOutSites } from './sites.js';

/** Clustering hardly depends on the size of a web, so a part of it suffices for trials. */
const TRIED_PAGES = 10_000;
const STEPS = 7;

/**
 * The probability of triad formation that gives this clustering coefficient, by bisection. @throws
 * SyntheticSettingsError if none does
 */
export function triadsFor(settings: SyntheticSettings, wanted: number): number {
  const tried = { ...settings, pages: Math.min(settings.pages, TRIED_PAGES) };
  const sites = layOutSites(tried);
  const measure = (triads: number): number => {
    const { rows } = makeLinks({ ...tried, triads }, sites);
    const graph = graphOfRows(rows.starts, rows.targets);
    const neighbours = atOnce(neighboursOf(graph));
    return atOnce(clusteringOf(neighbours, TRIED_PAGES, createRng(settings.seed)))?.coefficient ?? 0;
  };
  let [low, high] = [0, 1];
  const [least, most] = [measure(low), measure(high)];
  if (wanted < least || wanted > most)
    throw new SyntheticSettingsError(
      `clustering: these settings allow ${least.toFixed(4)} to ${most.toFixed(4)}; more pages for each host and fewer links to the same host lower both`,
    );
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (measure(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Runs all steps of divided work at once. */
function atOnce<T>(pieces: Generator<void, T>): T {
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}
