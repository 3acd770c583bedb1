/** A point of a line, with the interval of several runs where there is one. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number | null;
  readonly low?: number;
  readonly high?: number;
}

/** A line of a plot. Lines need not have points at the same places. */
export interface PlotLine {
  readonly name: string;
  /** In the order of `x`. */
  readonly points: readonly PlotPoint[];
}

type Value = number | null;

/** Values of a line at common places; the bounds are missing where it has no interval. */
export interface AlignedLine {
  readonly name: string;
  readonly y: readonly Value[];
  readonly low: readonly Value[] | null;
  readonly high: readonly Value[] | null;
}

export interface AlignedLines {
  readonly xs: readonly number[];
  readonly lines: readonly AlignedLine[];
}

type Field = 'y' | 'low' | 'high';

/**
 * The value of a line at each place: its own, or between its neighbours; null before its first and after its last
 * point.
 */
function valuesAt(points: readonly PlotPoint[], xs: readonly number[], field: Field): Value[] {
  let next = 0;
  return xs.map((x) => {
    while (next < points.length && (points[next]?.x ?? 0) < x) next++;
    const after = points[next];
    if (after === undefined) return null;
    const end = after[field] ?? null;
    if (after.x === x) return end;
    const before = points[next - 1];
    const start = before?.[field] ?? null;
    if (before === undefined || start === null || end === null) return null;
    return start + ((end - start) * (x - before.x)) / (after.x - before.x);
  });
}

/** Brings lines to common places: all those at which one of them has a point. */
export function alignLines(lines: readonly PlotLine[]): AlignedLines {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  return {
    xs,
    lines: lines.map(({ name, points }) => {
      const hasInterval = points.some(({ low }) => low !== undefined);
      return {
        name,
        y: valuesAt(points, xs, 'y'),
        low: hasInterval ? valuesAt(points, xs, 'low') : null,
        high: hasInterval ? valuesAt(points, xs, 'high') : null,
      };
    }),
  };
}

/** All points as a table: a column for each line, and two more for the range of its runs. */
export const tableOf = ({ xs, lines }: AlignedLines, xName: string): (string | number | null)[][] => [
  [xName, ...lines.flatMap(({ name, low }) => (low ? [name, `${name}, lowest`, `${name}, highest`] : [name]))],
  ...xs.map((x, row) => [
    x,
    ...lines.flatMap(({ y, low, high }) =>
      [y, ...(low && high ? [low, high] : [])].map((values) => values[row] ?? null),
    ),
  ]),
];

/** Numbers of some of the rows, evenly over all of them and with both ends, for the table that stands beside a plot. */
export function sampledRows(total: number, rows: number): number[] {
  if (total <= rows) return Array.from({ length: total }, (_, i) => i);
  return Array.from({ length: rows }, (_, i) => Math.round((i * (total - 1)) / (rows - 1)));
}
