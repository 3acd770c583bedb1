import { exactMoment } from './query-values.js';
import { type PageRequest, type RowsAsked, rowsAsked, type Slice } from './slice.js';
import { isUuid } from './pipes.js';
import type { CreatedKey } from '../database/index.js';

/** Sort key of lists with the newest first. */
export const createdKey = (row: CreatedKey): [string, string] => [row.createdAt.toISOString(), row.id];

/** A slice of a list with the newest first. */
export type CreatedPiece = RowsAsked<CreatedKey>;

/** @throws DomainError VALIDATION_FAILED if the cursor is not from such a list */
export function createdPiece(request: PageRequest): CreatedPiece {
  return rowsAsked(request, 2, (values) => {
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
