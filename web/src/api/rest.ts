import { shownJson } from '../../../src/domain/text/shown-text.js';
import type { Answer } from './client.js';
import { failureFrom, OFFLINE } from './failures.js';
import { projectHeaders } from './project.js';

/** Reads something of the REST API, for what GraphQL spells otherwise than people write it. Failures are values. */
export async function read<Data>(path: string): Promise<Answer<Data>> {
  try {
    const answer = await fetch(path, { headers: projectHeaders() });
    const body: unknown = await answer.json();
    if (answer.ok) return { data: JSON.parse(shownJson(body)) as Data, failure: null };
    const problem = body as Readonly<Record<string, unknown>>;
    const message = typeof problem['detail'] === 'string' ? problem['detail'] : `Status ${answer.status}.`;
    return { data: null, failure: failureFrom(message, problem) };
  } catch {
    return { data: null, failure: OFFLINE };
  }
}
