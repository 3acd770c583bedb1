import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { count, percent } from '../../parts/words.js';
import { type CurvePoint, curveInWords, sampled } from './harvest-curve.js';

const HEIGHT = 260;
const TABLE_ROWS = 12;
/** As the library numbers the sides of a plot. */
const ON_THE_RIGHT: object = { side: 1 };

const dataOf = (curve: readonly CurvePoint[]): uPlot.AlignedData => [
  curve.map(({ fetched }) => fetched),
  curve.map(({ relevant }) => relevant),
  curve.map(({ recentRate }) => (recentRate === null ? null : recentRate * 100)),
];

/** Colours of the page as they are now: dark or light. */
function colours(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

function optionsOf(width: number): uPlot.Options {
  const colour = colours();
  const axis = {
    stroke: colour('faint'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
  };
  return {
    width,
    height: HEIGHT,
    scales: { x: { time: false }, share: { range: [0, 100] } },
    legend: { show: true, live: true },
    cursor: { drag: { x: false, y: false } },
    axes: [
      { ...axis, label: 'Pages', labelSize: 18 },
      { ...axis, size: 56 },
      {
        ...axis,
        scale: 'share',
        ...ON_THE_RIGHT,
        size: 46,
        grid: { show: false },
        values: (_plot, ticks) => ticks.map((tick) => `${tick}%`),
      },
    ],
    series: [
      { label: 'Pages' },
      { label: 'Relevant pages', stroke: colour('leaf'), width: 2, points: { show: false } },
      {
        label: 'Harvest rate of late, %',
        scale: 'share',
        stroke: colour('sky'),
        width: 1.5,
        dash: [5, 4],
        points: { show: false },
      },
    ],
  };
}

/** The harvest curve: drawn, in a sentence and as a table. The drawing library is loaded when the first curve is shown. */
export function HarvestPlot({ curve }: { readonly curve: readonly CurvePoint[] }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const newest = useRef(curve);
  newest.current = curve;
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const [{ default: UPlot }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
      if (isGone || !box.current) return;
      plot.current?.destroy();
      plot.current = new UPlot(optionsOf(box.current.clientWidth), dataOf(newest.current), box.current);
    };
    const redraw = (): void => void draw().catch(() => setLost(true));
    redraw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) plot.current?.setSize({ width: entry.contentRect.width, height: HEIGHT });
    });
    if (box.current) sizes.observe(box.current);
    return () => {
      isGone = true;
      scheme.removeEventListener('change', redraw);
      sizes.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => plot.current?.setData(dataOf(curve)), [curve]);
  return (
    <figure class="plot">
      <div ref={box} aria-hidden="true" hidden={isLost} />
      {isLost && <p>The plot could not be drawn in this browser. The table has the same.</p>}
      <figcaption>{curveInWords(curve)}</figcaption>
      <details open={isLost}>
        <summary>The curve as a table</summary>
        <div class="scroll" role="region" aria-label="The curve as a table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Pages</th>
                <th scope="col">Relevant pages</th>
                <th scope="col">Harvest rate of late</th>
              </tr>
            </thead>
            <tbody>
              {sampled(curve, TABLE_ROWS).map(({ fetched, relevant, recentRate }) => (
                <tr key={fetched}>
                  <th scope="row">{count(fetched)}</th>
                  <td>{count(relevant)}</td>
                  <td>{percent(recentRate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
