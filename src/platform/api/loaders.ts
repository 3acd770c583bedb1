import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import DataLoader from 'dataloader';
import type { PageRequest } from './slice.js';

/** Most keys that one batch loads from the database: the size of its largest page. */
const MAX_BATCH = 200;

/**
 * The data loaders of one GraphQL request: rows requested one by one are fetched together, and each only once.
 *
 * A subscription has one context from its first event to its last, so its answers are batched but not cached.
 */
export class RequestLoaders {
  private readonly loaders = new Map<string, unknown>();

  constructor(private readonly keep = true) {}

  /**
   * The loader with this name, created at its first use.
   *
   * @param name one name for each way of loading, e.g. `topic`
   * @param loadMany returns rows in any order; keys without a row load as null
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
  /** Appears in log lines. */
  readonly requestId: string;
  /** Fingerprint of the caller's API key; empty if the service has no keys. */
  readonly caller: string;
  /** Idempotency keys of this operation whose earlier answers are replayed. */
  readonly replayedKeys: string[];
};

/** Resolver parameter: the `RequestLoaders` of this request. */
export const Loaders = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestLoaders =>
    GqlExecutionContext.create(context).getContext<GraphqlContext>().loaders,
);

/**
 * Loads the child of one row together with the children of other rows in the same query. Every requested row must get
 * an answer.
 */
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

/** Loader name of one slice of a child list: slices with other arguments have other loaders. */
export function pageKey(name: string, { first, after, last, before }: PageRequest, ...filters: unknown[]): string {
  return JSON.stringify([name, first ?? null, after ?? null, last ?? null, before ?? null, ...filters]);
}
