import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fold } from '../../parts/fold.js';
import { LinePlot } from '../../parts/plot/line-plot.js';
import type { PlotLine } from '../../parts/plot/plot-lines.js';
import { type CurvePoint, curveInWords } from './harvest-curve.js';

/** Whether two plots fit beside each other. */
const isWide = (): boolean => matchMedia('(min-width: 56rem)').matches;

/** A session beside the one that is shown. */
export interface ComparedCurve {
  readonly name: string;
  readonly curve: readonly CurvePoint[];
}

interface Props {
  readonly curve: readonly CurvePoint[];
  readonly others: readonly ComparedCurve[];
}

const linesOf = (curves: readonly ComparedCurve[], value: (point: CurvePoint) => number | null): PlotLine[] =>
  curves.map(({ name, curve }) => ({ name, points: curve.map((point) => ({ x: point.fetched, y: value(point) })) }));

/**
 * The harvest curve: how many relevant pages after so many pages, and the harvest rate of late, beside those of other
 * sessions.
 */
export function HarvestPlot({ curve, others }: Props): JSX.Element {
  const curves = useMemo(() => [{ name: 'This session', curve }, ...others], [curve, others]);
  const found = useMemo(() => linesOf(curves, ({ relevant }) => relevant), [curves]);
  const rates = useMemo(() => linesOf(curves, ({ recentRate }) => recentRate), [curves]);
  return (
    <div class="harvest">
      <div>
        <h3>Relevant pages</h3>
        <LinePlot name="The curve" xName="Pages" lines={found} caption={curveInWords(curve)} />
      </div>
      <Fold title="Harvest rate of the last 100 pages" level={3} isOpen={isWide()}>
        {() => (
          <LinePlot
            name="The harvest rate"
            xName="Pages"
            lines={rates}
            measure="share"
            caption="The share of the last 100 pages that was relevant."
          />
        )}
      </Fold>
    </div>
  );
}
