import { createRng } from '../../base/rng.js';
import type { WebGraph } from '../web-graph.js';
import { type Clustering, clusteringOf } from './clustering.js';
import { type Distances, distancesIn, largestComponent } from './distances.js';
import { byLinks, neighboursOf } from './neighbours.js';
import { fitPowerLaw, type PowerLaw } from './power-law.js';

/** Whether relevant pages link to relevant pages more often than others do. */
interface TopicLocality {
  readonly relevantPages: number;
  /** Share of all links that lead to relevant pages: the base rate. Null without links. */
  readonly ofAllLinks: number | null;
  /** Share of the links of relevant pages that lead to relevant pages. Null if they have no links. */
  readonly ofRelevantPages: number | null;
  /** The second divided by the first: 1 if relevance does not affect the targets of links. */
  readonly ratio: number | null;
}

/** Runs in steps. */
function* topicLocality(graph: WebGraph, isRelevant: (page: number) => boolean): Generator<void, TopicLocality> {
  let relevantPages = 0;
  let [all, toRelevant, ofRelevant, both] = [0, 0, 0, 0];
  yield* byLinks(graph, (page, links) => {
    const relevant = isRelevant(page);
    if (relevant) relevantPages++;
    for (const target of links) {
      const leadsThere = isRelevant(target);
      all++;
      if (leadsThere) toRelevant++;
      if (relevant) ofRelevant++;
      if (relevant && leadsThere) both++;
    }
  });
  const ofAllLinks = all === 0 ? null : toRelevant / all;
  const ofRelevantPages = ofRelevant === 0 ? null : both / ofRelevant;
  const ratio =
    ofAllLinks === null || ofAllLinks === 0 || ofRelevantPages === null ? null : ofRelevantPages / ofAllLinks;
  return { relevantPages, ofAllLinks, ofRelevantPages, ratio };
}

interface DegreeMeasures {
  readonly mean: number;
  readonly largest: number;
  /** Null if too few pages have links. */
  readonly powerLaw: PowerLaw | null;
}

/** Measures of a web's shape, with their sample sizes. */
export interface GraphMeasures {
  readonly pages: number;
  readonly links: number;
  readonly outDegree: DegreeMeasures;
  readonly inDegree: DegreeMeasures;
  readonly clustering: Clustering | null;
  readonly distances: Distances | null;
  /** Share of the pages in the largest component, ignoring link direction. */
  readonly largestComponent: number;
  /** Null if relevant pages are unknown. */
  readonly locality: TopicLocality | null;
}

export interface MeasureOptions {
  readonly isRelevant?: (page: number) => boolean;
  /** Degrees if the graph is a part of a larger one. Default: counted in the graph. */
  readonly degrees?: { readonly out: Uint32Array; readonly into: Uint32Array };
  /** Most pages examined for clustering. */
  readonly clusteringSample?: number;
  /** Number of starts of breadth-first searches for distances. */
  readonly distanceStarts?: number;
  /** Of the sampling. */
  readonly seed?: number;
}

const CLUSTERING_SAMPLE = 5_000;
const DISTANCE_STARTS = 50;

function degreeCounts(degrees: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const degree of degrees) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  return counts;
}

function* degreeMeasures(degrees: Uint32Array): Generator<void, DegreeMeasures> {
  const counts = degreeCounts(degrees);
  yield;
  let [largest, sum] = [0, 0];
  for (const [degree, count] of counts) {
    largest = Math.max(largest, degree);
    sum += degree * count;
  }
  return { mean: degrees.length === 0 ? 0 : sum / degrees.length, largest, powerLaw: yield* fitPowerLaw(counts) };
}

/**
 * Measures a web graph; see the parts for each figure. Memory is some 12 bytes per link and 20 per page; time grows
 * with pages and links, and with the samples for clustering and distances. Runs in steps.
 */
export function* measureGraph(graph: WebGraph, options: MeasureOptions = {}): Generator<void, GraphMeasures> {
  const { isRelevant, clusteringSample = CLUSTERING_SAMPLE, distanceStarts = DISTANCE_STARTS, seed = 1 } = options;
  const rng = createRng(seed);
  const out = new Uint32Array(graph.size);
  const into = new Uint32Array(graph.size);
  let links = 0;
  yield* byLinks(graph, (page, row) => {
    out[page] = row.length;
    links += row.length;
    for (const target of row) into[target]++;
  });
  const outDegree = yield* degreeMeasures(options.degrees?.out ?? out);
  const inDegree = yield* degreeMeasures(options.degrees?.into ?? into);
  const distances = yield* distancesIn(graph, distanceStarts, rng);
  const locality = isRelevant ? yield* topicLocality(graph, isRelevant) : null;
  const neighbours = yield* neighboursOf(graph);
  yield;
  const clustering = yield* clusteringOf(neighbours, clusteringSample, rng);
  const largest = yield* largestComponent(neighbours);
  return {
    pages: graph.size,
    links,
    outDegree,
    inDegree,
    clustering,
    distances,
    largestComponent: graph.size === 0 ? 0 : largest / graph.size,
    locality,
  };
}
