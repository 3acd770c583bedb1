import {
  type CursorValue,
  exactMoment,
  isColumnInteger,
  type PageRequest,
  type KeysetRange,
  keysetRange,
} from '../../../../platform/api/index.js';
import type { DomainSort } from '../dto/domain.dto.js';
import type { PageSort, SortOrder } from '../dto/page-query.js';

/** Filter of pages. All criteria must match; null and undefined match everything. */
export interface PageCriteria {
  readonly relevant?: boolean | null;
  readonly domain?: string | null;
  readonly probabilityMin?: number | null;
  readonly probabilityMax?: number | null;
  readonly outcome?: string | null;
  /** One of these outcomes. */
  readonly outcomes?: readonly string[];
  /** Only fetches without a page: the ones counted by `failed` of a session. */
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
  /** Whether it has a relevant page. */
  readonly relevant?: boolean | null;
  readonly unvisited?: boolean;
  readonly search?: string | null;
}

/**
 * The position of a cursor: the sort value of its row, and a unique value within the list, which is a number in a
 * session.
 */
export interface Keyset<T extends CursorValue = number> {
  readonly value: number | string;
  readonly tie: T;
}

/** A list in one order. */
export interface Ordering<S extends string, T extends CursorValue = number> extends KeysetRange<Keyset<T>> {
  readonly sort: S;
  readonly order: SortOrder;
}
export type PageOrdering = Ordering<PageSort>;
export type DomainOrdering = Ordering<DomainSort>;

/** The position in a list of links, which are in order of source step and position. */
export interface LinkKeyset {
  readonly source: number;
  readonly position: number;
}

/** Sorts after all moments in this order. */
const LAST: Readonly<Record<SortOrder, string>> = { asc: 'infinity', desc: '-infinity' };

/** The sort value of a row. Rows without one come last in both orders. */
export const sortValue = (order: SortOrder, value: number | string | Date | null): number | string => {
  if (value === null) return LAST[order];
  return value instanceof Date ? value.toISOString() : value;
};

function isSortValue(sort: string, order: SortOrder, value: CursorValue): value is number | string {
  if (sort === 'publishedAt' && value === LAST[order]) return true;
  if (sort.endsWith('At')) return typeof value === 'string' && exactMoment(value) !== null;
  if (sort === 'name') return typeof value === 'string';
  return ['probability', 'harvestRate', 'share', 'expected'].includes(sort)
    ? typeof value === 'number' && Number.isFinite(value)
    : isColumnInteger(value);
}

/** A row's sort key for `orderingOf`. Includes the order, so that a cursor of another order is refused. */
export function cursorKey(
  ordering: Pick<Ordering<string>, 'sort' | 'order'>,
  value: number | string | Date | null,
  tie: CursorValue,
): CursorValue[] {
  return [`${ordering.sort} ${ordering.order}`, sortValue(ordering.order, value), tie];
}

/** @throws DomainError VALIDATION_FAILED if the cursor does not belong to this order */
export function orderingOf<S extends string>(sort: S, order: SortOrder, request: PageRequest): Ordering<S> {
  return orderingWith(isColumnInteger, sort, order, request);
}

/** The same for a unique value that is not a number. */
export function orderingWith<S extends string, T extends CursorValue>(
  isTie: (value: CursorValue) => value is T,
  sort: S,
  order: SortOrder,
  request: PageRequest,
): Ordering<S, T> {
  const rows = keysetRange(request, 3, ([name, value, tie]) =>
    name === `${sort} ${order}` && isTie(tie) && isSortValue(sort, order, value) ? { value, tie } : null,
  );
  return { sort, order, ...rows };
}

/** The order of a whole list. Without a sort that of discovery, and of pages of sessions that of completion. */
export interface Sorted<S extends string> {
  readonly sort?: S | null;
  readonly order?: SortOrder | null;
}

/** @param usual the sort that applies without another one */
export function wholeList<S extends PageSort | DomainSort>({ sort, order }: Sorted<S>, usual: S) {
  const by = sort ?? usual;
  return { sort: by, order: order ?? defaultOrder(by), backward: false };
}

/** Highest first for qualities, otherwise ascending. */
export function defaultOrder(sort: PageSort | DomainSort): SortOrder {
  return ['probability', 'publishedAt', 'relevant', 'fetched', 'harvestRate', 'failed'].includes(sort) ? 'desc' : 'asc';
}

export const linkKey = (link: { readonly sourceStep: number; readonly position: number }): CursorValue[] => [
  link.sourceStep,
  link.position,
];

/** @throws DomainError VALIDATION_FAILED if the cursor is not one of a list of links */
export function linkPieceOf(request: PageRequest): KeysetRange<LinkKeyset> {
  return keysetRange(request, 2, ([source, position]) =>
    isColumnInteger(source) && isColumnInteger(position) ? { source, position } : null,
  );
}
