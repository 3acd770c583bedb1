/** At most six round integers from 0 to at least `most`: counts have no fractions. */
export function ticksTo(most: number): number[] {
  const wanted = Math.max(most, 1) / 5;
  if (wanted <= 1) return Array.from({ length: Math.max(1, Math.ceil(most)) + 1 }, (_, i) => i);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= wanted) ?? wanted;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** The positions of values on an axis. */
export interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** @param ends positions of 0 and the last tick */
export function axisTo(most: number, ends: readonly [number, number]): Axis {
  const ticks = ticksTo(most);
  const [from, to] = ends;
  return { ticks, at: (value) => from + ((to - from) * value) / ticks[ticks.length - 1] };
}
