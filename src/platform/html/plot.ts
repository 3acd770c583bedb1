import { at, escaped, shown } from './markup.js';
import { type Axis, axisTo } from './scale.js';

/** Size of a plot, px. */
export const [WIDTH, HEIGHT] = [400, 270];
/** Room beside the axes, px. */
export const [LEFT, RIGHT, TOP, BOTTOM] = [54, 14, 12, 44];

/** At most `points` indexes of `length`, evenly spaced, including the last one. */
export function kept(length: number, points: number): number[] {
  const count = Math.min(length, points);
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * length) / count) - 1);
}

/** Axes with their labels and ticks. */
export function frame(x: Axis, y: Axis, labels: readonly [string, string], body: string): string {
  const grid = y.ticks
    .map(
      (tick) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y.at(tick))}" y2="${at(y.at(tick))}"/>` +
        `<text class="tick" x="${LEFT - 8}" y="${at(y.at(tick) + 4)}" text-anchor="end">${shown(tick)}</text>`,
    )
    .join('');
  const below = x.ticks
    .map(
      (tick) =>
        `<text class="tick" x="${at(x.at(tick))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${shown(tick)}</text>`,
    )
    .join('');
  const middle = (TOP + HEIGHT - BOTTOM) / 2;
  return (
    `${grid}${below}<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${HEIGHT - BOTTOM}" y2="${HEIGHT - BOTTOM}"/>` +
    `<text class="label" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(labels[0])}</text>` +
    `<text class="label" transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${escaped(labels[1])}</text>${body}`
  );
}

export const figure = (title: string, drawing: string): string =>
  `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${drawing}</svg></figure>`;

export const path = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([px, py]) => `${at(px)} ${at(py)}`).join('L')}`;

/** One line over the steps. @param points x and y, both from 0, x ascending */
export function linePlot(
  title: string,
  labels: readonly [string, string],
  points: readonly (readonly [number, number])[],
): string {
  const most = (i: 0 | 1): number => points.reduce((highest, point) => Math.max(highest, point[i]), 1);
  const x = axisTo(most(0), [LEFT, WIDTH - RIGHT]);
  const y = axisTo(most(1), [HEIGHT - BOTTOM, TOP]);
  const line = [[0, 0] as const, ...points].map(([px, py]) => [x.at(px), y.at(py)] as const);
  return figure(title, frame(x, y, labels, `<path class="line c0" d="${path(line)}"/>`));
}
