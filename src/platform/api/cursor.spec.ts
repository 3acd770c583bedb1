import fc from 'fast-check';
import { type CursorValue, decodeCursor, encodeCursor } from './cursor.js';
import type { RowCount } from '../database/index.js';
import {
  connectionOf,
  mapSlice,
  pageOf,
  type PageRequest,
  pieceOf,
  keysetRange,
  type Slice,
  sliceOf,
} from './slice.js';

/** JSON has no negative zero. */
const number = fc.double({ noDefaultInfinity: true, noNaN: true }).map((x) => (Object.is(x, -0) ? 0 : x));
const value = fc.oneof(fc.string(), number, fc.boolean(), fc.constant(null));

describe('cursor', () => {
  test('gives back the sort key and is safe in a URL', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (key: CursorValue[]) => {
        const cursor = encodeCursor(key);
        expect(cursor).toMatch(/^[\w-]*$/);
        expect(decodeCursor(cursor, key.length)).toEqual(key);
      }),
    );
  });

  test('any other text is no cursor, and no error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([null, 2]).toContain(decodeCursor(text, 2)?.length ?? null);
      }),
    );
    for (const text of [
      '',
      'x',
      encodeCursor([1]),
      encodeCursor([1, 2, 3]),
      Buffer.from('[1,{}]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
      encodeCursor(['x'.repeat(10_000), 1]),
    ]) {
      expect([text.slice(0, 20), decodeCursor(text, 2)]).toEqual([text.slice(0, 20), null]);
    }
  });
});

describe('slice', () => {
  const rows = [1, 2, 3];
  const counted = (): Promise<RowCount> => Promise.resolve({ count: 10, isExact: false });
  const cut = (some: readonly number[], request: PageRequest): Slice<number> =>
    sliceOf(some, request, (row) => [row], counted);

  test('the extra row says that there are more', async () => {
    const slice = cut(rows, { first: 2 });
    expect(await pageOf(slice, {})).toEqual({
      items: [1, 2],
      pageInfo: {
        startCursor: encodeCursor([1]),
        endCursor: encodeCursor([2]),
        hasNextPage: true,
        hasPreviousPage: false,
      },
    });
    expect(connectionOf(mapSlice(slice, String))).toMatchObject({
      edges: [
        { node: '1', cursor: encodeCursor([1]) },
        { node: '2', cursor: encodeCursor([2]) },
      ],
      nodes: ['1', '2'],
      pageInfo: {
        startCursor: encodeCursor([1]),
        endCursor: encodeCursor([2]),
        hasNextPage: true,
        hasPreviousPage: false,
      },
    });
  });

  test('the last page, and an empty one', async () => {
    expect((await pageOf(cut(rows, { first: 3 }), {})).pageInfo).toMatchObject({
      endCursor: encodeCursor([3]),
      hasNextPage: false,
    });
    expect(await pageOf(cut([], { first: 3 }), {})).toEqual({
      items: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
    });
  });

  test('a slice read from the end of the list is in list order', async () => {
    const before = encodeCursor([4]);
    expect(await pageOf(cut([3, 2, 1], { last: 2, before }), {})).toEqual({
      items: [2, 3],
      pageInfo: {
        startCursor: encodeCursor([2]),
        endCursor: encodeCursor([3]),
        hasNextPage: true,
        hasPreviousPage: true,
      },
    });
    expect((await pageOf(cut([3, 2], { last: 2 }), {})).pageInfo).toMatchObject({
      hasNextPage: false,
      hasPreviousPage: false,
    });
  });

  test('the total is counted once, when it is asked for', async () => {
    let counts = 0;
    const slice = sliceOf(
      rows,
      { first: 2 },
      (row) => [row],
      () => {
        counts++;
        return counted();
      },
    );
    const connection = connectionOf(slice);
    expect(await pageOf(slice, {})).not.toHaveProperty('total');
    expect(counts).toBe(0);
    expect([await connection.totalCount, await connection.totalCountIsExact, counts]).toEqual([10, false, 1]);
    expect(await pageOf(slice, { total: true })).toMatchObject({ total: 10, totalIsExact: false });
    // A list that fits on one page needs no count.
    expect(await pageOf(cut(rows, { first: 3 }), { total: true })).toMatchObject({ total: 3, totalIsExact: true });
  });

  test('a cursor of another list is refused under the name that it was given by', () => {
    const read = ([no]: readonly CursorValue[]) => (typeof no === 'number' ? no : null);
    expect(keysetRange({ last: 3, before: encodeCursor([7]) }, 1, read)).toEqual({
      limit: 4,
      cursor: 7,
      backward: true,
    });
    for (const [field, cursor] of [
      ['after', 'x'],
      ['before', 'x'],
      ['after', encodeCursor(['7'])],
      ['before', encodeCursor(['7'])],
    ]) {
      expect(() => keysetRange({ [field]: cursor }, 1, read)).toThrow(
        expect.objectContaining({ code: 'VALIDATION_FAILED', field }),
      );
    }
  });

  test.each([
    { first: 1, last: 1 },
    { after: 'x', last: 1 },
    { first: 1, before: 'x' },
  ])('one direction at a time: %j', (request) => {
    expect(() => pieceOf(request)).toThrow('does not go with');
  });
});
