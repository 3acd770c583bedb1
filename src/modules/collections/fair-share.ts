/**
 * The MAX by which sites share a budget: those with few pages are fetched whole, and the others share what they leave evenly.
 *
 * @param pages that are expected of each site; an unknown number counts as 0, and such a site may be fetched up to MAX like the others
 * @returns pages of one site; null where the budget is enough for all
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
