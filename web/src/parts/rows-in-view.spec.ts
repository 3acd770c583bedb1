import { rowsInView } from './rows-in-view.js';

test.each([
  [0, 400, 1_000, { first: 0, end: 22 }],
  [4_000, 400, 1_000, { first: 88, end: 122 }],
  [39_900, 400, 1_000, { first: 985, end: 1_000 }],
  [1e9, 400, 1_000, { first: 999, end: 1_000 }],
  [-50, 400, 1_000, { first: 0, end: 22 }],
  [0, 400, 3, { first: 0, end: 3 }],
  [0, 400, 0, { first: 0, end: 0 }],
])('scrolled by %p, %p px of %p rows', (top, height, total, rows) => {
  expect(rowsInView(top, height, 40, total)).toEqual(rows);
});
