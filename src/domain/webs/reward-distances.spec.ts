import { createRng } from '../base/rng.js';
import { createKnownWeb, type KnownWeb } from './known-web.js';
import { RewardDistances } from './reward-distances.js';
import { createWebGraph, reversed } from './web-graph.js';

function randomWeb(pages: number, links: number, relevantShare: number, seed: number): KnownWeb {
  const rng = createRng(seed);
  const targets = Array.from({ length: pages }, () =>
    Array.from({ length: rng.below(links + 1) }, () => rng.below(pages)),
  );
  const relevant = targets.map(() => rng.next() < relevantShare);
  return createKnownWeb(
    createWebGraph(targets),
    targets.map((_, page) => `http://a.example/${page}`),
    (page) => relevant[page],
  );
}

/** By a search from the page itself. */
function truth(web: KnownWeb, start: number, isOpen: (page: number) => boolean): number {
  if (!isOpen(start)) return Infinity;
  const distances = new Map([[start, 0]]);
  for (const [page, distance] of distances) {
    if (web.isRelevant(page)) return distance;
    for (const next of web.graph.linksOf(page))
      if (isOpen(next) && !distances.has(next)) distances.set(next, distance + 1);
  }
  return Infinity;
}

describe('distances to the nearest relevant page', () => {
  it.each([1, 2, 3, 4, 5, 6])('are those of a search, whatever is closed and opened again (web %i)', (seed) => {
    const web = randomWeb(120, 3, 0.06, seed);
    const rng = createRng(seed + 100);
    const distances = new RewardDistances(web);
    const isOpen = (page: number): boolean => distances.isOpen(page);
    for (let i = 0; i < 300; i++) {
      const page = rng.below(web.graph.size);
      if (rng.next() < 0.25) distances.reopen(page);
      else if (rng.next() < 0.5) distances.close(page);
      const asked = rng.below(web.graph.size);
      expect(distances.lowerBound(asked)).toBeLessThanOrEqual(truth(web, asked, isOpen));
      expect(distances.distance(asked)).toBe(truth(web, asked, isOpen));
    }
  });

  it('end at once where nothing relevant is left in a large circle', () => {
    const size = 20_000;
    const targets = Array.from({ length: size }, (_, page) => [(page + 1) % size]);
    const urls = targets.map((_, page) => `http://a.example/${page}`);
    const distances = new RewardDistances(createKnownWeb(createWebGraph(targets), urls, (page) => page === 0));
    expect(distances.distance(1)).toBe(size - 1);
    distances.close(0);
    // Raising bounds one by one would take size² steps.
    const open = targets.flatMap((_, page) => (page > 0 && distances.distance(page) !== Infinity ? [page] : []));
    expect(open).toEqual([]);
  });

  it('go on alike after a restore', () => {
    const web = randomWeb(80, 3, 0.1, 9);
    const distances = new RewardDistances(web);
    for (let page = 0; page < 80; page += 3) distances.close(page);
    for (let page = 0; page < 80; page += 7) distances.distance(page);
    const other = new RewardDistances(web);
    other.restore(distances.save());
    expect(other.save()).toEqual(distances.save());
    expect(() => new RewardDistances(randomWeb(81, 3, 0.1, 9)).restore(distances.save())).toThrow(
      'closed: a Uint8Array of 81 is needed',
    );
  });
});

describe('a graph turned round', () => {
  it('has the links of the other direction', () => {
    const graph = reversed(createWebGraph([[1, 2], [2], [0], []]));
    expect([0, 1, 2, 3].map((page) => [...graph.linksOf(page)])).toEqual([[2], [0], [0, 1], []]);
  });
});
