import { invalid } from '../errors/index.js';
import { isUuid } from './pipes.js';

/** The ids in a query string, where they are one text. */
export const idsOfText = (text: string): string[] => text.split(',').map((id) => id.trim());

/**
 * Validates the ids of objects that are to be compared with each other.
 *
 * @param of name of the objects, in the plural
 * @throws DomainError VALIDATION_FAILED naming `ids`
 */
export function idsToCompare(ids: readonly string[], most: number, of: string): string[] {
  const allowed = `2 to ${most} ids of ${of}, each once`;
  for (const id of ids) if (!isUuid(id)) throw invalid('ids', `${JSON.stringify(id)} is not an id`, allowed);
  const lower = ids.map((id) => id.toLowerCase());
  if (lower.length < 2 || lower.length > most) throw invalid('ids', `${lower.length} ids were given`, allowed);
  if (new Set(lower).size < lower.length) throw invalid('ids', 'an id was given twice', allowed);
  return lower;
}
