import { readFileSync } from 'node:fs';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import type { ApiDocument } from '../support/openapi-calls.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Answer {
  readonly id?: string;
  readonly code?: string;
  readonly field?: string;
  readonly detail?: string;
}

/** Creations first, then what needs what they have made. */
const ORDER = [
  'createTopic', 'putKeywords', 'addExample', 'importExamples', 'trainModel', 'createSession', 'updateTopic', 'updateExample', 'suggestKeywords', 'expandKeywords',
  'decideKeywordCandidates', 'judgeDocument', 'extendSession', 'switchModel', 'labelPages',
];
/** What a fresh service refuses for reasons of its state. */
const STATES = ['INVALID_STATE', 'CONFLICT'];
/** Candidates have names only once a job has found some. */
const isUnknownCandidate = (id: string, { field }: Answer): boolean => id === 'decideKeywordCandidates' && field === 'accept[0]';

test('the examples of all requests run as they are offered', async () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
  const requests = new Map(Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([, { requestBody }]) => requestBody !== undefined).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const)));
  expect([...requests.keys()].sort()).toEqual([...ORDER].sort());
  const rows = await insertSessionRows(service.databaseUrl, { steps: 20 });
  const known: Record<string, string> = { topics: rows.topicId, sessions: rows.sessionId, models: rows.modelId, examples: rows.topicId };
  for (const id of ORDER) {
    const request = requests.get(id);
    if (!request) throw new Error(id);
    const { path, method, operation } = request;
    const url = path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, before: string) => `${before}/${known[before] ?? '0'}`);
    const [type, { schema, example }] = Object.entries(operation.requestBody?.content ?? {})[0] ?? ['', { schema: {} }];
    const offered = example ?? schema.example;
    // The only part of an example that names something: what it names is put in its place.
    const body = id === 'switchModel' ? { modelId: rows.modelId } : offered;
    const response = await fetch(`${service.url}${url}`, {
      method: method.toUpperCase(), headers: { 'content-type': type }, body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    expect([id, response.ok || STATES.includes(answer.code ?? '') || isUnknownCandidate(id, answer), answer]).toEqual([id, true, answer]);
    if (id === 'createTopic' && answer.id) known['topics'] = answer.id;
    if (id === 'addExample' && answer.id) known['examples'] = answer.id;
  }
});
