import type { WebGraph } from '../web-graph.js';

/** Linked pages in either direction: neighbours of each page, ascending and distinct. */
export interface Neighbours {
  readonly size: number;
  of(page: number): Uint32Array;
  areLinked(a: number, b: number): boolean;
}

/** Links examined per step: a millisecond or two. */
const PIECE = 10_000;

/** Runs in steps. */
export function* neighboursOf(graph: WebGraph): Generator<void, Neighbours> {
  const { size } = graph;
  const starts = new Uint32Array(size + 1);
  yield* byLinks(graph, (page, links) => {
    for (const target of links) {
      if (target === page) continue;
      starts[page + 1]++;
      starts[target + 1]++;
    }
  });
  for (let page = 0; page < size; page++) starts[page + 1] += starts[page];
  const flat = new Uint32Array(starts[size]);
  const counts = new Uint32Array(size);
  yield* byLinks(graph, (page, links) => {
    for (const target of links) {
      if (target === page) continue;
      flat[starts[page] + counts[page]++] = target;
      flat[starts[target] + counts[target]++] = page;
    }
  });
  let sorted = 0;
  for (let page = 0; page < size; page++) {
    const row = flat.subarray(starts[page], starts[page + 1]).sort();
    sorted += row.length + 1;
    if (sorted > PIECE) {
      sorted = 0;
      yield;
    }
    let kept = 0;
    for (let i = 0; i < row.length; i++) if (i === 0 || row[i] !== row[i - 1]) row[kept++] = row[i];
    counts[page] = kept;
  }
  const of = (page: number): Uint32Array => flat.subarray(starts[page], starts[page] + counts[page]);
  return {
    size,
    of,
    areLinked: (a, b) => {
      let low = starts[a];
      let high = low + counts[a] - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        if (flat[middle] === b) return true;
        if (flat[middle] < b) low = middle + 1;
        else high = middle - 1;
      }
      return false;
    },
  };
}

/** Visits the links of each page in turn. Runs in steps. */
export function* byLinks(graph: WebGraph, look: (page: number, links: Uint32Array) => void): Generator<void, void> {
  let looked = 0;
  for (let page = 0; page < graph.size; page++) {
    const links = graph.linksOf(page);
    look(page, links);
    looked += links.length + 1;
    if (looked <= PIECE) continue;
    looked = 0;
    yield;
  }
}
