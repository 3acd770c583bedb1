import { createRng } from '../../base/rng.js';
import { graphOfRows, type WebGraph } from '../web-graph.js';
import { LinkRows } from './link-rows.js';

const PASSES = 3;

/**
 * Rewires links in place by swaps: a→b and c→d become a→d and c→b. Each page keeps its out-degree and its in-degree
 * exactly; the pairs of linked pages become random (Palotai et al., section 4.1, permute origins and ends of all links
 * at random, which is equivalent). Creates neither duplicate links nor links from a page to itself.
 *
 * @param groupOf only ends of the same group are swapped, so that each page keeps its number of links to each group
 */
export function rewire(rows: LinkRows, seed: number, groupOf: (page: number) => number = () => 0): void {
  const rng = createRng(seed ^ 0x5173_0003);
  const { starts, targets } = rows;
  const sourceOf = new Uint32Array(targets.length);
  for (let page = 0; page + 1 < starts.length; page++) sourceOf.fill(page, starts[page], starts[page + 1]);
  for (let pass = 0; pass < PASSES; pass++) {
    for (let one = 0; one < targets.length; one++) {
      const other = rng.below(targets.length);
      const [a, b, c, d] = [sourceOf[one], targets[one], sourceOf[other], targets[other]];
      if (a === c || b === d || a === d || c === b || groupOf(b) !== groupOf(d)) continue;
      if (rows.has(a, d) || rows.has(c, b)) continue;
      targets[one] = d;
      targets[other] = b;
    }
  }
}

/** The rewired twin of any graph: another graph with the same degrees. Links from a page to itself stay. */
export function rewiredTwin(graph: WebGraph, seed: number): WebGraph {
  const rows = new LinkRows(Uint32Array.from({ length: graph.size }, (_, page) => graph.linksOf(page).length));
  for (let page = 0; page < graph.size; page++) for (const target of graph.linksOf(page)) rows.add(page, target);
  rewire(rows, seed);
  return graphOfRows(rows.starts, rows.targets);
}
