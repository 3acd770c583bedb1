import { asText, orderIn, pressed, sortedBy } from './sorting.js';

describe('rows in an order', () => {
  const rows = [{ at: 2 }, { at: null }, { at: -1 }, { at: 2 }];

  it('go by numbers, with what is missing at the end in both directions', () => {
    expect(sortedBy(rows, ({ at }) => at, true).map(({ at }) => at)).toEqual([2, 2, -1, null]);
    expect(sortedBy(rows, ({ at }) => at, false).map(({ at }) => at)).toEqual([-1, 2, 2, null]);
  });

  it('go by texts', () => {
    expect(sortedBy(['b', 'A', 'c'], (text) => text, false)).toEqual(['A', 'b', 'c']);
  });

  it('are found again in an address, which may name no heading of the table', () => {
    const headings = ['Name', 'Mean reward'];
    expect(asText({ column: 1, isDescending: true }, headings)).toBe('-Mean reward');
    expect(orderIn('-Mean reward', headings)).toEqual({ column: 1, isDescending: true });
    expect(orderIn('Name', headings)).toEqual({ column: 0, isDescending: false });
    for (const text of ['', '-', 'name', '--Name']) expect(orderIn(text, headings)).toBeNull();
  });

  it('turn round when a heading is pressed again; numbers begin with the largest', () => {
    const first = pressed(null, 1, true);
    expect(first).toEqual({ column: 1, isDescending: true });
    expect(pressed(first, 1, true)).toEqual({ column: 1, isDescending: false });
    expect(pressed(first, 0, false)).toEqual({ column: 0, isDescending: false });
  });
});
