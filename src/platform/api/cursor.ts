import { invalid } from '../errors/index.js';

/** A value of the sort key. Dates go as ISO strings, big integers as decimal strings. */
export type CursorValue = string | number | boolean | null;

/** Longest cursor that is looked at; sort keys are a few short values, a URL at most. */
const MAX_CURSOR_LENGTH = 8_192;
const refusal = () => invalid('after', 'after is not a cursor of this list', 'an endCursor that this list returned');

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
 * @throws DomainError VALIDATION_FAILED for anything that is not a cursor of that arity
 */
export function decodeCursor(text: string, arity: number): CursorValue[] {
  if (text.length > MAX_CURSOR_LENGTH) throw refusal();
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw refusal();
  }
  const isValue = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!Array.isArray(values) || values.length !== arity || !values.every(isValue)) throw refusal();
  return values as CursorValue[];
}
