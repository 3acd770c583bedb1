/** A directed graph of densely numbered pages, in compressed rows. */
export interface WebGraph {
  readonly size: number;
  /** Targets of a page's links in document order, distinct. */
  linksOf(page: number): Uint32Array;
}

/** Builds a graph from the targets of each page. */
export function createWebGraph(targets: readonly ArrayLike<number>[]): WebGraph {
  const starts = new Uint32Array(targets.length + 1);
  for (let page = 0; page < targets.length; page++) starts[page + 1] = starts[page] + targets[page].length;
  const flat = new Uint32Array(starts[targets.length]);
  for (let page = 0; page < targets.length; page++) flat.set(targets[page], starts[page]);
  return graphOfRows(starts, flat);
}

/** @param starts first index in `targets` of each page, with one extra entry at the end */
export function graphOfRows(starts: Uint32Array, targets: Uint32Array): WebGraph {
  return { size: starts.length - 1, linksOf: (page) => targets.subarray(starts[page], starts[page + 1]) };
}

/** The same pages with all links reversed. */
export function reversed(graph: WebGraph): WebGraph {
  const starts = new Uint32Array(graph.size + 1);
  for (let page = 0; page < graph.size; page++) for (const to of graph.linksOf(page)) starts[to + 1]++;
  for (let page = 0; page < graph.size; page++) starts[page + 1] += starts[page];
  const flat = new Uint32Array(starts[graph.size]);
  const filled = starts.slice();
  for (let page = 0; page < graph.size; page++) for (const to of graph.linksOf(page)) flat[filled[to]++] = page;
  return graphOfRows(starts, flat);
}

/** Number of links from the nearest start to each page; -1 if there is no path. */
export function distancesFrom(graph: WebGraph, starts: Iterable<number>): Int32Array {
  const distances = new Int32Array(graph.size).fill(-1);
  const queue: number[] = [];
  for (const start of starts) {
    if (distances[start] === 0) continue;
    distances[start] = 0;
    queue.push(start);
  }
  for (let at = 0; at < queue.length; at++) {
    for (const next of graph.linksOf(queue[at])) {
      if (distances[next] >= 0) continue;
      distances[next] = distances[queue[at]] + 1;
      queue.push(next);
    }
  }
  return distances;
}
