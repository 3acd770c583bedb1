import type { WebGraph } from './web-graph.js';

interface OracleOptions {
  readonly graph: WebGraph;
  readonly seeds: readonly number[];
  readonly isRelevant: (page: number) => boolean;
  readonly domainOf: (page: number) => number;
  readonly budget: number;
  /** MAX of each domain, `Infinity` if unlimited. */
  readonly domainCap: number;
}

/**
 * The order in which a crawler with knowledge of the whole graph would fetch: always along the shortest way to the
 * nearest relevant page.
 *
 * Greedy, as in Rennie and McCallum's `optimal` spider (section 2.3): the true optimum is a Steiner tree problem. No
 * page is fetched that does not lead to a relevant one; when none can be reached any more, the order ends, possibly
 * before the budget.
 */
export function oracleOrder(options: OracleOptions): number[] {
  const { graph, isRelevant, domainOf, budget, domainCap } = options;
  const fetched = new Uint8Array(graph.size);
  const perDomain = new Map<number, number>();
  const order: number[] = [];
  const open = new Set<number>(); // pages linked from fetched ones, or seeds
  let ready: number[] = []; // the relevant ones among them, oldest first
  let readyAt = 0;

  const allowed = (page: number): boolean => (perDomain.get(domainOf(page)) ?? 0) < domainCap;
  const offer = (page: number): void => {
    if (fetched[page] === 1 || open.has(page)) return;
    open.add(page);
    if (isRelevant(page)) ready.push(page);
  };
  const fetch = (page: number): void => {
    fetched[page] = 1;
    open.delete(page);
    perDomain.set(domainOf(page), (perDomain.get(domainOf(page)) ?? 0) + 1);
    order.push(page);
    for (const next of graph.linksOf(page)) offer(next);
  };
  const nextReady = (): number | undefined => {
    while (readyAt < ready.length) {
      const page = ready[readyAt++];
      if (fetched[page] === 0 && allowed(page)) return page;
    }
    ready = [];
    readyAt = 0;
    return undefined;
  };

  for (const seed of options.seeds) offer(seed);
  while (order.length < budget) {
    const page = nextReady();
    if (page !== undefined) {
      fetch(page);
      continue;
    }
    const way = wayToNearest(graph, open, fetched, isRelevant, allowed);
    if (way.length === 0) break;
    for (const step of way) if (order.length < budget && fetched[step] === 0 && allowed(step)) fetch(step);
  }
  return order;
}

/** The pages to fetch, in order, to reach the relevant page nearest to the open ones; empty if there is none. */
function wayToNearest(
  graph: WebGraph,
  open: ReadonlySet<number>,
  fetched: Uint8Array,
  isRelevant: (page: number) => boolean,
  allowed: (page: number) => boolean,
): number[] {
  const cameFrom = new Int32Array(graph.size).fill(-2);
  const queue: number[] = [];
  for (const page of open) {
    if (!allowed(page)) continue;
    cameFrom[page] = -1;
    queue.push(page);
  }
  for (let at = 0; at < queue.length; at++) {
    for (const next of graph.linksOf(queue[at])) {
      if (cameFrom[next] !== -2 || fetched[next] === 1 || !allowed(next)) continue;
      cameFrom[next] = queue[at];
      if (!isRelevant(next)) {
        queue.push(next);
        continue;
      }
      const way: number[] = [];
      for (let page = next; page !== -1; page = cameFrom[page]) way.push(page);
      return way.reverse();
    }
  }
  return [];
}
