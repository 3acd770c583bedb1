import { DomainError } from '../../../../platform/errors/index.js';

/** Bytes of a file: `from` is the first, `to` the one after the last. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The bytes requested by a `Range` header (RFC 9110, section 14); null without one, or for kinds that may be ignored:
 * other units, several ranges.
 *
 * @throws DomainError RANGE_NOT_SATISFIABLE if it begins after the end
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (from < to) return { from, to };
  throw new DomainError('RANGE_NOT_SATISFIABLE', `the file has ${bytes} bytes`, {
    field: 'Range',
    allowed: `bytes from 0 to ${bytes - 1}`,
    details: { bytes },
  });
}
