import { type Command } from 'commander';
import { integerFrom } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions } from '../service-options.js';

export interface ListArguments extends ServiceArguments {
  readonly first: number;
}

/** Rows that a list shows by default, and at most. */
const [SHOWN, MOST_SHOWN] = [50, 10_000];
const ROWS_PER_CALL = 100;

/** Adds the options of `ListArguments`. @param what the rows, such as `topics` */
export const listOptions = (command: Command, what: string): Command =>
  serviceOptions(command).option('--first <n>', `number of ${what}`, integerFrom(1, MOST_SHOWN), SHOWN);

/** Rows requested per call: one more than are shown, to detect further rows. */
export const perCall = ({ first }: Pick<ListArguments, 'first'>): number => Math.min(ROWS_PER_CALL, first + 1);

export interface Shown<T> {
  readonly head: readonly string[];
  readonly cells: (row: T) => readonly string[];
  /** Indexes of left-aligned columns. */
  readonly words?: readonly number[];
  /** Shown instead of an empty table. */
  readonly none: string;
}

/** Shows the first rows of a list: as a table, or as a JSON array of the API's objects. */
export function showList<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  args: Pick<ListArguments, 'first' | 'json'>,
  { head, cells, words, none }: Shown<T>,
  screen: Screen,
): Promise<void> {
  const text = (shown: readonly T[]): string => table([head, ...shown.map(cells)], { words });
  return showRows(rows, args, { text, none }, screen);
}

/** Shows rows that do not form a table. */
export async function showRows<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  { first, json }: Pick<ListArguments, 'first' | 'json'>,
  { text, none }: { readonly text: (shown: readonly T[]) => string; readonly none: string },
  screen: Screen,
): Promise<void> {
  const shown: T[] = [];
  let more = false;
  for await (const row of rows) {
    more = shown.length === first;
    if (more) break;
    shown.push(row);
  }
  if (json === true) screen.json(shown);
  else screen.line(shown.length === 0 ? none : text(shown));
  if (more) screen.note('There are more: raise --first to show them');
}

export async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

/** An API time for people, in UTC. */
export const moment = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-';

/** Named values, one per line; those without a value are omitted. */
export function facts(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n');
}
