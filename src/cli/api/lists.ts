import { type Command } from 'commander';
import { integerFrom } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions } from '../service-options.js';

export interface ListArguments extends ServiceArguments {
  readonly first: number;
}

/** Most rows that a list shows unless told otherwise, and at all. */
const [SHOWN, MOST_SHOWN] = [50, 10_000];
const ROWS_PER_CALL = 100;

/** Adds the options of `ListArguments`. @param what the rows, such as `topics` */
export const listOptions = (command: Command, what: string): Command =>
  serviceOptions(command).option('--first <n>', `number of ${what}`, integerFrom(1, MOST_SHOWN), SHOWN);

/** How many rows a call asks for: one more than are shown, to see whether there are more. */
export const perCall = ({ first }: Pick<ListArguments, 'first'>): number => Math.min(ROWS_PER_CALL, first + 1);

export interface Shown<T> {
  readonly head: readonly string[];
  readonly cells: (row: T) => readonly string[];
  /** Columns that hold words, by number. */
  readonly words?: readonly number[];
  /** Said instead of an empty table. */
  readonly none: string;
}

/** Shows the first rows of a list: as a table, or as a JSON array of what the API gives. */
export function showList<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  args: Pick<ListArguments, 'first' | 'json'>,
  { head, cells, words, none }: Shown<T>,
  screen: Screen,
): Promise<void> {
  const text = (shown: readonly T[]): string => table([head, ...shown.map(cells)], { words });
  return showRows(rows, args, { text, none }, screen);
}

/** The same for rows that are no table. */
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
  if (more) screen.note('There are more: --first shows them');
}

export async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

/** A time of the API as people read it, in UTC. */
export const moment = (time: string | null): string => time?.slice(0, 16).replace('T', ' ') ?? '-';

/** Named values below each other; those without a value are left out. */
export function facts(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n');
}
