import fc from 'fast-check';
import { type DomainError } from '../errors/index.js';
import { type CursorValue, decodeCursor, encodeCursor } from './cursor.js';
import { connectionOf, mapSlice, pageOf, sliceOf } from './slice.js';

/** JSON knows no negative zero. */
const number = fc.double({ noDefaultInfinity: true, noNaN: true }).map((x) => (Object.is(x, -0) ? 0 : x));
const value = fc.oneof(fc.string(), number, fc.boolean(), fc.constant(null));

function codeOf(text: string, arity: number): string | null {
  try {
    decodeCursor(text, arity);
    return null;
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('cursor', () => {
  test('gives back the sort key and is safe in a URL', () => {
    fc.assert(fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (key: CursorValue[]) => {
      const cursor = encodeCursor(key);
      expect(cursor).toMatch(/^[\w-]*$/);
      expect(decodeCursor(cursor, key.length)).toEqual(key);
    }));
  });

  test('anything else is refused as VALIDATION_FAILED', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      expect([null, 'VALIDATION_FAILED']).toContain(codeOf(text, 2));
    }));
    for (const text of ['', 'x', encodeCursor([1]), encodeCursor([1, 2, 3]), Buffer.from('[1,{}]').toString('base64url'), Buffer.from('{}').toString('base64url'),
      encodeCursor(['x'.repeat(10_000), 1])]) {
      expect([text.slice(0, 20), codeOf(text, 2)]).toEqual([text.slice(0, 20), 'VALIDATION_FAILED']);
    }
  });
});

describe('slice', () => {
  const rows = [1, 2, 3];

  test('the extra row says that there are more', () => {
    const slice = sliceOf(rows, 2, (row) => [row]);
    expect(pageOf(slice)).toEqual({ items: [1, 2], pageInfo: { endCursor: encodeCursor([2]), hasNextPage: true } });
    expect(connectionOf(mapSlice(slice, String))).toEqual({
      edges: [{ node: '1', cursor: encodeCursor([1]) }, { node: '2', cursor: encodeCursor([2]) }], nodes: ['1', '2'],
      pageInfo: { endCursor: encodeCursor([2]), hasNextPage: true },
    });
  });

  test('the last page, and an empty one', () => {
    expect(pageOf(sliceOf(rows, 3, (row) => [row])).pageInfo).toEqual({ endCursor: encodeCursor([3]), hasNextPage: false });
    expect(pageOf(sliceOf([], 3, (row) => [row]))).toEqual({ items: [], pageInfo: { endCursor: null, hasNextPage: false } });
  });
});
