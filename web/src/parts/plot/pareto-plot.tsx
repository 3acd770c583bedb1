import type { JSX } from 'preact';
import { Table } from '../table.js';
import { count } from '../words.js';
import { axisEnd, isOnFront, type ParetoPoint } from './pareto.js';
import { colourOf } from './plot-options.js';
import './pareto.css';

const WIDTH = 480;
const HEIGHT = 300;
/** Names of points stand around them by turns: points that are close together would hide one another's. */
const NAMED = [
  { dx: 0, dy: -11, anchor: 'middle' },
  { dx: 11, dy: 4, anchor: 'start' },
  { dx: 0, dy: 20, anchor: 'middle' },
  { dx: -11, dy: 4, anchor: 'end' },
] as const;
/** Around the field of the points: room for numbers and names. */
const FIELD = { left: 56, right: WIDTH - 20, top: 20, bottom: HEIGHT - 48 };

interface Props {
  readonly points: readonly ParetoPoint[];
  readonly xName: string;
  readonly yName: string;
}

/** Points with two measures, plotted against each other. Points on the Pareto front are marked. */
export function ParetoPlot({ points, xName, yName }: Props): JSX.Element {
  const [xEnd, yEnd] = [axisEnd(Math.max(...points.map(({ x }) => x))), axisEnd(Math.max(...points.map(({ y }) => y)))];
  const xOf = (x: number): number => FIELD.left + ((FIELD.right - FIELD.left) * x) / xEnd;
  const yOf = (y: number): number => FIELD.bottom - ((FIELD.bottom - FIELD.top) * y) / yEnd;
  const front = points.filter((point) => isOnFront(point, points)).sort((a, b) => a.x - b.x);
  return (
    <figure class="plot">
      <svg class="pareto" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line class="grid" x1={FIELD.left} x2={FIELD.right} y1={yOf(part * yEnd)} y2={yOf(part * yEnd)} />
            <text x={FIELD.left - 6} y={yOf(part * yEnd) + 4} text-anchor="end">
              {part === 0.5 && yEnd === 1 ? '' : count(part * yEnd)}
            </text>
            <text x={xOf(part * xEnd)} y={FIELD.bottom + 18} text-anchor="middle">
              {part === 0.5 && xEnd === 1 ? '' : count(part * xEnd)}
            </text>
          </g>
        ))}
        <text x={(FIELD.left + FIELD.right) / 2} y={HEIGHT - 8} text-anchor="middle">
          {xName}
        </text>
        <text x={FIELD.left} y={12}>
          {yName}
        </text>
        <polyline class="front" points={front.map(({ x, y }) => `${xOf(x)},${yOf(y)}`).join(' ')} />
        {points.map((point, i) => {
          const { dx, dy, anchor } = NAMED[i % NAMED.length] ?? NAMED[0];
          return (
            <g key={point.name} class={`point-${colourOf(i)}`}>
              <circle cx={xOf(point.x)} cy={yOf(point.y)} r={front.includes(point) ? 7 : 4} />
              <text class="point" x={xOf(point.x) + dx} y={yOf(point.y) + dy} text-anchor={anchor}>
                {i + 1}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        {front.length === 1 && front[0]
          ? `${front[0].name} is best in both ways.`
          : `No other one beats these in both ways: ${front.map(({ name }) => name).join('; ')}.`}
      </figcaption>
      <Table
        name={`${yName} and ${xName.toLowerCase()}`}
        rows={points}
        idOf={({ name }) => name}
        columns={[
          { head: 'Name', cell: ({ name }) => name },
          { head: 'In the plot', isNumber: true, cell: (point) => count(points.indexOf(point) + 1) },
          { head: yName, isNumber: true, cell: ({ y }) => count(y) },
          { head: xName, isNumber: true, cell: ({ x }) => count(x) },
          { head: 'On the front', cell: (point) => (front.includes(point) ? 'yes' : 'no') },
        ]}
      />
    </figure>
  );
}
