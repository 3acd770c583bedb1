/** Columns of a list that somebody has chosen, as the browser keeps them: by their headings. */

interface Heading {
  readonly head: string;
  /** Shown only when it is chosen. */
  readonly isExtra?: boolean;
}

/** Headings that were stored; null where nothing useful is. */
export function storedHeads(stored: string | null): readonly string[] | null {
  try {
    const heads = JSON.parse(stored ?? 'null') as unknown;
    return Array.isArray(heads) && heads.every((head) => typeof head === 'string') ? heads : null;
  } catch {
    return null;
  }
}

/** The headings that are shown. The first one names the row and is always there. */
export const shownHeads = (columns: readonly Heading[], chosen: readonly string[] | null): readonly string[] =>
  columns
    .filter(({ head, isExtra }, i) => i === 0 || (chosen === null ? isExtra !== true : chosen.includes(head)))
    .map(({ head }) => head);

/** The choice with one column more or less. */
export const toggled = (
  columns: readonly Heading[],
  chosen: readonly string[] | null,
  head: string,
): readonly string[] => {
  const shown = shownHeads(columns, chosen);
  const next = shown.includes(head) ? shown.filter((one) => one !== head) : [...shown, head];
  return columns.map((column) => column.head).filter((one) => next.includes(one));
};
