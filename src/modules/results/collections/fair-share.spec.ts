import fc from 'fast-check';
import { fairShare } from './fair-share.js';

describe('the fair share of a budget', () => {
  it.each([
    [[100, 100], 40, 20],
    [[5, 100, 100], 65, 30],
    [[5, 10], 40, null],
    [[0, 100], 40, 40],
    [[1_000], 40, 40],
    [[100, 100, 100], 2, 1],
  ])('of %j pages and %i fetches is %s', (pages, budget, share) => {
    expect(fairShare(pages, budget)).toBe(share);
  });

  it('spends the budget or all pages that there are, and at most one page a site more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 2_000 }),
        (pages, budget) => {
          const share = fairShare(pages, budget);
          const fetched = pages.reduce((sum, count) => sum + Math.min(count, share ?? count), 0);
          expect(fetched).toBeGreaterThanOrEqual(Math.min(budget, share === null ? fetched : budget));
          expect(fetched).toBeLessThanOrEqual(share === null ? budget : budget + pages.length);
        },
      ),
    );
  });
});
