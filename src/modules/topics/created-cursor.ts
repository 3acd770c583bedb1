import { decodeCursor, exactMoment, isUuid, type PageRequest, pieceOf, type Slice } from '../../platform/api/index.js';
import { type DomainError, invalid } from '../../platform/errors/index.js';

/** Where a page of a list that goes newest first ended. */
export interface CreatedCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Sort key of lists that go newest first. */
export const createdKey = (row: CreatedCursor): [string, string] => [row.createdAt.toISOString(), row.id];

/** A piece of a list that goes newest first. */
export interface CreatedPiece {
  /** Rows to read: one more than asked for, which says that there are more. */
  readonly limit: number;
  readonly cursor: CreatedCursor | null;
  readonly backward: boolean;
}

/** @throws DomainError VALIDATION_FAILED when a cursor is none of such a list */
export function createdPiece(request: PageRequest): CreatedPiece {
  const { size, cursor, backward } = pieceOf(request);
  return { limit: size + 1, cursor: cursor === null ? null : createdCursor(cursor), backward };
}

function createdCursor(text: string): CreatedCursor {
  const [moment, id] = decodeCursor(text, 2).map(String);
  const createdAt = exactMoment(moment);
  if (createdAt === null || !isUuid(id)) throw notACursor();
  return { createdAt, id };
}

export function notACursor(): DomainError {
  return invalid('after', 'after is not a cursor of this list', 'an endCursor that this list returned');
}

/** The slice of the one parent that was asked about. */
export function onlySlice<T>(slices: ReadonlyMap<string, Slice<T>>): Slice<T> {
  for (const slice of slices.values()) return slice;
  throw new Error('no slice for the parent');
}
