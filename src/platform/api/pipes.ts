import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { ID_FORM, invalid, nameOf } from '../errors/index.js';

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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** For ids in paths and arguments: `@Param('id', UuidPipe)`. PostgreSQL's own error for a malformed id is obscure. */
@Injectable()
export class UuidPipe implements PipeTransform<unknown, string> {
  transform(value: unknown, { data }: ArgumentMetadata): string {
    if (typeof value !== 'string' || !isUuid(value))
      throw invalid(data ?? 'id', `${data ?? 'id'} must be an id, not ${nameOf(value)}`, ID_FORM);
    return value.toLowerCase();
  }
}

const VERSIONS = 'a whole number from 1 to 999999999';

/** For versions in paths: whole numbers from 1 that a 32-bit column holds. */
@Injectable()
export class VersionPipe implements PipeTransform<unknown, number> {
  transform(value: unknown, { data }: ArgumentMetadata): number {
    // The global pipe has converted it to a number if it could.
    if (!/^[1-9]\d{0,8}$/.test(String(value))) {
      const field = data ?? 'version';
      throw invalid(field, `${field} must be ${VERSIONS}, not ${nameOf(value)}`, VERSIONS);
    }
    return Number(value);
  }
}
