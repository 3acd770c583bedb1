import { type Command } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { integerFrom, list } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions } from '../service-options.js';

export interface ListArguments extends ServiceArguments {
  readonly first: number;
  readonly fields?: readonly string[];
}

/** Rows that a list shows by default, and at most. */
const [SHOWN, MOST_SHOWN] = [50, 10_000];
const ROWS_PER_CALL = 100;

/** Adds the options of `ListArguments`. @param what the rows, such as `topics` */
export const listOptions = (command: Command, what: string): Command =>
  serviceOptions(command)
    .option('--first <n>', `number of ${what}`, integerFrom(1, MOST_SHOWN), SHOWN)
    .option('--fields <names>', 'only these fields of the API, such as id,state, as columns or with --json', list);

/** Rows requested per call: one more than are shown, to detect further rows. */
export const perCall = ({ first }: Pick<ListArguments, 'first'>): number => Math.min(ROWS_PER_CALL, first + 1);

interface Shown<T> {
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
  args: Pick<ListArguments, 'first' | 'fields' | 'json'>,
  { head, cells, words, none }: Shown<T>,
  screen: Screen,
): Promise<void> {
  const text = (shown: readonly T[]): string => table([head, ...shown.map(cells)], { words });
  return showRows(rows, args, { text, none }, screen);
}

/** Shows rows that do not form a table. */
export async function showRows<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  { first, fields, json }: Pick<ListArguments, 'first' | 'fields' | 'json'>,
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
  const chosen = fields === undefined || shown.length === 0 ? null : onlyFields(shown, fields);
  if (json === true) screen.json(chosen ?? shown);
  else if (chosen !== null && fields !== undefined) screen.line(fieldTable(chosen, fields));
  else screen.line(shown.length === 0 ? none : text(shown));
  if (more) screen.note(moreRows(first));
}

type Fields = Readonly<Record<string, unknown>>;

/** @throws CliError if no row has one of the fields */
function onlyFields(rows: readonly unknown[], fields: readonly string[]): Fields[] {
  const known = [...new Set(rows.flatMap((row) => Object.keys(row as Fields)))];
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw new CliError(`--fields: there is no field ${unknown}; the fields are ${known.join(', ')}`, Exit.Usage);
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field, (row as Fields)[field]])));
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const fieldTable = (rows: readonly Fields[], fields: readonly string[]): string =>
  table([fields, ...rows.map((row) => fields.map((field) => cellOf(row[field])))], { words: fields.map((_, i) => i) });

/** The next step to see the rows that are left out. */
const moreRows = (first: number): string =>
  first === MOST_SHOWN
    ? `There are more than the first ${first}. Limit the list, or export it as a file`
    : `There are more than the first ${first}. Run the command with --first ${Math.min(10 * first, MOST_SHOWN)} to see further ones`;

export async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

/** An API time for people, in UTC. */
export const moment = (time: string | null): string => (time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '-');

/** Named values, one per line; those without a value are omitted. */
export function facts(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n');
}
