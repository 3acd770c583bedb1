/** One of several things that are good in two ways. */
export interface ParetoPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Whether no other point is at least as good in both ways, and better in one. */
export const isOnFront = (point: ParetoPoint, points: readonly ParetoPoint[]): boolean =>
  !points.some(({ x, y }) => x >= point.x && y >= point.y && (x > point.x || y > point.y));

/** The end of an axis that begins at 0 and holds the value: 1, 2 or 5 times a power of ten. */
export function axisEnd(value: number): number {
  if (value <= 1) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((times) => times * unit).find((end) => end >= value) ?? value;
}
