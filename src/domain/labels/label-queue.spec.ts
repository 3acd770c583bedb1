import fc from 'fast-check';
import {
  type AskablePage,
  candidatesPerSession,
  ENOUGH_RELEVANT,
  LABEL_STRATEGIES,
  marginOf,
  rankForLabels,
} from './label-queue.js';

interface Page extends AskablePage {
  readonly step: number;
}

const page = (step: number, probability: number, more: Partial<Page> = {}): Page => ({
  step,
  probability,
  threshold: 0.5,
  linkCount: 0,
  fetchedAt: step,
  domain: 'a',
  draw: step,
  ...more,
});
const steps = (pages: readonly Page[]): number[] => pages.map(({ step }) => step);

describe('ranking for labels', () => {
  it('mixed: by turns the most probable and the most uncertain page', () => {
    const pages = [page(0, 0.1), page(1, 0.45), page(2, 0.95), page(3, 0.6), page(4, 0.8)];
    expect(steps(rankForLabels('mixed', pages, 4, 0))).toEqual([2, 1, 4, 3]);
    expect(steps(rankForLabels('mixed', pages, 3, 0))).toEqual([2, 1, 4]);
    expect(steps(rankForLabels('mixed', pages, 10, 0))).toEqual([2, 1, 4, 3, 0]);
  });

  it("mixed: a domain's second page comes after every domain's first", () => {
    const pages = [
      page(0, 0.99),
      page(1, 0.98),
      page(2, 0.7, { domain: 'b' }),
      page(3, 0.51, { domain: 'c' }),
      page(4, 0.52, { domain: 'c' }),
    ];
    // Of the highest 0, 2, 4, then 1; of the nearest to the threshold 3, 2, 1, then 4.
    expect(steps(rankForLabels('mixed', pages, 5, 0))).toEqual([0, 3, 2, 4, 1]);
  });

  it('mixed: with enough relevant labels a random page by turns with the most uncertain', () => {
    const pages = [
      page(0, 0.99, { draw: 7 }),
      page(1, 0.2, { draw: 3 }),
      page(2, 0.45, { draw: Infinity }),
      page(3, 0.6, { draw: 5 }),
    ];
    expect(steps(rankForLabels('mixed', pages, 4, ENOUGH_RELEVANT))).toEqual([1, 2, 3, 0]);
    expect(steps(rankForLabels('mixed', pages, 4, ENOUGH_RELEVANT - 1))).toEqual([0, 2, 3, 1]);
  });

  it('uncertain: nearest to the threshold of its own model', () => {
    const pages = [page(0, 0.5, { threshold: 0.9 }), page(1, 0.3), page(2, 0.6), page(3, 0.05, { threshold: 0.04 })];
    expect(steps(rankForLabels('uncertain', pages, 3, 0))).toEqual([3, 2, 1]);
  });

  it('influential: links weigh beside uncertainty', () => {
    const pages = [page(0, 0.5), page(1, 0.6, { linkCount: 50 }), page(2, 0.95, { linkCount: 50 }), page(3, 0.95)];
    expect(steps(rankForLabels('influential', pages, 4, 0))).toEqual([1, 2, 0, 3]);
  });

  it('newest-domain: fetched last', () => {
    expect(steps(rankForLabels('newest-domain', [page(0, 0.5), page(2, 0.1), page(1, 0.9)], 2, 0))).toEqual([2, 1]);
  });

  it.each(LABEL_STRATEGIES)('%s: as many as asked for, each once, whatever the pages are like', (strategy) => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const one = fc.record({
      probability: share,
      threshold: share,
      linkCount: fc.nat(1_000),
      fetchedAt: fc.nat(),
      domain: fc.nat(5),
      draw: fc.integer(),
    });
    const pages = fc.array(one, { maxLength: 60 });
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: 100 }), fc.nat(20), (given, first, known) => {
        const asked = rankForLabels(strategy, given, first, known);
        expect(asked).toHaveLength(Math.min(first, given.length));
        expect(new Set(asked).size).toBe(asked.length);
        for (const one of asked) expect(given).toContain(one);
        // The same order for any number of requested pages.
        expect(rankForLabels(strategy, given, 100, known).slice(0, first)).toEqual(asked);
      }),
    );
  });

  it('knows how sure a model is', () => {
    expect(marginOf(page(0, 0.2))).toBeCloseTo(0.3);
  });
});

it.each([
  [0, 20, 500],
  [1, 20, 500],
  [4, 20, 250],
  [10, 20, 100],
  [10, 150, 150],
  [1, 2_000, 500],
])('divides the candidates over %i sessions for %i pages: %i each', (sessions, first, each) => {
  expect(candidatesPerSession(sessions, first)).toBe(each);
});
