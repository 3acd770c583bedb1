import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { ID_FORM, invalid } from '../errors/index.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** For ids in paths and arguments: `@Param('id', UuidPipe)`. PostgreSQL's own error for a malformed id is obscure. */
@Injectable()
export class UuidPipe implements PipeTransform<unknown, string> {
  transform(value: unknown, { data }: ArgumentMetadata): string {
    if (typeof value !== 'string' || !isUuid(value))
      throw invalid(data ?? 'id', `${data ?? 'id'} is not an id`, ID_FORM);
    return value.toLowerCase();
  }
}
