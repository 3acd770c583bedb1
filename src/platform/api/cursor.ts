/** A value of the sort key. Dates are ISO strings, big integers are decimal strings. */
export type CursorValue = string | number | boolean | null;

/** Longest accepted cursor; sort keys are a few short values, a URL at most. */
const MAX_CURSOR_LENGTH = 8_192;
/** Largest value of an integer column in the database. */
const MAX_INT = 2 ** 31 - 1;

/**
 * Opaque keyset cursor: the sort key of the last row of a page, with the row's id at the end so that the order is
 * total.
 */
export function encodeCursor(values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Decodes the sort key of a cursor.
 *
 * Checks only the number and types of the values: a cursor can be forged, so use the values only as query parameters.
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

/** Whether a cursor value is an integer that can be compared with an integer column. */
export const isColumnInteger = (value: CursorValue): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_INT;
