import { type CursorValue, encodeCursor } from './cursor.js';

/** A piece of a list in keyset order. Services return it; REST and GraphQL each dress it in their own form. */
export interface Slice<T> {
  readonly edges: readonly { readonly node: T; readonly cursor: string }[];
  readonly hasNextPage: boolean;
}

export interface PageInfoShape {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/**
 * Cuts the rows of a query into a slice.
 *
 * @param rows up to `first + 1` rows in order; the extra one says that there are more
 * @param keyOf sort key of a row, as `decodeCursor` will give it back
 */
export function sliceOf<T>(rows: readonly T[], first: number, keyOf: (row: T) => readonly CursorValue[]): Slice<T> {
  return { edges: rows.slice(0, first).map((node) => ({ node, cursor: encodeCursor(keyOf(node)) })), hasNextPage: rows.length > first };
}

export function mapSlice<T, U>(slice: Slice<T>, map: (node: T) => U): Slice<U> {
  return { edges: slice.edges.map(({ node, cursor }) => ({ node: map(node), cursor })), hasNextPage: slice.hasNextPage };
}

function pageInfoOf(slice: Slice<unknown>): PageInfoShape {
  return { endCursor: slice.edges.at(-1)?.cursor ?? null, hasNextPage: slice.hasNextPage };
}

/** The REST form. */
export function pageOf<T>(slice: Slice<T>): { items: T[]; pageInfo: PageInfoShape } {
  return { items: slice.edges.map(({ node }) => node), pageInfo: pageInfoOf(slice) };
}

/** The GraphQL form (Relay). */
export function connectionOf<T>(slice: Slice<T>): { edges: { node: T; cursor: string }[]; nodes: T[]; pageInfo: PageInfoShape } {
  return { edges: [...slice.edges], nodes: slice.edges.map(({ node }) => node), pageInfo: pageInfoOf(slice) };
}
