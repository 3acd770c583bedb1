import type { BudgetSummary, PolicySummary } from '../../../../domain/experiments/index.js';
import {
  at,
  axisTo,
  BOTTOM,
  escaped,
  figure,
  frame,
  HEIGHT,
  kept,
  LEFT,
  path,
  RIGHT,
  shown,
  TOP,
  WIDTH,
} from '../../../../platform/html/index.js';

/** Colours in the style sheet; further policies reuse them with other strokes. */
const COLOURS = 8;
/** Most characters of all curves of a report together. */
const CURVE_CHARS = 60_000;
const CHARS_OF_POINT = 11;
const NAME_CHAR_WIDTH = 6.5;

/** The colour and stroke of a policy, by its number. */
export const seriesClass = (policy: number): string => `c${policy % COLOURS} s${Math.floor(policy / COLOURS) % 3}`;

/** Points of a curve, so that the report stays small whatever the number of curves. */
export function pointsFor(curves: number): number {
  return Math.max(6, Math.min(100, Math.floor(CURVE_CHARS / (3 * CHARS_OF_POINT * Math.max(1, curves)))));
}

/** The curves of a budget over the steps. Omits the curve of domains if there is only one domain. */
export function curvesOf({ policies, references }: BudgetSummary): readonly Drawn[] {
  const domains = [...policies.map((policy) => policy.domains.mean), ...references.map((one) => one.domains)];
  return [
    { title: 'Relevant pages found', unit: 'relevant pages', curve: 'relevantCurve' },
    ...(domains.some((count) => count > 1)
      ? [{ title: 'Domains with a relevant page', unit: 'domains', curve: 'domainCurve' } as const]
      : []),
  ];
}

/** The content of a plot over the steps. */
interface Drawn {
  readonly title: string;
  readonly unit: string;
  readonly curve: 'relevantCurve' | 'domainCurve';
}

/** A line with the band of its runs for each policy, and a dashed line for each reference. */
export const curvePlot = (
  budget: BudgetSummary,
  numberOf: (name: string) => number,
  drawn: Drawn,
  points: number,
): string => figure(drawn.title, curveDrawing(budget, numberOf, drawn, points));

/** The same without the figure element. */
export function curveDrawing(
  { steps, budget, policies, references }: BudgetSummary,
  numberOf: (name: string) => number,
  { unit, curve }: Omit<Drawn, 'title'>,
  points: number,
): string {
  const highest = Math.max(
    1,
    ...policies.map((policy) => Math.max(...policy[curve].high)),
    ...references.map((reference) => Math.max(...reference[curve])),
  );
  const x = axisTo(budget, [LEFT, WIDTH - RIGHT]);
  const y = axisTo(highest, [HEIGHT - BOTTOM, TOP]);
  const indexes = kept(steps.length, points);
  const line = (values: readonly number[]): [number, number][] => [
    [x.at(0), y.at(0)],
    ...indexes.map((i): [number, number] => [x.at(steps[i]), y.at(values[i])]),
  ];
  const bands = policies.map((policy) => {
    const { low, high } = policy[curve];
    if (policy.runs < 2) return '';
    return `<path class="band ${seriesClass(numberOf(policy.name))}" d="${path([...line(high), ...line(low).reverse()])}Z"/>`;
  });
  const lines = policies.map(
    (policy) =>
      `<path class="line ${seriesClass(numberOf(policy.name))}" d="${path(line(policy[curve].mean))}"><title>${escaped(policy.name)}: ${shown(policy[curve].mean.at(-1) ?? 0)} ${unit}</title></path>`,
  );
  const dashed = references.map(
    (reference, i) =>
      `<path class="reference r${i % 2}" d="${path(line(reference[curve]))}"><title>${escaped(reference.name)}: ${shown(reference[curve].at(-1) ?? 0)} ${unit}</title></path>`,
  );
  return frame(x, y, ['fetches', unit], bands.join('') + dashed.join('') + lines.join(''));
}

/** Names beside points; a name that would cover another one is omitted, because the legend contains it. */
class Names {
  private readonly taken: (readonly [left: number, right: number, y: number])[] = [];

  beside(px: number, py: number, name: string): string {
    const width = NAME_CHAR_WIDTH * name.length;
    const toRight = px + 9 + width <= WIDTH;
    const left = toRight ? px + 9 : px - 9 - width;
    const y = [py - 8, py + 16, py + 4].find(
      (each) =>
        each > TOP + 4 &&
        !this.taken.some(([from, to, other]) => from < left + width && to > left && Math.abs(other - each) < 13),
    );
    if (y === undefined || left < LEFT) return '';
    this.taken.push([left, left + width, y]);
    return `<text class="name" x="${at(toRight ? left : px - 9)}" y="${at(y)}" text-anchor="${toRight ? 'start' : 'end'}">${escaped(name)}</text>`;
  }
}

/** Relevant pages against domains, with the intervals of the means, and the Pareto front as a line. */
export function frontPlot({ policies, references }: BudgetSummary, numberOf: (name: string) => number): string {
  const most = (pick: 'relevant' | 'domains'): number =>
    Math.max(
      1,
      ...policies.map((policy) => policy[pick].high ?? policy[pick].mean),
      ...references.map((one) => one[pick]),
    );
  const x = axisTo(most('relevant'), [LEFT, WIDTH - RIGHT]);
  const y = axisTo(most('domains'), [HEIGHT - BOTTOM, TOP]);
  const place = ({ relevant, domains }: PolicySummary): [number, number] => [x.at(relevant.mean), y.at(domains.mean)];
  const front = policies
    .filter(({ onFront }) => onFront)
    .map(place)
    .sort((a, b) => a[0] - b[0]);
  const names = new Names();
  // Names on the front come first, if there is not enough room for all.
  const marks = [...policies]
    .sort((a, b) => Number(b.onFront) - Number(a.onFront))
    .map((policy) => {
      const [px, py] = place(policy);
      const { relevant, domains } = policy;
      const look = seriesClass(numberOf(policy.name));
      const cross =
        `<path class="spread ${look}" d="M${at(x.at(relevant.low ?? relevant.mean))} ${at(py)}H${at(x.at(relevant.high ?? relevant.mean))}` +
        `M${at(px)} ${at(y.at(domains.low ?? domains.mean))}V${at(y.at(domains.high ?? domains.mean))}"/>`;
      const title = `${policy.name}: ${shown(relevant.mean)} relevant pages, ${shown(domains.mean)} domains`;
      return `${cross}<circle class="dot ${look}" cx="${at(px)}" cy="${at(py)}" r="${policy.onFront ? 6 : 4.5}"><title>${escaped(title)}</title></circle>${names.beside(px, py, policy.name)}`;
    });
  const others = references.map(
    (reference, i) =>
      `<path class="star r${i % 2}" d="M${at(x.at(reference.relevant))} ${at(y.at(reference.domains) - 6)}l6 6-6 6-6-6z"><title>${escaped(reference.name)}: ${shown(reference.relevant)} relevant pages, ${shown(reference.domains)} domains</title></path>`,
  );
  const line = front.length > 1 ? `<path class="front" d="${path(front)}"/>` : '';
  return figure(
    'Pages against domains, and the Pareto front',
    frame(x, y, ['relevant pages', 'domains with a relevant page'], line + others.join('') + marks.join('')),
  );
}
