import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '../../platform/errors/index.js';

const MAX_INT = 2_147_483_647;

/** For the numbers of pages and domains in paths: `@Param('step', NumberPipe)`. */
@Injectable()
export class NumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown, { data }: ArgumentMetadata): number {
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number <= MAX_INT)) throw invalid(data ?? 'number', `${data ?? 'number'} is not a number of this session`, 'a whole number from 0');
    return number;
  }
}
