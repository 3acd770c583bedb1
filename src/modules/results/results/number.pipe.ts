import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, nameOf } from '../../../platform/errors/index.js';

const MAX_INT = 2_147_483_647;
const NUMBERS = `a whole number from 0 to ${MAX_INT}`;

/** For numbers of pages and domains in paths: `@Param('step', NumberPipe)`. */
@Injectable()
export class NumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown, { data }: ArgumentMetadata): number {
    // The global validation may have converted it to a number, possibly NaN.
    const number = typeof value === 'number' ? value : Number(/^\d{1,10}$/.test(String(value)) ? value : Number.NaN);
    if (!Number.isInteger(number) || number < 0 || number > MAX_INT) {
      const field = data ?? 'number';
      throw invalid(field, `${field} must be ${NUMBERS}, not ${nameOf(value)}`, NUMBERS);
    }
    return number;
  }
}
