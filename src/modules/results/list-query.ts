import {
  type CursorValue,
  exactMoment,
  isColumnInteger,
  type PageRequest,
  type RowsAsked,
  rowsAsked,
} from '../../platform/api/index.js';
import type { DomainSort } from './dto/domain.dto.js';
import type { PageSort, SortOrder } from './dto/page-query.js';

/** What a page must be to be listed. Filters hold together; null and undefined ask nothing. */
export interface PageCriteria {
  readonly relevant?: boolean | null;
  readonly domain?: string | null;
  readonly outcome?: string | null;
  /** One of these outcomes. */
  readonly outcomes?: readonly string[];
  /** Fetches that brought no page: what `failed` of a session counts. */
  readonly failed?: boolean;
  readonly httpStatus?: number | null;
  readonly duplicate?: boolean | null;
  readonly rendered?: boolean | null;
  readonly depthMin?: number | null;
  readonly depthMax?: number | null;
  readonly sourceStep?: number | null;
  readonly fetchedFrom?: Date | null;
  readonly fetchedTo?: Date | null;
  readonly search?: string | null;
}

export interface DomainCriteria {
  readonly relevantOnly?: boolean;
  readonly unvisited?: boolean;
  readonly search?: string | null;
}

/** The row a list goes on from: the value it is sorted by, and what is unique within the list: in a session a number. */
export interface Keyset<T extends CursorValue = number> {
  readonly value: number | string;
  readonly tie: T;
}

/** A list in one order. */
export interface Ordering<S extends string, T extends CursorValue = number> extends RowsAsked<Keyset<T>> {
  readonly sort: S;
  readonly order: SortOrder;
}
export type PageOrdering = Ordering<PageSort>;
export type DomainOrdering = Ordering<DomainSort>;

/** Where a list of links goes on: they are in order of source step and position. */
export interface LinkKeyset {
  readonly source: number;
  readonly position: number;
}

function isSortValue(sort: string, value: CursorValue): value is number | string {
  if (sort.endsWith('At')) return typeof value === 'string' && exactMoment(value) !== null;
  return ['probability', 'harvestRate', 'share', 'expected'].includes(sort)
    ? typeof value === 'number' && Number.isFinite(value)
    : isColumnInteger(value);
}

/** Sort key of a row, for `orderingOf` to read back. The order is in it, so that a cursor of one order is refused in another. */
export function cursorKey(
  ordering: Pick<Ordering<string>, 'sort' | 'order'>,
  value: number | string | Date,
  tie: CursorValue,
): CursorValue[] {
  return [`${ordering.sort} ${ordering.order}`, value instanceof Date ? value.toISOString() : value, tie];
}

/** @throws DomainError VALIDATION_FAILED when the cursor is none of this order */
export function orderingOf<S extends string>(sort: S, order: SortOrder, request: PageRequest): Ordering<S> {
  return orderingWith(isColumnInteger, sort, order, request);
}

/** The same where something else than a number is unique. */
export function orderingWith<S extends string, T extends CursorValue>(
  isTie: (value: CursorValue) => value is T,
  sort: S,
  order: SortOrder,
  request: PageRequest,
): Ordering<S, T> {
  const rows = rowsAsked(request, 3, ([name, value, tie]) =>
    name === `${sort} ${order}` && isTie(tie) && isSortValue(sort, value) ? { value, tie } : null,
  );
  return { sort, order, ...rows };
}

/** Best first where more is better, otherwise from the beginning. */
export function defaultOrder(sort: PageSort | DomainSort): SortOrder {
  return ['probability', 'relevant', 'fetched', 'harvestRate'].includes(sort) ? 'desc' : 'asc';
}

export const linkKey = (link: { readonly sourceStep: number; readonly position: number }): CursorValue[] => [
  link.sourceStep,
  link.position,
];

/** A piece of a list of links. */
export type LinkPiece = RowsAsked<LinkKeyset>;

/** @throws DomainError VALIDATION_FAILED when the cursor is none of links */
export function linkPieceOf(request: PageRequest): LinkPiece {
  return rowsAsked(request, 2, ([source, position]) =>
    isColumnInteger(source) && isColumnInteger(position) ? { source, position } : null,
  );
}
