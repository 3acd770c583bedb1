import type { PathsWith } from './calls.js';
import type { paths } from './generated/schema.js';
import { type OnAway, outlasting } from './patience.js';
import type { Schemas } from './types.js';

interface List<T> {
  readonly items: readonly T[];
  readonly pageInfo: Schemas['PageInfo'];
}
type GetPath = PathsWith<'get'>;
type AnswerOf<Path extends GetPath> = paths[Path]['get'] extends {
  responses: { 200: { content: { 'application/json': infer T } } };
}
  ? T
  : never;
type ParametersOf<Path extends GetPath> = paths[Path]['get'] extends { parameters: infer T } ? T : never;
type Part<T, Name extends string> = T extends { [name in Name]?: infer Value }
  ? NonNullable<Value>
  : Record<string, never>;

/** Paths whose response is a list with cursors. */
export type ListPath = { [Path in GetPath]: AnswerOf<Path> extends List<unknown> ? Path : never }[GetPath];
/** A row of the list at a path. */
export type Row<Path extends ListPath> = AnswerOf<Path> extends List<infer T> ? T : never;
/** Filters and order of the list at a path. `first` is the number of rows of one call. */
export type ListQuery<Path extends ListPath> = Omit<
  Part<ParametersOf<Path>, 'query'>,
  'after' | 'last' | 'before' | 'total'
>;
type Parametric = `${string}{${string}`;
type PathOption<Path extends ListPath> = Path extends Parametric
  ? { readonly path: Part<ParametersOf<Path>, 'path'> }
  : { readonly path?: never };

export type ListOptions<Path extends ListPath> = PathOption<Path> & {
  readonly query?: ListQuery<Path>;
  readonly signal?: AbortSignal;
};
/** The options of a list, which may be left out if its path has no parameters. */
export type ListArguments<Path extends ListPath> = Path extends Parametric
  ? [options: ListOptions<Path>]
  : [options?: ListOptions<Path>];

/** Default number of rows per call. */
const ROWS_PER_CALL = 100;

/**
 * All rows of a list, call by call: no call is made before its rows are needed. After the first, the service may be
 * away for two minutes.
 *
 * @param pause waits, ms
 */
export async function* rows<T>(
  read: (query: Readonly<Record<string, unknown>>) => Promise<List<T>>,
  query: Readonly<Record<string, unknown>> = {},
  pause?: (ms: number) => Promise<void>,
  onAway?: OnAway,
): AsyncGenerator<T, void, undefined> {
  let list = await read({ first: ROWS_PER_CALL, ...query });
  for (let after: string | undefined; ;) {
    const { items, pageInfo } = list;
    yield* items;
    const next = pageInfo.endCursor ?? undefined;
    // An unchanged cursor would loop forever.
    if (!pageInfo.hasNextPage || next === undefined || next === after) return;
    after = next;
    list = await outlasting(() => read({ first: ROWS_PER_CALL, ...query, after: next }), pause, onAway);
  }
}
