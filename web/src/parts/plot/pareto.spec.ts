import { axisEnd, isOnFront } from './pareto.js';

test('those that nobody beats in both ways are on the front', () => {
  const points = [
    { name: 'a', x: 1, y: 5 },
    { name: 'b', x: 3, y: 3 },
    { name: 'c', x: 3, y: 2 },
    { name: 'd', x: 0, y: 4 },
    { name: 'e', x: 3, y: 3 },
  ];
  expect(points.filter((point) => isOnFront(point, points)).map(({ name }) => name)).toEqual(['a', 'b', 'e']);
});

test('axes end at round numbers', () => {
  expect([0, 1, 1.5, 7, 10, 11, 230, 501].map(axisEnd)).toEqual([1, 1, 2, 10, 10, 20, 500, 1_000]);
});
