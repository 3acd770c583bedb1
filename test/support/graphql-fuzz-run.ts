import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { fieldsWithArguments, HostileValues, type Operation, operationOn, randomOf } from './graphql-fuzz.js';
import { insertSessionRows } from './session-rows.js';

interface Answer {
  readonly status: number;
  readonly data?: Record<string, Record<string, string>>;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}
export interface FuzzReport {
  readonly seed: number;
  readonly calls: number;
  /** Impermissible results, with their operation. */
  readonly faults: readonly string[];
}

const CODES_OF_THE_SERVICE = new Set(['INTERNAL', 'UNAVAILABLE', undefined]);

/**
 * Calls every field with arguments a number of times, with hostile values of the right types.
 *
 * @param seed fixes the order and the values
 */
export async function fuzzGraphql(
  service: { readonly url: string; readonly databaseUrl: string },
  seed: number,
  rounds: number,
): Promise<FuzzReport> {
  const url = `${service.url}/graphql`;
  const ask = async (body: unknown): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const { data } = await ask({ query: getIntrospectionQuery() });
  const schema = buildClientSchema(data as unknown as IntrospectionQuery);
  const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 30 });
  const { data: found } = await ask({ query: `{ session(id: "${sessionId}") { topicId modelId } }` });
  const { topicId, modelId } = found?.['session'] ?? {};
  const values = new HostileValues(randomOf(seed), [sessionId, topicId, modelId]);
  const spare = new HostileValues(randomOf(seed + 1), ['0190f4c8-0000-7000-8000-000000000000']);
  const parents: [string, string][] = [
    ['Topic', `topic(id: "${topicId}")`],
    ['Session', `session(id: "${sessionId}")`],
    ['Page', `page(sessionId: "${sessionId}", step: 1)`],
  ];
  const makers = [
    ...fieldsWithArguments(schema, 'Query').map((field) => () => operationOn('query', 'Query', field, values)),
    ...fieldsWithArguments(schema, 'Mutation').map(
      (field) => () => operationOn('mutation', 'Mutation', field, field.name.startsWith('delete') ? spare : values),
    ),
    ...parents.flatMap(([type, wrap]) =>
      fieldsWithArguments(schema, type).map((field) => () => operationOn('query', type, field, values, wrap)),
    ),
  ];
  const faults: string[] = [];
  let calls = 0;
  const note = (operation: Operation, what: string) => {
    if (faults.length < 40)
      faults.push(`${operation.name}: ${what} for ${JSON.stringify(operation.variables).slice(0, 300)}`);
  };
  for (let round = 0; round < rounds; round++) {
    for (const make of makers) {
      const operation = make();
      const answer = await ask(operation).catch((error: unknown) => error as Error);
      calls++;
      if (answer instanceof Error) {
        const { message } = answer.cause instanceof Error ? answer.cause : answer;
        note(operation, `no answer (${message}) to ${JSON.stringify(operation).length} characters`);
        continue;
      }
      const { status, errors = [] } = answer;
      if (status >= 500) note(operation, `status ${status}`);
      for (const { extensions, message } of errors)
        if (CODES_OF_THE_SERVICE.has(extensions?.code)) note(operation, `${extensions?.code ?? 'no code'}: ${message}`);
    }
  }
  const client = createClient({ url: url.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 });
  for (const field of fieldsWithArguments(schema, 'Subscription')) {
    for (let n = 0; n < 20; n++) {
      const operation = operationOn('subscription', 'Subscription', field, spare);
      const events = client.iterate(operation);
      const told = await events.next().then(
        ({ value }) => value as { errors?: Answer['errors'] } | undefined,
        (errors: unknown) => ({ errors: errors as Answer['errors'] }),
      );
      await events.return?.();
      calls++;
      if (!Array.isArray(told?.errors)) note(operation, `no refusal but ${JSON.stringify(told)}`);
      else
        for (const { extensions } of told.errors)
          if (CODES_OF_THE_SERVICE.has(extensions?.code)) note(operation, String(extensions?.code));
    }
  }
  await client.dispose();
  if ((await ask({ query: '{ service }' })).status !== 200) faults.push('the service no longer answers');
  return { seed, calls, faults };
}
