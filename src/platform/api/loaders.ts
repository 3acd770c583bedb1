import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import DataLoader from 'dataloader';
import type { PageRequest } from './slice.js';

/** Most keys one batch asks the database for: the size of its largest page. */
const MAX_BATCH = 200;

/**
 * The data loaders of one GraphQL request: rows asked for one by one are fetched together, and each only once.
 *
 * In a subscription, whose context lives from its first event to its last, answers are batched but not kept.
 */
export class RequestLoaders {
  private readonly loaders = new Map<string, unknown>();

  constructor(private readonly keep = true) {}

  /**
   * The loader of a name, made at its first use.
   *
   * @param name one name for one way of loading, e.g. `topic`
   * @param loadMany answers in any order; keys without an answer load as null
   */
  of<K extends string | number, V>(
    name: string,
    loadMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  ): DataLoader<K, V | null> {
    let loader = this.loaders.get(name) as DataLoader<K, V | null> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V | null>(
        async (keys) => {
          const found = await loadMany([...new Set(keys)]);
          return keys.map((key) => found.get(key) ?? null);
        },
        { cache: this.keep, maxBatchSize: MAX_BATCH },
      );
      this.loaders.set(name, loader);
    }
    return loader;
  }
}

/** Context of every GraphQL operation. */
export type GraphqlContext = {
  readonly loaders: RequestLoaders;
  /** In log lines. */
  readonly requestId: string;
  /** Fingerprint of the API key the operation came with; empty where the service has none. */
  readonly caller: string;
  /** Idempotency keys of this operation whose earlier answers are repeated. */
  readonly replayedKeys: string[];
};

/** Resolver parameter: the `RequestLoaders` of this request. */
export const Loaders = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestLoaders =>
    GqlExecutionContext.create(context).getContext<GraphqlContext>().loaders,
);

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
