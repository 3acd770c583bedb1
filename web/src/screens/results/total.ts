import { counted } from '../../parts/words.js';

/** Rows of a list in words; null where they were not counted. */
export function totalOf(
  {
    totalCount,
    totalCountIsExact,
  }: { readonly totalCount?: number | undefined; readonly totalCountIsExact?: boolean | undefined },
  one: string,
): string | null {
  if (totalCount === undefined) return null;
  return `${totalCountIsExact === false ? 'At least ' : ''}${counted(totalCount, one)}`;
}
