import { createRng } from '../../base/rng.js';
import { createWebGraph, type WebGraph } from '../web-graph.js';
import { type GraphMeasures, measureGraph, type MeasureOptions } from './index.js';
import { fitPowerLaw, hurwitzZeta } from './power-law.js';

function whole<T>(work: Generator<void, T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}
const measure = (graph: WebGraph, options?: MeasureOptions): GraphMeasures => whole(measureGraph(graph, options));

describe('graph measures by hand', () => {
  //  0 → 1 → 2 → 0 is a triangle; 0 → 3 → 4 a tail; 5 stands alone.
  const graph = createWebGraph([[1, 3], [2], [0], [4], [], []]);

  it('counts links', () => {
    const { pages, links, outDegree, inDegree } = measure(graph);
    expect({ pages, links }).toEqual({ pages: 6, links: 5 });
    expect(outDegree).toEqual({ mean: 5 / 6, largest: 2, powerLaw: null });
    expect(inDegree).toEqual({ mean: 5 / 6, largest: 1, powerLaw: null });
  });

  it('has the clustering of Watts and Strogatz over pages with two neighbours', () => {
    // 0 has 1, 2, 3: one of three pairs is linked; 1 and 2 have one linked pair; 3 has 0 and 4, not linked; 4 has one
    // neighbour.
    expect(measure(graph).clustering).toEqual({ coefficient: (1 / 3 + 1 + 1 + 0) / 4, sampledPages: 4 });
  });

  it('has distances along the links', () => {
    // From 0: 1, 2, 1, 2. From 1: 2, 1, 3, 4. From 2: 1, 2, 2, 3. From 3: 1.
    expect(measure(graph).distances).toEqual({
      mean: (6 + 10 + 8 + 1) / 13,
      ninetieth: 3,
      longest: 4,
      reachedShare: (5 + 5 + 5 + 2 + 1 + 1) / 36,
      sampledStarts: 6,
    });
  });

  it('finds the largest part that hangs together', () => {
    expect(measure(graph).largestComponent).toBe(5 / 6);
  });

  it('compares where relevant pages link to with where all do', () => {
    const relevant = new Set([0, 3]);
    expect(measure(graph, { isRelevant: (page) => relevant.has(page) }).locality).toEqual({
      relevantPages: 2,
      // 0→3 and 2→0 of five links; 0→3 of the three of 0 and 3.
      ofAllLinks: 2 / 5,
      ofRelevantPages: 1 / 3,
      ratio: 1 / 3 / (2 / 5),
    });
    expect(measure(graph).locality).toBeNull();
  });

  it('counts a link there and back as one pair of neighbours', () => {
    expect(measure(createWebGraph([[1], [0, 2], [1]])).clustering).toEqual({ coefficient: 0, sampledPages: 1 });
  });

  it('says nothing of what is not there', () => {
    expect(measure(createWebGraph([]))).toMatchObject({
      pages: 0,
      clustering: null,
      distances: null,
      largestComponent: 0,
    });
    expect(measure(createWebGraph([[], []]))).toMatchObject({ pages: 2, links: 0, distances: null });
  });

  it('samples large graphs and says how much', () => {
    const rng = createRng(5);
    const large = createWebGraph(
      Array.from({ length: 2_000 }, () => [...new Set(Array.from({ length: 8 }, () => rng.below(2_000)))]),
    );
    const sampled = measure(large, { clusteringSample: 500, distanceStarts: 10 });
    const exact = measure(large, { clusteringSample: 2_000, distanceStarts: 2_000 });
    expect(sampled.clustering?.sampledPages).toBe(500);
    expect(sampled.distances?.sampledStarts).toBe(10);
    expect(Math.abs((sampled.clustering?.coefficient ?? 0) - (exact.clustering?.coefficient ?? 0))).toBeLessThan(0.003);
    expect(Math.abs((sampled.distances?.mean ?? 0) - (exact.distances?.mean ?? 0))).toBeLessThan(0.1);
  });
});

describe('power law', () => {
  it('knows zeta', () => {
    expect(hurwitzZeta(2, 1)).toBeCloseTo(Math.PI ** 2 / 6, 10);
    expect(hurwitzZeta(3, 2)).toBeCloseTo(1.2020569031595942 - 1, 10);
    // Converges slowly: compared with its neighbour.
    expect(hurwitzZeta(1.3, 5) - hurwitzZeta(1.3, 6)).toBeCloseTo(5 ** -1.3, 9);
  });

  it.each([
    [1.8, 1],
    [2.5, 1],
    [3.2, 4],
  ])('finds the exponent %d from %d on', (exponent, xMin) => {
    const rng = createRng(11);
    const counts = new Map<number, number>();
    for (let i = 0; i < 20_000; i++) {
      // The smallest k whose tail is below a uniform number, by doubling and bisection.
      const wanted = rng.next() * hurwitzZeta(exponent, xMin);
      let high = xMin + 1;
      while (hurwitzZeta(exponent, high) > wanted) high *= 2;
      let low = xMin;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (hurwitzZeta(exponent, middle + 1) > wanted) low = middle + 1;
        else high = middle;
      }
      counts.set(low, (counts.get(low) ?? 0) + 1);
    }
    const fit = whole(fitPowerLaw(counts));
    expect(fit).not.toBeNull();
    if (fit === null) return;
    expect(Math.abs(fit.exponent - exponent)).toBeLessThan(Math.max(0.05, 4 * fit.standardError));
    expect(fit.standardError).toBeLessThan(0.1);
    expect(fit.tail).toBeGreaterThan(1_000);
  });

  it('leaves out what lies below the power law', () => {
    const counts = new Map([
      [1, 50],
      [2, 90],
      [3, 100],
    ]);
    for (let k = 4; k < 4_000; k++) {
      const count = Math.round(1e6 * (k ** -1.5 - (k + 1) ** -1.5));
      if (count > 0) counts.set(k, count);
    }
    const fit = whole(fitPowerLaw(counts));
    expect(fit?.xMin).toBeGreaterThanOrEqual(4);
    expect(Math.abs((fit?.exponent ?? 0) - 2.5)).toBeLessThan(0.1);
  });

  it('is fitted to fifty values or more', () => {
    expect(
      whole(
        fitPowerLaw(
          new Map([
            [1, 30],
            [2, 15],
            [0, 1_000],
          ]),
        ),
      ),
    ).toBeNull();
  });
});
