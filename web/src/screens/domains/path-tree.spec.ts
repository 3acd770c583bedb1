import { treeOf } from './path-tree.js';

const counted = (path: string) => ({ path, pages: 2, relevant: 1, failed: 0 });

test('folders stand in the folders that they are in', () => {
  const [first, second, ...more] = treeOf(['a.org/', 'a.org/x/', 'b.org/', 'a.org/x/y/', 'c.org/deep/'].map(counted));
  expect(first).toMatchObject({
    ...{ name: 'a.org/', pages: 2 },
    folders: [{ name: 'x/', path: 'a.org/x/', folders: [{ name: 'y/', folders: [] }] }],
  });
  expect(second).toMatchObject({ name: 'b.org/', folders: [] });
  expect(more.map(({ name }) => name)).toEqual(['c.org/deep/']);
  expect(treeOf([])).toEqual([]);
});
