import { AsyncLocalStorage } from 'node:async_hooks';

/** The project of calls without a project's key, and of everything that was made before there were projects. */
export const DEFAULT_PROJECT_ID = '00000000-0000-7000-8000-000000000000';

/** What a key allows: to read, to change, and to administer the project with its keys. Each includes those before it. */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Who makes a call. */
export interface Actor {
  /** `local`: without a key, from this machine; `operator`: with a key of the settings, who administers all projects; `key`: with a project's key. */
  readonly kind: 'local' | 'operator' | 'key';
  /** As it is shown and stored: `local`, `operator` with a fingerprint of the key, or the id of the key. It gives no secret away. */
  readonly name: string;
  readonly scope: KeyScope;
}

/** What is known of a call besides who makes it. */
export interface CallOrigin {
  /** Network address of the caller. */
  readonly address: string;
  /** As in the log and in answers. */
  readonly requestId: string;
  /** Method and route of REST, or kind and fields of an operation of GraphQL. */
  readonly call: string;
}

/** Whose data the running code may see: that of one project, or, for the work of the service itself, that of all. */
export type Scope = ({ readonly kind: 'project'; readonly projectId: string } | { readonly kind: 'service' }) & {
  /** Null outside of calls. */
  readonly actor: Actor | null;
  readonly origin?: CallOrigin;
};

const storage = new AsyncLocalStorage<Scope>();
let fallback: Scope | null = null;

/** Code ran without a scope: a fault of the program, since all of a project's data is read within one. */
export class NoScopeError extends Error {
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

/** The project in scope; null in the work of the service itself. @throws NoScopeError */
export function scopedProject(): string | null {
  const scope = currentScope();
  return scope.kind === 'project' ? scope.projectId : null;
}

/** Who makes the call that the running code serves; null outside of calls. */
export function currentActor(): Actor | null {
  return storage.getStore()?.actor ?? null;
}

/** Who makes the call and from where, for a scope within the present one. */
function caller(): Pick<Scope, 'actor' | 'origin'> {
  const { actor = null, origin } = storage.getStore() ?? {};
  return origin === undefined ? { actor } : { actor, origin };
}

/** Runs work, with all that it starts, in a scope. */
export function inScope<T>(scope: Scope, work: () => T): T {
  return storage.run(scope, work);
}

/** Runs work for one project. Who makes the call, if it is one, stays the same. */
export function inProject<T>(projectId: string, work: () => PromiseLike<T>): Promise<T> {
  // Awaited within: Prisma sends a query only when somebody waits for it.
  return storage.run({ kind: 'project', projectId, ...caller() }, async () => await work());
}

/**
 * Runs work of the service itself, which concerns all projects: claims, housekeeping, the look-up of keys. Nothing of it may reach a caller whose project was
 * not checked.
 */
export function asService<T>(work: () => PromiseLike<T>): Promise<T> {
  return storage.run({ kind: 'service', ...caller() }, async () => await work());
}

/** What yields within the scope of the running code, whoever reads it: a stream asks for more from wherever its reader is. */
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

/** A scope for code that runs in none, for programs with one user such as tests and benchmarks. */
export function setFallbackScope(scope: Scope | null): void {
  fallback = scope;
}
