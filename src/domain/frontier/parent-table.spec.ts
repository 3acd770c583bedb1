import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { MAX_PARENTS, ParentTable } from './parent-table.js';

describe('parents of URLs', () => {
  it('are listed per URL in the order in which they were found', () => {
    const table = new ParentTable();
    for (const [urlNo, step] of [
      [3, 0],
      [1, 0],
      [3, 5],
      [0, 7],
      [3, 6],
    ])
      table.add(urlNo, step);
    expect([0, 1, 2, 3, 4].map((urlNo) => table.of(urlNo))).toEqual([[7], [0], [], [0, 5, 6], []]);
  });

  it('are bounded by the first of them', () => {
    const table = new ParentTable();
    for (let step = 0; step < 1_000; step++) table.add(0, step);
    expect(table.of(0)).toEqual(Array.from({ length: MAX_PARENTS }, (_, i) => i));
  });

  it('are saved and restored', () => {
    const table = new ParentTable();
    for (let i = 0; i < 200; i++) table.add(i % 7, i);
    const other = new ParentTable();
    other.restore(decodeSnapshot(encodeSnapshot(table.save())));
    for (const one of [table, other]) one.add(9, 300);
    expect(Array.from({ length: 10 }, (_, i) => other.of(i))).toEqual(
      Array.from({ length: 10 }, (_, i) => table.of(i)),
    );
  });
});
