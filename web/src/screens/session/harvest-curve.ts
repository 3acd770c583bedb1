/** Counts of a session after a number of pages. */
export interface CurvePoint {
  readonly fetched: number;
  readonly relevant: number;
  /** Harvest rate of the last hundred pages; null where there is none. */
  readonly recentRate: number | null;
}

/** "Of late": as many pages as the service estimates the present harvest rate by. */
const RECENT_PAGES = 100;

/** The curve that the points of a series make, with the harvest rate of the last hundred pages at each. */
export function curveFrom(series: readonly { readonly fetched: number; readonly relevant: number }[]): CurvePoint[] {
  let from = 0;
  return series.map(({ fetched, relevant }, i) => {
    while (from < i && (series[from + 1]?.fetched ?? fetched) <= fetched - RECENT_PAGES) from++;
    const before = series[from];
    const isFull = before !== undefined && before.fetched <= fetched - RECENT_PAGES;
    const [pages, found] = isFull ? [fetched - before.fetched, relevant - before.relevant] : [fetched, relevant];
    return { fetched, relevant, recentRate: pages === 0 ? null : found / pages };
  });
}

/** Points that are kept: more than a screen has columns to show them. */
const MOST_POINTS = 800;

/**
 * The curve with what came since. Points only follow each other to the right; when there are too many every second one
 * of the older ones is left out, so that a crawl may go on for days.
 */
export function withPoint(curve: readonly CurvePoint[], point: CurvePoint, most = MOST_POINTS): readonly CurvePoint[] {
  const last = curve.at(-1);
  if (last && point.fetched < last.fetched) return curve;
  const before = last?.fetched === point.fetched ? curve.slice(0, -1) : curve;
  const kept = before.length < most ? before : before.filter((_, i) => i % 2 === 0 || i === before.length - 1);
  return [...kept, point];
}

/** The curve in a sentence, for those who do not see it. */
export function curveInWords(curve: readonly CurvePoint[]): string {
  const last = curve.at(-1);
  if (!last) return 'No page has been fetched yet.';
  return `After ${last.fetched} pages ${last.relevant} were relevant.`;
}
