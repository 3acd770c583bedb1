/** The part of a long table that is on the screen. */
export interface RowsInView {
  readonly first: number;
  /** One behind the last. */
  readonly end: number;
}

/** Rows beside those in view: scrolled to before the next frame. */
const MARGIN = 12;

/** The rows in view, of `total` rows of equal height. */
export function rowsInView(scrollTop: number, viewHeight: number, rowHeight: number, total: number): RowsInView {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - MARGIN;
  const end = Math.ceil((Math.max(0, scrollTop) + viewHeight) / rowHeight) + MARGIN;
  const [least, most] = [Math.max(0, Math.min(first, total - 1)), Math.max(0, Math.min(end, total))];
  return { first: Math.min(least, most), end: most };
}
