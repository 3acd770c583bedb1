import type { Rng } from '../base/rng.js';

/** A document as the weights of its terms; terms are ascending and distinct. */
export interface SparseVector {
  readonly terms: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Most rounds of power iteration for one direction. With two directions of similar length it does not converge, and any
 * mixture of them splits equally well.
 */
const MAX_ROUNDS = 40;
/** A direction that changes by less than this has converged. */
const SETTLED = 1e-6;

interface Node {
  readonly documents: readonly number[];
  readonly mean: Float64Array;
  /** Sum of the squared distances of its documents from their mean: the paper's scatter value. */
  readonly scatter: number;
}

/**
 * Principal-direction divisive partitioning (Boley, "Principal Direction Divisive Partitioning", Data Mining and
 * Knowledge Discovery 2, 1998).
 *
 * It starts with one cluster, and divides the cluster with the largest scatter by the sign of its documents' projection
 * on its principal direction, until there are enough. Power iteration on the sparse documents finds the direction
 * without building the matrix.
 *
 * @param documents vectors of unit length, as the paper scales them
 * @param dimension exclusive bound of the terms
 * @param clusters number of clusters; fewer result if the documents cannot be separated further
 * @returns the cluster number of each document, from 0
 */
export function partition(
  documents: readonly SparseVector[],
  dimension: number,
  clusters: number,
  rng: Rng,
): { readonly clusterOf: Int32Array; readonly clusters: number } {
  const leaves: Node[] = [
    nodeOf(
      documents,
      documents.map((_, i) => i),
      dimension,
    ),
  ];
  const finished: Node[] = [];
  while (leaves.length > 0 && leaves.length + finished.length < clusters) {
    const at = leaves.reduce((best, leaf, i) => (leaf.scatter > leaves[best].scatter ? i : best), 0);
    const [node] = leaves.splice(at, 1);
    const halves = divide(documents, node, rng);
    if (halves === null) finished.push(node);
    else leaves.push(...halves.map((half) => nodeOf(documents, half, dimension)));
  }
  const clusterOf = new Int32Array(documents.length);
  const all = [...finished, ...leaves];
  all.forEach((node, cluster) => node.documents.forEach((document) => (clusterOf[document] = cluster)));
  return { clusterOf, clusters: all.length };
}

function nodeOf(all: readonly SparseVector[], documents: readonly number[], dimension: number): Node {
  const mean = new Float64Array(dimension);
  let squares = 0;
  for (const document of documents) {
    const { terms, weights } = all[document];
    for (let i = 0; i < terms.length; i++) {
      mean[terms[i]] += weights[i] / documents.length;
      squares += weights[i] ** 2;
    }
  }
  const scatter = squares - documents.length * dot(mean, mean);
  return { documents, mean, scatter };
}

/** The documents on either side of the mean along the principal direction; null if all are alike. */
function divide(all: readonly SparseVector[], node: Node, rng: Rng): [number[], number[]] | null {
  if (node.documents.length < 2 || !(node.scatter > SETTLED)) return null;
  const projections = principalProjections(all, node, rng);
  const left: number[] = [];
  const right: number[] = [];
  node.documents.forEach((document, i) => (projections[i] <= 0 ? left : right).push(document));
  return left.length === 0 || right.length === 0 ? null : [left, right];
}

/** Projections of a node's documents, minus their mean, on their leading singular vector. */
function principalProjections(all: readonly SparseVector[], { documents, mean }: Node, rng: Rng): Float64Array {
  let direction: Float64Array = Float64Array.from(mean, () => rng.next() - 0.5);
  let projections: Float64Array = new Float64Array(documents.length);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    projections = project(all, documents, mean, direction);
    const next = new Float64Array(mean.length);
    let sum = 0;
    documents.forEach((document, i) => {
      const { terms, weights } = all[document];
      sum += projections[i];
      for (let k = 0; k < terms.length; k++) next[terms[k]] += projections[i] * weights[k];
    });
    for (let term = 0; term < next.length; term++) next[term] -= sum * mean[term];
    const length = Math.sqrt(dot(next, next));
    if (!(length > 0)) break;
    for (let term = 0; term < next.length; term++) next[term] /= length;
    const turned = 1 - Math.abs(dot(next, direction));
    direction = next;
    if (turned < SETTLED) break;
  }
  return project(all, documents, mean, direction);
}

function project(
  all: readonly SparseVector[],
  documents: readonly number[],
  mean: Float64Array,
  direction: Float64Array,
): Float64Array {
  const origin = dot(mean, direction);
  return Float64Array.from(documents, (document) => {
    const { terms, weights } = all[document];
    let sum = -origin;
    for (let k = 0; k < terms.length; k++) sum += weights[k] * direction[terms[k]];
    return sum;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
