import type { PageRequest, RequestLoaders } from '../../platform/api/index.js';

/** What belongs to one row, loaded together with what the same query asks of other rows. Every row asked about must be answered. */
export async function loadChild<T>(
  loaders: RequestLoaders,
  name: string,
  id: string,
  loadMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<T> {
  const child = await loaders.of<string, T>(name, loadMany).load(id);
  if (child === null) throw new Error(`${name} of ${id} was not answered`);
  return child;
}

/** Name of the loader of one piece of a child list: pieces asked for with other arguments are other loaders. */
export function pageKey(name: string, { first, after, last, before }: PageRequest, ...filters: unknown[]): string {
  return JSON.stringify([name, first ?? null, after ?? null, last ?? null, before ?? null, ...filters]);
}
