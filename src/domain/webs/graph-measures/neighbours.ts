import type { WebGraph } from '../web-graph.js';

/** Who is linked with whom, whichever way: neighbours of each page in ascending order, each once. */
export interface Neighbours {
  readonly size: number;
  of(page: number): Uint32Array;
  areLinked(a: number, b: number): boolean;
}

export function neighboursOf(graph: WebGraph): Neighbours {
  const { size } = graph;
  const starts = new Uint32Array(size + 1);
  for (let page = 0; page < size; page++)
    for (const target of graph.linksOf(page)) {
      if (target === page) continue;
      starts[page + 1]++;
      starts[target + 1]++;
    }
  for (let page = 0; page < size; page++) starts[page + 1] += starts[page];
  const flat = new Uint32Array(starts[size]);
  const counts = new Uint32Array(size);
  for (let page = 0; page < size; page++)
    for (const target of graph.linksOf(page)) {
      if (target === page) continue;
      flat[starts[page] + counts[page]++] = target;
      flat[starts[target] + counts[target]++] = page;
    }
  for (let page = 0; page < size; page++) {
    const row = flat.subarray(starts[page], starts[page + 1]).sort();
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
