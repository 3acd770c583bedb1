import { Availability, type FrontierView } from '../../src/domain/frontier/frontier-view.js';

/** A view of a crawl before its first step: each URL is ready and has its own host, all in one domain. */
export function stillView(parts: Partial<FrontierView> = {}): FrontierView {
  return {
    availability: () => Availability.Ready,
    reservation: () => Number.NEGATIVE_INFINITY,
    domainOf: () => 0,
    domain: () => ({ fetched: 0, relevant: 0 }),
    hostOf: (urlNo) => urlNo,
    host: () => ({ fetched: 0, relevant: 0 }),
    tagPath: () => '',
    stepOf: () => -1,
    parents: () => [],
    path: () => ({ reward: 0, depth: 0, length: 1, relevant: 0, distanceToRelevant: 2 }),
    completed: 0,
    budget: 1,
    ...parts,
  };
}
