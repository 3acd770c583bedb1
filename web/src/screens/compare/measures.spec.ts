import { intervalInWords, linesOf, signed } from './measures.js';
import type { Budget } from './queries.js';

test('an interval is said where there is one, and a difference with its sign', () => {
  const say = (value: number): string => value.toFixed(1);
  expect(intervalInWords({ mean: 2, low: null, high: null }, say)).toBeNull();
  expect(intervalInWords({ mean: 2, low: -1, high: 3 }, signed(say))).toBe('-1.0 to +3.0');
});

test('policies have curves with the range of their runs, and references without', () => {
  const band = { mean: [1, 2], low: [0, 1], high: [2, 3] };
  const budget = {
    steps: [10, 20],
    policies: [{ name: 'tres', relevantCurve: band, domainCurve: band }],
    references: [{ name: 'oracle', relevantCurve: [5, 9], domainCurve: [1, 1] }],
  } as unknown as Budget;
  expect(linesOf(budget, 'relevantCurve')).toEqual([
    {
      name: 'tres',
      points: [
        { x: 10, y: 1, low: 0, high: 2 },
        { x: 20, y: 2, low: 1, high: 3 },
      ],
    },
    {
      name: 'oracle',
      points: [
        { x: 10, y: 5 },
        { x: 20, y: 9 },
      ],
    },
  ]);
});
