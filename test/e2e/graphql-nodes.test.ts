import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLInterfaceType, isObjectType } from 'graphql';
import { insertOwnedRows } from '../support/owned-rows.js';
import { startService, type TestService } from '../support/service.js';

type Found = { readonly __typename: string; readonly id: string } | null;

/** Types with an `id` that `node` does not find. */
const NOT_NODES = {
  Project: 'operators read it',
  ApiKey: 'another scope reads it',
  AuditEntry: 'another scope reads it',
  ...{
    NewApiKey: 'a creation answers it',
    NewShare: 'a creation answers it',
    WebhookWithSecret: 'a creation answers it',
  },
  Share: 'it is read with its topic alone',
  Lease: 'its id is that of the session or job that is held, which is a Node itself',
  WatchedPage: 'its id is one within its monitor',
};
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const NODE_TYPES = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);

let service: TestService;
const ids = new Map<string, string>();
beforeAll(async () => {
  service = await startService();
  const { nodes } = await insertOwnedRows(service.databaseUrl, 'the default project');
  for (const [kind, id] of Object.entries(nodes)) ids.set(kind, id);
});
afterAll(() => service.stop());

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}
async function ask(query: string, variables: object = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return (
    await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  ).json() as Promise<Answer>;
}
const NODES = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

test('every type with an id is a Node, or is left out on purpose', () => {
  const others = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && String(type.getFields()['id']?.type) === 'ID!',
  );
  expect(others.map(({ name }) => name).sort()).toEqual([...NODE_TYPES, ...Object.keys(NOT_NODES)].sort());
});

test('every type of the schema that is a Node is found by its id, with its own fields', async () => {
  expect([...ids.keys()].sort()).toEqual([...NODE_TYPES].sort());
  for (const [kind, id] of ids)
    expect(await ask('query($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
      data: { node: { __typename: kind, id } },
    });
  const { data, errors } = await ask(
    `query($ids: [ID!]!) { nodes(ids: $ids) {
    ... on Topic { name examples { nodes { id } } } ... on Session { topic { id } randomSeed } ... on Model { version } ... on Spider { version } ... on Experiment { budgets } ... on Job { createdAt } ... on Example { title }
    ... on SeedCandidate { score } ... on LabellerLabel { reason } ... on Schedule { name action { session { topicId } } runs { nodes { id } } } ... on ScheduleRun { dueUntilAt session { id } }
    ... on Monitor { name runs { nodes { id } } } ... on MonitorRun { looked } ... on SeenChange { kind } ... on StoredExport { fileName } ... on Webhook { description } ... on WebhookMessage { type attemptLog { no } }
    ... on KeywordSet { keywords { text } } ... on KeywordCandidate { searched { relevant } } } }`,
    { ids: [...ids.values()] },
  );
  expect(errors).toBeUndefined();
  expect(Object.fromEntries([...ids.keys()].map((kind, i) => [kind, (data?.['nodes'] as object[])[i]]))).toMatchObject({
    Topic: { examples: { nodes: [{ id: ids.get('Example') }] } },
    Session: { topic: { id: ids.get('Topic') } },
    Model: { version: 1 },
    Spider: { version: 1 },
    Experiment: { budgets: [5] },
    Job: { createdAt: expect.any(String) as unknown },
    Example: { title: 'example of the default project' },
    SeedCandidate: { score: 0.5 },
    LabellerLabel: { reason: 'it is about kites' },
    Schedule: { action: { session: { topicId: ids.get('Topic') } }, runs: { nodes: [{ id: ids.get('ScheduleRun') }] } },
    ScheduleRun: { dueUntilAt: expect.any(String) as unknown, session: { id: ids.get('Session') } },
    Monitor: { name: 'monitor of the default project', runs: { nodes: [{ id: ids.get('MonitorRun') }] } },
    MonitorRun: { looked: 0 },
    SeenChange: { kind: 'NEW' },
    StoredExport: { fileName: expect.stringContaining('warc') as unknown },
    Webhook: { description: 'webhook of the default project' },
    WebhookMessage: { type: 'MODEL_TRAINED', attemptLog: [{ no: 1 }] },
    KeywordSet: { keywords: expect.any(Array) as unknown },
    KeywordCandidate: { searched: { relevant: 1 } },
  });
});

test('many are returned in the requested order, with null for missing ones', async () => {
  const asked = [...ids.values()].reverse();
  const { data } = await ask(NODES, { ids: [randomUUID(), ...asked, asked[0], randomUUID()] });
  expect((data?.['nodes'] as Found[]).map((found) => found?.id ?? null)).toEqual([null, ...asked, asked[0], null]);
  expect(await ask('query($id: ID!) { node(id: $id) { id } }', { id: randomUUID() })).toEqual({ data: { node: null } });
});

test('invalid ids, and more than a hundred, are refused', async () => {
  expect((await ask(NODES, { ids: [randomUUID(), 'x'] })).errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', field: 'ids[1]' } },
  ]);
  expect((await ask('{ node(id: "page 7") { id } }')).errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', field: 'id' } },
  ]);
  expect((await ask(NODES, { ids: Array.from({ length: 101 }, () => randomUUID()) })).errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', field: 'ids' } },
  ]);
});

test('many objects cost as much as so many rows', async () => {
  const dear = `query($ids: [ID!]!) { ${Array.from({ length: 60 }, (_, n) => `n${n}: nodes(ids: $ids) { __typename id }`).join(' ')} }`;
  expect((await ask(dear, { ids: Array.from({ length: 100 }, () => randomUUID()) })).errors).toMatchObject([
    { message: expect.stringMatching(/costs \d+ points/) as unknown },
  ]);
});
