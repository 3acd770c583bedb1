import { AsyncLocalStorage } from 'node:async_hooks';

/** The project of calls without a project's key, and of everything created before projects existed. */
export const DEFAULT_PROJECT_ID = '00000000-0000-7000-8000-000000000000';

/**
 * The rights of a key: to read, to change, and to administer the project with its keys. Each includes the earlier ones.
 */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The author of a call. */
export interface Actor {
  /**
   * `local`: without a key, from this machine; `operator`: with a key from the settings, who administers all projects;
   * `key`: with a project's key.
   */
  readonly kind: 'local' | 'operator' | 'key';
  /**
   * The shown and stored name: `local`, `operator` with a fingerprint of the key, or the id of the key. It contains no
   * secret.
   */
  readonly name: string;
  readonly scope: KeyScope;
}

/** Facts about a call besides its author. */
interface CallOrigin {
  /** Network address of the caller. */
  readonly address: string;
  /** The id in the log and in responses. */
  readonly requestId: string;
  /** Method and route of REST, or kind and fields of a GraphQL operation. */
  readonly call: string;
}

/** The data that running code may see: one project's, or, for the service's own work, all. */
export type Scope = ({ readonly kind: 'project'; readonly projectId: string } | { readonly kind: 'service' }) & {
  /** Null outside of calls. */
  readonly actor: Actor | null;
  readonly origin?: CallOrigin;
};

const storage = new AsyncLocalStorage<Scope>();
let fallback: Scope | null = null;

/** Code ran without a scope: a bug, because all project data is read within one. */
class NoScopeError extends Error {
  constructor() {
    super('no project in scope: wrap the work in inProject or asService');
    this.name = 'NoScopeError';
  }
}

/** The scope of the running code. @throws NoScopeError */
export function currentScope(): Scope {
  const scope = storage.getStore() ?? fallback;
  if (scope === null) throw new NoScopeError();
  return scope;
}

/** The project in scope; null for the service's own work. @throws NoScopeError */
export function scopedProject(): string | null {
  const scope = currentScope();
  return scope.kind === 'project' ? scope.projectId : null;
}

/** The author of the call being served; null outside of calls. */
export function currentActor(): Actor | null {
  return storage.getStore()?.actor ?? null;
}

/** The author and origin of the call, for a nested scope. */
function caller(): Pick<Scope, 'actor' | 'origin'> {
  const { actor = null, origin } = storage.getStore() ?? {};
  return origin === undefined ? { actor } : { actor, origin };
}

/** Runs work, and everything that it starts, in a scope. */
export function inScope<T>(scope: Scope, work: () => T): T {
  return storage.run(scope, work);
}

/** Runs work for one project. The call's author stays the same. */
export function inProject<T>(projectId: string, work: () => PromiseLike<T>): Promise<T> {
  // Awaited inside: Prisma sends a query only when it is awaited.
  return storage.run({ kind: 'project', projectId, ...caller() }, async () => await work());
}

/**
 * Runs the service's own work on all projects: claims, housekeeping, the look-up of keys. Its results must not reach a
 * caller whose project was not checked.
 */
export function asService<T>(work: () => PromiseLike<T>): Promise<T> {
  return storage.run({ kind: 'service', ...caller() }, async () => await work());
}

/**
 * Runs an iterator within the current scope, whatever the scope of its reader: a stream pulls from its reader's
 * context.
 */
export function withScope<T, R>(source: AsyncIterator<T, R>): AsyncIterableIterator<T, R> {
  const scope = currentScope();
  return {
    next: () => storage.run(scope, () => source.next()),
    return: (value) =>
      storage.run(scope, async () =>
        source.return ? source.return(value) : { done: true as const, value: (await value) as R },
      ),
    throw: (error) =>
      storage.run(scope, async () => {
        if (source.throw) return source.throw(error);
        throw error;
      }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** A scope for code outside of any, for single-user programs such as tests and benchmarks. */
export function setFallbackScope(scope: Scope | null): void {
  fallback = scope;
}
