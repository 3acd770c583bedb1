/** A value of the sort key. Dates go as ISO strings, big integers as decimal strings. */
export type CursorValue = string | number | boolean | null;

/** Longest cursor that is looked at; sort keys are a few short values, a URL at most. */
const MAX_CURSOR_LENGTH = 8_192;
/** What an integer column of the database holds. */
const MAX_INT = 2 ** 31 - 1;

/** Opaque keyset cursor: the sort key of the row it points behind, with the row's id last so that the order is total. */
export function encodeCursor(values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * The sort key in a cursor.
 *
 * Only count and kind of the values are checked: a cursor can be forged, so use them as query parameters alone.
 *
 * @param arity number of values in the sort key
 * @returns null for anything that is not a cursor of that arity
 */
export function decodeCursor(text: string, arity: number): CursorValue[] | null {
  if (text.length > MAX_CURSOR_LENGTH) return null;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  const isValue = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return Array.isArray(values) && values.length === arity && values.every(isValue) ? (values as CursorValue[]) : null;
}

/** Whether a value of a cursor is an integer that a column of the database can be compared with. */
export const isColumnInteger = (value: CursorValue): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_INT;
