import type { RowCount, CreatedKey } from '../database/index.js';
import { invalid, nameOf } from '../errors/index.js';
import { type CursorValue, decodeCursor, encodeCursor } from './cursor.js';
import { exactMoment } from './query-values.js';
import { isUuid } from './pipes.js';

/** Sort key of lists with the newest first. */
export const createdKey = (row: CreatedKey): [string, string] => [row.createdAt.toISOString(), row.id];

/** A slice of a list with the newest first. */
export type CreatedPiece = KeysetRange<CreatedKey>;

/** @throws DomainError VALIDATION_FAILED if the cursor is not from such a list */
export function createdPiece(request: PageRequest): CreatedPiece {
  return keysetRange(request, 2, (values) => {
    const [moment, id] = values.map(String);
    const createdAt = exactMoment(moment);
    return createdAt === null || !isUuid(id) ? null : { createdAt, id };
  });
}

/** The slice of the only requested parent. */
export function onlySlice<T>(slices: ReadonlyMap<string, Slice<T>>): Slice<T> {
  for (const slice of slices.values()) return slice;
  throw new Error('no slice for the parent');
}

/** A slice of a list in keyset order. Services return it; REST and GraphQL convert it to their own forms. */
export interface Slice<T> {
  readonly edges: readonly { readonly node: T; readonly cursor: string }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Counts the rows of the whole list. */
  readonly count: () => Promise<RowCount>;
}

interface PageInfoShape {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** The requested slice: the first rows, or those after a cursor; the last rows, or those before one. */
export interface PageRequest {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** The requested slice in the terms of its query. */
interface Piece {
  readonly size: number;
  /** The row next to the slice, if given. */
  readonly cursor: string | null;
  /** Whether the rows are read from the end of the list; they are returned in list order all the same. */
  readonly backward: boolean;
}

export const DEFAULT_PAGE_SIZE = 20;

/** @throws DomainError VALIDATION_FAILED if both directions are requested */
export function pieceOf({ first, after, last, before }: PageRequest): Piece {
  if (last == null && before == null)
    return { size: first ?? DEFAULT_PAGE_SIZE, cursor: after ?? null, backward: false };
  const forward = first != null ? 'first' : after != null ? 'after' : null;
  if (forward !== null)
    throw invalid(forward, `${forward} does not go with last and before`, 'first and after, or last and before');
  return { size: last ?? DEFAULT_PAGE_SIZE, cursor: before ?? null, backward: true };
}

/** The rows that a query reads for a slice. */
export interface KeysetRange<K> {
  /** One more than the slice has, to detect further rows. */
  readonly limit: number;
  /** Sort key of the row next to the slice, if given. */
  readonly cursor: K | null;
  /** Whether the rows are read from the end of the list. */
  readonly backward: boolean;
}

/**
 * @param arity number of values in the list's sort key
 * @param read converts cursor values to a sort key; null if they are from another list
 * @throws DomainError VALIDATION_FAILED if both directions are requested, or the cursor is not from this list
 */
export function keysetRange<K>(
  request: PageRequest,
  arity: number,
  read: (values: readonly CursorValue[]) => K | null,
): KeysetRange<K> {
  const { size, cursor, backward } = pieceOf(request);
  if (cursor === null) return { limit: size + 1, cursor, backward };
  const values = decodeCursor(cursor, arity);
  const key = values && read(values);
  if (key === null) {
    const [field, origin] = backward ? ['before', 'a startCursor'] : ['after', 'an endCursor'];
    const message = `${field} must be a cursor of this list in this order, not ${nameOf(cursor)}`;
    throw invalid(field, message, `${origin} that this list returned`);
  }
  return { limit: size + 1, cursor: key, backward };
}

/**
 * Converts queried rows to a slice.
 *
 * @param rows in the order read, with at most one extra row that shows that there are more
 * @param keyOf a row's sort key, as `decodeCursor` will return it
 * @param count counts the whole list under the same filters; called only if the total is requested
 */
export function sliceOf<T>(
  rows: readonly T[],
  request: PageRequest,
  keyOf: (row: T) => readonly CursorValue[],
  count: () => Promise<RowCount>,
): Slice<T> {
  const { size, cursor, backward } = pieceOf(request);
  const edges = rows.slice(0, size).map((node) => ({ node, cursor: encodeCursor(keyOf(node)) }));
  const more = rows.length > size;
  // The row that the cursor names lies on its other side.
  if (!backward) return { edges, hasNextPage: more, hasPreviousPage: cursor !== null, count };
  return { edges: edges.reverse(), hasNextPage: cursor !== null, hasPreviousPage: more, count };
}

export function mapSlice<T, U>(slice: Slice<T>, map: (node: T) => U): Slice<U> {
  return { ...slice, edges: slice.edges.map(({ node, cursor }) => ({ node: map(node), cursor })) };
}

function pageInfoOf({ edges, hasNextPage, hasPreviousPage }: Slice<unknown>): PageInfoShape {
  return {
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
    hasNextPage,
    hasPreviousPage,
  };
}

/** Counts the lists of several parents in one query, when the first count is requested. */
export function sharedCounts(
  load: () => Promise<ReadonlyMap<string, RowCount>>,
): (key: string) => () => Promise<RowCount> {
  let counts: Promise<ReadonlyMap<string, RowCount>> | undefined;
  return (key) => async () => (await (counts ??= load())).get(key) ?? { count: 0, isExact: true };
}

/** The number of rows in the whole list. */
async function totalOf({ edges, hasNextPage, hasPreviousPage, count }: Slice<unknown>): Promise<RowCount> {
  return hasNextPage || hasPreviousPage ? count() : { count: edges.length, isExact: true };
}

/** The REST form. */
interface PageShape<T> {
  readonly items: T[];
  readonly pageInfo: PageInfoShape;
  readonly total?: number;
  readonly totalIsExact?: boolean;
}

/** @param asked whether to include the total, which costs a query */
export async function pageOf<T>(slice: Slice<T>, asked: { readonly total?: boolean }): Promise<PageShape<T>> {
  const page = { items: slice.edges.map(({ node }) => node), pageInfo: pageInfoOf(slice) };
  if (asked.total !== true) return page;
  const { count, isExact } = await totalOf(slice);
  return { ...page, total: count, totalIsExact: isExact };
}

/** The REST form of a list that is always returned whole. */
export function wholePageOf<T>(items: readonly T[]): PageShape<T> {
  return {
    items: [...items],
    pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
  };
}

/** The GraphQL form (Relay). */
interface ConnectionShape<T> {
  readonly edges: { node: T; cursor: string }[];
  readonly nodes: T[];
  readonly pageInfo: PageInfoShape;
  readonly totalCount: Promise<number>;
  readonly totalCountIsExact: Promise<boolean>;
}

/** Counts the rows only when one of the total's fields is read. */
export function connectionOf<T>(slice: Slice<T>): ConnectionShape<T> {
  let counted: Promise<RowCount> | undefined;
  const total = (): Promise<RowCount> => (counted ??= totalOf(slice));
  return {
    edges: [...slice.edges],
    nodes: slice.edges.map(({ node }) => node),
    pageInfo: pageInfoOf(slice),
    get totalCount() {
      return total().then(({ count }) => count);
    },
    get totalCountIsExact() {
      return total().then(({ isExact }) => isExact);
    },
  };
}
