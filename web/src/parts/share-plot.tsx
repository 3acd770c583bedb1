import type { JSX } from 'preact';
import './share-plot.css';

interface PlotPoint {
  readonly x: number;
  /** From 0 to 1. */
  readonly y: number;
}

interface PlotLine {
  readonly name: string;
  /** As in the style sheet: of which colour and dash. */
  readonly look: 'first' | 'second' | 'reference';
  readonly points: readonly PlotPoint[];
}

interface Props {
  /** Description for screen readers. */
  readonly name: string;
  readonly across: string;
  readonly up: string;
  /** Ticks of the axis below, with what they say; the first and the last one are its ends. */
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
  readonly lines: readonly PlotLine[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [440, 300, 52, 44, 10, 24];
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Lines over an axis of shares. The table beside it has the numbers. */
export function SharePlot({ name, across, up, ticks, lines }: Props): JSX.Element {
  const [least, most] = [ticks[0]?.x ?? 0, ticks.at(-1)?.x ?? 1];
  const right = (x: number): number => LEFT + ((x - least) / (most - least || 1)) * (WIDTH - LEFT - RIGHT);
  const down = (y: number): number => TOP + (1 - y) * (HEIGHT - TOP - BOTTOM);
  return (
    <figure class="share-plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
        {SHARES.map((share) => (
          <g key={share}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={down(share)} y2={down(share)} />
            <text x={LEFT - 6} y={down(share) + 4} text-anchor="end">
              {share * 100}%
            </text>
          </g>
        ))}
        {ticks.map(({ x, text }) => (
          <text key={x} x={right(x)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">
            {text}
          </text>
        ))}
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 8} text-anchor="middle">
          {across}
        </text>
        <text transform={`translate(12 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">
          {up}
        </text>
        {lines.map(({ name: line, look, points }) => (
          <g key={line} class={look}>
            <polyline points={points.map(({ x, y }) => `${right(x)},${down(y)}`).join(' ')} />
            {look !== 'reference' && points.map(({ x, y }) => <circle key={x} cx={right(x)} cy={down(y)} r={3.5} />)}
          </g>
        ))}
      </svg>
      <figcaption>
        {lines.map(({ name: line, look }) => (
          <span key={line} class="legend">
            <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true" class={look}>
              <polyline points="0,4 24,4" />
            </svg>{' '}
            {line}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
