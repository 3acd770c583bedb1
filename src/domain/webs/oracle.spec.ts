import { oracleOrder } from './oracle.js';
import { createWebGraph, distancesFrom } from './web-graph.js';

//  0 → 1 → 2(relevant) → 3(relevant)
//  0 → 4 → 5 → 6(relevant)      7 is not reachable
const graph = createWebGraph([[1, 4], [2], [3], [0], [5], [6], [], [6]]);
const relevant = new Set([2, 3, 6, 7]);
const options = {
  graph,
  seeds: [0],
  isRelevant: (page: number) => relevant.has(page),
  domainOf: (page: number) => page,
  budget: 100,
  domainCap: Infinity,
};

describe('oracle', () => {
  it('goes the shortest way to the nearest relevant page, and on from there', () => {
    expect(oracleOrder(options)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('stops at the budget', () => {
    expect(oracleOrder({ ...options, budget: 3 })).toEqual([0, 1, 2]);
  });

  it('fetches nothing when no relevant page can be reached', () => {
    expect(oracleOrder({ ...options, isRelevant: (page) => page === 7 })).toEqual([]);
  });

  it('keeps MAX of a domain', () => {
    const domainOf = (page: number): number => (page === 2 || page === 3 ? 99 : page);
    expect(oracleOrder({ ...options, domainOf, domainCap: 1 })).toEqual([0, 1, 2, 4, 5, 6]);
  });
});

describe('distances', () => {
  it('counts links from the nearest start, -1 where no path leads', () => {
    expect([...distancesFrom(graph, [0])]).toEqual([0, 1, 2, 3, 1, 2, 3, -1]);
    expect([...distancesFrom(graph, [0, 7])].slice(6)).toEqual([1, 0]);
  });
});
