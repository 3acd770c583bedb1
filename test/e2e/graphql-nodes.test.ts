import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';

type Found = { readonly __typename: string; readonly id: string } | null;

let service: TestService;
const ids = new Map<string, string>();
beforeAll(async () => {
  service = await startService();
  const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 3 });
  const db = new pg.Client(service.databaseUrl);
  await db.connect();
  try {
    const {
      rows: [row],
    } = await db.query<{ topic: string; model: string; set: string }>(
      'SELECT topic_id AS topic, model_id AS model, keyword_set_id AS set FROM sessions WHERE id = $1',
      [sessionId],
    );
    const insert = async (sql: string): Promise<string> =>
      (await db.query<{ id: string }>(sql, [row.topic])).rows[0].id;
    for (const [kind, id] of [
      ['Topic', row.topic],
      ['Model', row.model],
      ['KeywordSet', row.set],
      ['Session', sessionId],
    ])
      ids.set(kind, id);
    ids.set(
      'Job',
      await insert(
        `INSERT INTO jobs (id, kind, subject_id, payload, status) VALUES (gen_random_uuid(), 'none', $1, '{}', 'COMPLETED') RETURNING id`,
      ),
    );
    ids.set(
      'Spider',
      (
        await db.query<{ id: string }>(
          `INSERT INTO spiders (id, name, version, bins, text, discount, sessions) VALUES (gen_random_uuid(), 's', 3, 2, 'related', 0.5, '{}') RETURNING id`,
        )
      ).rows[0].id,
    );
    ids.set(
      'Experiment',
      await insert(`INSERT INTO experiments (id, name, topic_id, plan, planned_runs) VALUES (gen_random_uuid(), 'e', $1,
        '{"web": {"kind": "recorded", "name": "w", "labels": []}, "seeds": [], "policies": [], "randomSeeds": [], "budgets": [5], "reward": "model", "truth": "model", "session": {}}', 1)
        RETURNING id`),
    );
    ids.set(
      'Example',
      await insert(
        `INSERT INTO examples (id, topic_id, title, text, relevant) VALUES (gen_random_uuid(), $1, 't', 'a text', true) RETURNING id`,
      ),
    );
    ids.set(
      'KeywordCandidate',
      await insert(`
      INSERT INTO keyword_candidates (id, topic_id, text, stems, kind, method, lift, relevant_documents, other_documents, background_documents, searched, verdict, reason)
      VALUES (gen_random_uuid(), $1, 'kite', 'kite', 'keyword', 'tres', 1, 1, 0, 0, '{1,0,0}', 'helps', 'it is rare') RETURNING id`),
    );
  } finally {
    await db.end();
  }
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

test('every object with an id is found by it, with its own fields', async () => {
  for (const [kind, id] of ids)
    expect(await ask('query($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
      data: { node: { __typename: kind, id } },
    });
  const { data } = await ask(
    `query($ids: [ID!]!) { nodes(ids: $ids) {
    ... on Topic { name examples { nodes { id } } } ... on Session { topic { id } randomSeed } ... on Model { version } ... on Spider { version } ... on Experiment { budgets } ... on Job { status } ... on Example { text }
    ... on KeywordSet { keywords { text } } ... on KeywordCandidate { searched { relevant } } } }`,
    { ids: [...ids.values()] },
  );
  expect(Object.fromEntries([...ids.keys()].map((kind, i) => [kind, (data?.['nodes'] as object[])[i]]))).toMatchObject({
    Topic: { examples: { nodes: [{ id: ids.get('Example') }] } },
    Session: { topic: { id: ids.get('Topic') } },
    Model: { version: 1 },
    Spider: { version: 3 },
    Experiment: { budgets: [5] },
    Job: { status: 'COMPLETED' },
    Example: { text: 'a text' },
    KeywordSet: { keywords: expect.any(Array) as unknown },
    KeywordCandidate: { searched: { relevant: 1 } },
  });
});

test('many are told in the order asked for, null where there is none', async () => {
  const asked = [...ids.values()].reverse();
  const { data } = await ask(NODES, { ids: [randomUUID(), ...asked, asked[0], randomUUID()] });
  expect((data?.['nodes'] as Found[]).map((found) => found?.id ?? null)).toEqual([null, ...asked, asked[0], null]);
  expect(await ask('query($id: ID!) { node(id: $id) { id } }', { id: randomUUID() })).toEqual({ data: { node: null } });
});

test('what is no id, and more than a hundred, are refused', async () => {
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
