import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalid } from '../errors/index.js';

/** For versions in paths: whole numbers from 1 that a 32-bit column holds. */
@Injectable()
export class VersionPipe implements PipeTransform<unknown, number> {
  transform(value: unknown, { data }: ArgumentMetadata): number {
    // The global pipe has converted it to a number if it could.
    if (!/^[1-9]\d{0,8}$/.test(String(value))) {
      throw invalid(data ?? 'version', `${data ?? 'version'} is not a version`, 'a whole number from 1');
    }
    return Number(value);
  }
}
