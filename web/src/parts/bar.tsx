import type { JSX } from 'preact';

interface Props {
  readonly value: number;
  /** Of all bars beside it. */
  readonly largest: number;
  /** Whether some of them are below 0: then all begin in the middle. */
  readonly isSigned?: boolean;
}

/** A number as a bar, beside the number itself. */
export function Bar({ value, largest, isSigned = false }: Props): JSX.Element {
  const room = isSigned ? 50 : 100;
  const width = largest > 0 ? (room * Math.min(Math.abs(value), largest)) / largest : 0;
  const x = isSigned ? (value < 0 ? 50 - width : 50) : 0;
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class={value < 0 ? 'against' : 'for'} x={x} y="0" width={width} height="10" />
      {isSigned && <line x1="50" x2="50" y1="0" y2="10" />}
    </svg>
  );
}
