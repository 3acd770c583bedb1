/**
 * The MAX that shares a budget fairly among sites: small sites are fetched completely, and the others share the rest
 * evenly.
 *
 * @param pages expected number for each site; an unknown number counts as 0, and such a site may be fetched up to MAX
 * like the others
 * @returns pages per site; null if the budget is enough for all
 */
export function fairShare(pages: readonly number[], budget: number): number | null {
  let left = budget;
  const ascending = [...pages].sort((a, b) => a - b);
  for (const [i, count] of ascending.entries()) {
    const even = left / (ascending.length - i);
    if (count > even) return Math.max(1, Math.ceil(even));
    left -= count;
  }
  return null;
}
