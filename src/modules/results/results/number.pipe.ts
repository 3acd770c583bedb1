import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '../../../platform/errors/index.js';

const MAX_INT = 2_147_483_647;

/** For numbers of pages and domains in paths: `@Param('step', NumberPipe)`. */
@Injectable()
export class NumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown, { data }: ArgumentMetadata): number {
    // The global validation may have converted it to a number, possibly NaN.
    const number = typeof value === 'number' ? value : Number(/^\d{1,10}$/.test(String(value)) ? value : Number.NaN);
    if (!Number.isInteger(number) || number < 0 || number > MAX_INT) {
      throw invalid(data ?? 'number', `${data ?? 'number'} is not a number of this session`, 'a whole number from 0');
    }
    return number;
  }
}
