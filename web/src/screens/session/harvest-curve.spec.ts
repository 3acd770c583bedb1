import { curveFrom, type CurvePoint, curveInWords, withPoint } from './harvest-curve.js';

const point = (fetched: number, relevant = 0): CurvePoint => ({ fetched, relevant, recentRate: null });

test('the rate of late is that of the last hundred pages, or of all while there are fewer', () => {
  const series = [0, 50, 100, 150, 250, 300].map((fetched) => ({ fetched, relevant: Math.min(fetched, 100) }));
  expect(curveFrom(series).map(({ recentRate }) => recentRate)).toEqual([null, 1, 1, 0.5, 0, 0]);
  expect(curveFrom([])).toEqual([]);
});

test('a point takes the place of one with as many pages, and older ones are passed over', () => {
  const curve = withPoint(withPoint([], point(1)), point(2));
  expect(withPoint(curve, point(2, 1))).toEqual([point(1), point(2, 1)]);
  expect(withPoint(curve, point(1, 9))).toBe(curve);
});

test('however long a crawl goes on, the curve keeps its ends and stays short', () => {
  let curve: readonly CurvePoint[] = [];
  for (let i = 0; i < 5_000; i++) curve = withPoint(curve, point(i, i), 100);
  expect(curve.length).toBeLessThanOrEqual(101);
  expect([curve[0], curve.at(-1)]).toEqual([point(0, 0), point(4_999, 4_999)]);
  expect(curve.map(({ fetched }) => fetched)).toEqual(curve.map(({ fetched }) => fetched).sort((a, b) => a - b));
});

test('is said in words', () => {
  expect(curveInWords([])).toBe('No page has been fetched yet.');
  expect(curveInWords([point(10, 4)])).toBe('After 10 pages 4 were relevant.');
});
