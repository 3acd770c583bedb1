import { Client, type CombinedError, fetchExchange, stringifyDocument, type TypedDocumentNode } from '@urql/core';
import { shownJson } from '../../../src/domain/text/shown-text.js';
import { projectHeaders } from './project.js';
import { type Failure, failureFrom, failureOf, OFFLINE } from './failures.js';
import { isRefusal, socket } from './socket.js';

const client = new Client({
  url: '/graphql',
  preferGetMethod: false,
  fetchOptions: () => ({ headers: projectHeaders() }),
  exchanges: [fetchExchange],
});

const MUTATIONS: ReadonlySet<string> = new Set(['mutation']);

export type Answer<Data> =
  { readonly data: Data; readonly failure: null } | { readonly data: null; readonly failure: Failure };

let keyWanted: () => void = () => undefined;

/** Says what happens when a call needs a key: the page asks for one. */
export function onKeyWanted(then: () => void): void {
  keyWanted = then;
}

/** Data of the service, much of it from the web, without characters that hide or move the text of a screen. */
const shown = <Data>(data: Data): Data => JSON.parse(shownJson(data)) as Data;

function answerOf<Data>(data: Data | undefined, error: CombinedError | undefined): Answer<Data> {
  if (error === undefined)
    return data === undefined ? { data: null, failure: OFFLINE } : { data: shown(data), failure: null };
  const failure = failureOf(error);
  if (failure.needsKey) keyWanted();
  return { data: null, failure };
}

/** Asks a query or makes a change. Failures are values. */
export async function ask<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  const isChange = document.definitions.some((one) => 'operation' in one && MUTATIONS.has(one.operation));
  const { data, error } = await client[isChange ? 'mutation' : 'query'](document, variables).toPromise();
  return answerOf(data, error);
}

export interface Listener<Data> {
  readonly next: (data: Data) => void;
  readonly failed: (failure: Failure) => void;
  /** Nothing more will come. */
  readonly ended: () => void;
}

/**
 * Listens to what happens. After a connection that broke off the subscription is sent once more, with the variables as
 * they are then: a listener that notes in them how far it has got misses nothing.
 *
 * @returns what ends it
 */
export function listen<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { next, failed, ended }: Listener<Data>,
): () => void {
  return socket.subscribe<Data>(
    { query: stringifyDocument(document), variables: variables as Record<string, unknown> },
    {
      next: ({ data, errors }) => {
        const [first] = errors ?? [];
        if (first) failed(failureFrom(first.message, first.extensions ?? {}));
        else if (data) next(shown(data));
      },
      error: (trouble) => {
        if (isRefusal(trouble)) {
          keyWanted();
          return failed(failureFrom('This needs a key.', { code: 'UNAUTHENTICATED' }));
        }
        const [first] = Array.isArray(trouble) ? (trouble as { message?: string; extensions?: object }[]) : [];
        failed(first?.message === undefined ? OFFLINE : failureFrom(first.message, { ...first.extensions }));
      },
      complete: ended,
    },
  );
}
