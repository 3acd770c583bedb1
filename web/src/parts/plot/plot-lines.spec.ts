import { alignLines, sampledRows, tableOf } from './plot-lines.js';

test('lines are brought to common places, between their points and never beyond them', () => {
  const { xs, lines } = alignLines([
    { name: 'a', points: [0, 10, 20].map((x) => ({ x, y: x / 2 })) },
    { name: 'b', points: [5, 15].map((x) => ({ x, y: x, low: x - 1, high: x + 1 })) },
    { name: 'c', points: [{ x: 0, y: null }] },
    { name: 'd', points: [] },
  ]);
  expect(xs).toEqual([0, 5, 10, 15, 20]);
  expect(lines).toEqual([
    { name: 'a', y: [0, 2.5, 5, 7.5, 10], low: null, high: null },
    { name: 'b', y: [null, 5, 10, 15, null], low: [null, 4, 9, 14, null], high: [null, 6, 11, 16, null] },
    { name: 'c', y: [null, null, null, null, null], low: null, high: null },
    { name: 'd', y: [null, null, null, null, null], low: null, high: null },
  ]);
});

test('a table to save has all points, and the range of runs where there is one', () => {
  const aligned = alignLines([
    { name: 'a', points: [0, 10].map((x) => ({ x, y: x / 2 })) },
    { name: 'b', points: [{ x: 5, y: 5, low: 4, high: 6 }] },
  ]);
  expect(tableOf(aligned, 'Pages')).toEqual([
    ['Pages', 'a', 'b', 'b, lowest', 'b, highest'],
    [0, 0, null, null, null],
    [5, 2.5, 5, 4, 6],
    [10, 5, null, null, null],
  ]);
});

test('the table has some rows, with both ends', () => {
  expect(sampledRows(101, 3)).toEqual([0, 50, 100]);
  expect(sampledRows(2, 3)).toEqual([0, 1]);
  expect(sampledRows(0, 3)).toEqual([]);
});
