import {
  Client,
  type CombinedError,
  createRequest,
  fetchExchange,
  stringifyDocument,
  type TypedDocumentNode,
} from '@urql/core';
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

/** Event of the window: a call is answered after others were not, or a key is given. */
export const ANSWERS = 'gleaner-answers';

/** Event of the window: a change found that its object does not exist, so that lists may show what is gone. */
export const GONE = 'gleaner-gone';

/** A form keeps it while one signs in, so it says that nothing was sent. */
const NEEDS_KEY = failureFrom('Nothing was sent, because this needs a key.', { code: 'UNAUTHENTICATED' });

let askForKey: () => void = () => undefined;
/** Until a key is given, nothing is asked: screens that are held meanwhile ask again and again. */
let isKeyMissing = false;

/** Says what happens when a call needs a key: the page asks for one. */
export function onKeyWanted(then: () => void): void {
  askForKey = then;
}

export function keyGiven(): void {
  isKeyMissing = false;
  dispatchEvent(new Event(ANSWERS));
}

function keyWanted(): void {
  isKeyMissing = true;
  askForKey();
}

/** Data of the service, much of it from the web, without characters that hide or move the text of a screen. */
const shown = <Data>(data: Data): Data => JSON.parse(shownJson(data)) as Data;

let isAway = false;

function noteAway(next: boolean): void {
  if (isAway && !next) dispatchEvent(new Event(ANSWERS));
  isAway = next;
}

function answerOf<Data>(data: Data | undefined, error: CombinedError | undefined): Answer<Data> {
  if (error === undefined)
    return data === undefined ? { data: null, failure: OFFLINE } : { data: shown(data), failure: null };
  return { data: null, failure: noted(failureOf(error)) };
}

/** A failure of a call. One that needs a key opens the sign-in screen. */
export function noted(failure: Failure): Failure {
  if (!failure.needsKey) return failure;
  keyWanted();
  return NEEDS_KEY;
}

/** The failure of every call until a key is given; null: calls are sent. */
export const keyMissing = (): Failure | null => (isKeyMissing ? NEEDS_KEY : null);

/** Calls so far: the key of the next one. Equal keys would join an earlier call, and get what was before a change. */
let calls = 0;

/** Asks a query or makes a change. Failures are values. */
export async function ask<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  if (isKeyMissing) return { data: null, failure: NEEDS_KEY };
  const isChange = document.definitions.some((one) => 'operation' in one && MUTATIONS.has(one.operation));
  const request = { ...createRequest(document, variables), key: calls++ };
  const { data, error } = await client[isChange ? 'executeMutation' : 'executeQuery'](request).toPromise();
  const answer = answerOf(data, error);
  noteAway(answer.failure === OFFLINE);
  if (isChange && answer.failure?.missing !== undefined) dispatchEvent(new Event(GONE));
  return answer;
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
  if (isKeyMissing) {
    const timer = setTimeout(() => failed(NEEDS_KEY));
    return () => clearTimeout(timer);
  }
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
          return failed(NEEDS_KEY);
        }
        const [first] = Array.isArray(trouble) ? (trouble as { message?: string; extensions?: object }[]) : [];
        failed(first?.message === undefined ? OFFLINE : failureFrom(first.message, { ...first.extensions }));
      },
      complete: ended,
    },
  );
}
