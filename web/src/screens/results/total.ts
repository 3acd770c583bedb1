import { counted } from '../../parts/words.js';

interface Counted {
  readonly totalCount?: number | undefined;
  readonly totalCountIsExact?: boolean | undefined;
}

/** Rows of a list, in words and as a number; null where they were not counted. */
export function totalOf(
  { totalCount, totalCountIsExact }: Counted,
  one: string,
): { readonly total: string | null; readonly size: number | null } {
  if (totalCount === undefined) return { total: null, size: null };
  const isExact = totalCountIsExact !== false;
  return { total: `${isExact ? '' : 'At least '}${counted(totalCount, one)}`, size: isExact ? totalCount : null };
}
