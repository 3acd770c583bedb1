import type { Schemas } from '../../../clients/typescript/src/types.js';
import { shownJson } from '../../../src/domain/text/shown-text.js';
import { type Answer, keyMissing, noted } from './client.js';
import { failureFrom, OFFLINE } from './failures.js';
import { projectHeaders } from './project.js';

export type { Schemas };

/** Calls the REST API, for values that GraphQL spells differently from people. Failures are values. */
async function call<Data>(path: string, init: RequestInit = {}): Promise<Answer<Data>> {
  try {
    const answer = await fetch(path, {
      ...init,
      headers: { ...projectHeaders(), ...(init.headers as Record<string, string> | undefined) },
    });
    const body: unknown = answer.status === 204 ? null : await answer.json();
    if (answer.ok) return { data: JSON.parse(shownJson(body)) as Data, failure: null };
    const problem = body as Readonly<Record<string, unknown>>;
    const message = typeof problem['detail'] === 'string' ? problem['detail'] : `Status ${answer.status}.`;
    return { data: null, failure: failureFrom(message, problem) };
  } catch {
    return { data: null, failure: OFFLINE };
  }
}

/** Reads something that a share link opens: its token stands in place of a key. */
export const readShared = <Data>(path: string): Promise<Answer<Data>> => call(path);

/** A call that needs a key where the service does: without one, it opens the sign-in screen. */
async function callWithKey<Data>(path: string, init?: RequestInit): Promise<Answer<Data>> {
  const missing = keyMissing();
  if (missing !== null) return { data: null, failure: missing };
  const answer = await call<Data>(path, init);
  return answer.failure === null ? answer : { data: null, failure: noted(answer.failure) };
}

export const read = <Data>(path: string): Promise<Answer<Data>> => callWithKey(path);

/**
 * @param key under which something is made once
 * @param updatedAt of the state that is changed: the call fails with `isOutdated` if there is a newer one
 */
export const send = <Data>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  key?: string,
  updatedAt?: string,
): Promise<Answer<Data>> =>
  callWithKey(path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(updatedAt !== undefined && { 'if-match': `"${Date.parse(updatedAt)}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
