import type { PlotLine, PlotPoint } from '../../parts/plot/plot-lines.js';
import type { Budget, Measured } from './queries.js';

/** The interval of a mean over runs; null where there is none. */
export const intervalInWords = ({ low, high }: Measured, say: (value: number) => string): string | null =>
  low === null || high === null ? null : `${say(low)} to ${say(high)}`;

/** A difference says its sign. */
export const signed =
  (say: (value: number) => string) =>
  (value: number): string =>
    value > 0 ? `+${say(value)}` : say(value);

type Which = 'relevantCurve' | 'domainCurve';

/** The curves of the policies with the range of their runs, then those to compare with. */
export function linesOf({ steps, policies, references }: Budget, which: Which): PlotLine[] {
  const at = (point: (i: number) => Omit<PlotPoint, 'x'>): PlotPoint[] => steps.map((x, i) => ({ x, ...point(i) }));
  return [
    ...policies.map((policy) => {
      const { mean, low, high } = policy[which];
      return {
        name: policy.name,
        points: at((i) => ({ y: mean[i] ?? null, low: low[i] ?? 0, high: high[i] ?? 0 })),
      };
    }),
    ...references.map((reference) => ({
      name: reference.name,
      points: at((i) => ({ y: reference[which][i] ?? null })),
    })),
  ];
}
