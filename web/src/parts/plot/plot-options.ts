import type uPlot from 'uplot';
import { count, percent } from '../words.js';
import type { AlignedLines } from './plot-lines.js';

export const PLOT_HEIGHT = 260;
/** More lines than colours cannot be distinguished. */
const COLOURS = ['leaf', 'sky', 'sun', 'rust', 'plum', 'teal'] as const;
/** Lines differ in more than their colour. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 5]];
/** Two digits after a colour: how much of it shows in the interval of a line. */
const BAND_ALPHA = '33';

/** How the values of a plot are said. */
export type Measure = 'count' | 'share';
export const inWords = (measure: Measure, value: number | null | undefined): string => {
  if (value == null) return '–';
  return measure === 'share' ? percent(value) : count(value);
};

/** Colours of the page as they are now: dark or light. */
function colours(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

export const colourOf = (line: number): string => COLOURS[line % COLOURS.length] ?? 'leaf';

/** Each line is followed by the upper and the lower bound of its interval, where it has one. */
export const plotData = ({ xs, lines }: AlignedLines): uPlot.AlignedData =>
  [xs, ...lines.flatMap(({ y, low, high }) => (low && high ? [y, high, low] : [y]))] as uPlot.AlignedData;

interface Axes {
  readonly width: number;
  readonly xName: string;
  readonly measure: Measure;
}

export function plotOptions({ lines }: AlignedLines, { width, xName, measure }: Axes): uPlot.Options {
  const colour = colours();
  const axis = {
    stroke: colour('faint'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
  };
  // Nothing is said while the pointer is elsewhere.
  const say =
    (how: Measure) =>
    (_plot: uPlot, value: number | null, _series: number, at: number | null): string =>
      at === null ? '' : inWords(how, value);
  const said = say(measure);
  const series: uPlot.Series[] = [{ label: xName, value: say('count') }];
  const bands: uPlot.Band[] = [];
  lines.forEach(({ name, low }, i) => {
    const stroke = colour(colourOf(i));
    const dash = DASHES[i % DASHES.length] ?? [];
    series.push({ label: name, stroke, width: 2, dash, points: { show: false }, spanGaps: true, value: said });
    if (low === null) return;
    bands.push({ series: [series.length, series.length + 1], fill: `${stroke}${BAND_ALPHA}` });
    for (const bound of ['high', 'low'])
      series.push({ label: `${name} ${bound}`, class: 'bound', width: 0, points: { show: false }, spanGaps: true });
  });
  return {
    ...{ width, height: PLOT_HEIGHT, series, bands },
    scales: { x: { time: false }, ...(measure === 'share' ? { y: { range: [0, 1] } } : {}) },
    legend: { show: true, live: true },
    cursor: { drag: { x: false, y: false } },
    axes: [
      { ...axis, label: xName, labelSize: 18, values: (_plot, ticks) => ticks.map((tick) => inWords('count', tick)) },
      { ...axis, size: 60, values: (_plot, ticks) => ticks.map((tick) => inWords(measure, tick)) },
    ],
  };
}
