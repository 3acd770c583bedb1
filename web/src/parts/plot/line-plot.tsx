import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { SaveCsv } from '../save-csv.js';
import { loadPlotLibrary } from './load-uplot.js';
import { type AlignedLine, alignLines, type PlotLine, sampledRows, tableOf } from './plot-lines.js';
import { inWords, type Measure, PLOT_HEIGHT, plotData, plotOptions } from './plot-options.js';

const TABLE_ROWS = 12;

interface Props {
  /** Name of the lines, e.g. `Relevant pages`. */
  readonly name: string;
  /** Name of the horizontal axis. */
  readonly xName: string;
  readonly lines: readonly PlotLine[];
  readonly measure?: Measure;
  /** The plot in a sentence, for those who do not see it. */
  readonly caption: string;
}

const cellOf = ({ y, low, high }: AlignedLine, row: number, measure: Measure): string =>
  low && high && low[row] != null
    ? `${inWords(measure, y[row])} (${inWords(measure, low[row])} to ${inWords(measure, high[row])})`
    : inWords(measure, y[row]);

/** Curves: drawn, in a sentence and as a table. Curves of several runs have the range of the runs as a band. */
export function LinePlot({ name, xName, lines, measure = 'count', caption }: Props): JSX.Element {
  const aligned = useMemo(() => alignLines(lines), [lines]);
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const newest = useRef(aligned);
  newest.current = aligned;
  const [isLost, setLost] = useState(false);
  const form = JSON.stringify(aligned.lines.map((line) => [line.name, line.low !== null]));
  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const Library = await loadPlotLibrary();
      if (isGone || !box.current) return;
      plot.current?.destroy();
      const options = plotOptions(newest.current, { width: box.current.clientWidth, xName, measure });
      plot.current = new Library(options, plotData(newest.current), box.current);
    };
    const redraw = (): void => void draw().catch(() => setLost(true));
    redraw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) plot.current?.setSize({ width: entry.contentRect.width, height: PLOT_HEIGHT });
    });
    if (box.current) sizes.observe(box.current);
    return () => {
      isGone = true;
      scheme.removeEventListener('change', redraw);
      sizes.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [form, xName, measure]);
  useEffect(() => plot.current?.setData(plotData(aligned)), [aligned]);
  const table = `${name} as a table`;
  return (
    <figure class="plot">
      <div ref={box} aria-hidden="true" hidden={isLost} />
      {isLost && <p>The plot could not be drawn in this browser. The table has the same.</p>}
      <figcaption>{caption}</figcaption>
      <details open={isLost}>
        <summary>{table}</summary>
        <div class="scroll" role="region" aria-label={table} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{xName}</th>
                {aligned.lines.map((line) => (
                  <th key={line.name} scope="col" class="number">
                    {line.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sampledRows(aligned.xs.length, TABLE_ROWS).map((row) => (
                <tr key={row}>
                  <th scope="row">{inWords('count', aligned.xs[row])}</th>
                  {aligned.lines.map((line) => (
                    <td key={line.name} class="number">
                      {cellOf(line, row, measure)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <SaveCsv name={name} table={() => tableOf(aligned, xName)} />
      </details>
    </figure>
  );
}
