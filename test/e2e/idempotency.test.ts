import { randomUUID } from 'node:crypto';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startService, type TestService } from '../support/service.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());

type Body = Record<string, unknown>;
const topic = async (): Promise<string> =>
  String(
    (
      await api.rest('POST', '/topics', {
        name: randomUUID(),
        keywords: ['cheese', 'dairy'],
        seeds: ['http://seed.example/'],
      })
    ).body['id'],
  );
const raw = async (path: string, body: unknown, key: string) => {
  const response = await fetch(`${service.url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  const { status, headers } = response;
  return {
    status,
    location: headers.get('location'),
    etag: headers.get('etag'),
    type: headers.get('content-type'),
    replayed: headers.get('idempotency-replayed'),
    text: await response.text(),
  };
};

const SESSION = { policy: 'random', budget: { fetches: 5 } };
const EXAMPLE = { url: 'http://example.example/', text: 'words', relevant: true };
/** Every operation that creates something under a key. */
const CREATIONS: [string, (topicId: string) => string, unknown][] = [
  ['a topic', () => '/topics', { name: randomUUID(), keywords: ['k'], seeds: ['http://a.example/'] }],
  ['an example', (id) => `/topics/${id}/examples`, EXAMPLE],
  ['a model', (id) => `/topics/${id}/models`, { kind: 'keyword-vectors' }],
  ['a session', (id) => `/topics/${id}/sessions`, SESSION],
  ['keyword suggestions', (id) => `/topics/${id}/keyword-suggestions`, { apply: false }],
];

const other = (path: string): object => (path === '/webhooks' ? { url: 'http://other.example/' } : { name: 'another' });

describe('a repeated creation', () => {
  it.each(CREATIONS)('of %s answers the same, byte for byte, and says that it is a replay', async (_, path, body) => {
    const [topicId, key] = [await topic(), randomUUID()];
    const first = await raw(path(topicId), body, key);
    expect(first).toMatchObject({
      replayed: null,
      location: expect.stringContaining(String((JSON.parse(first.text) as Body)['id'])),
    });
    expect([201, 202]).toContain(first.status);
    expect(await raw(path(topicId), body, key)).toEqual({ ...first, replayed: 'true' });
  });

  it('answers what was answered also after the session has changed, and after it and its topic are gone', async () => {
    const [topicId, key] = [await topic(), randomUUID()];
    const path = `/topics/${topicId}/sessions`;
    const first = await raw(path, SESSION, key);
    const { id } = JSON.parse(first.text) as { id: string };
    await api.rest('POST', `/sessions/${id}/stop`);
    expect(await raw(path, SESSION, key)).toEqual({ ...first, replayed: 'true' });
    expect((await api.rest('DELETE', `/topics/${topicId}`)).status).toBe(204);
    expect((await api.rest('GET', `/sessions/${id}`)).status).toBe(404);
    expect(await raw(path, SESSION, key)).toEqual({ ...first, replayed: 'true' });
  });

  it('names one session when sent twenty times at once, and one of them made it', async () => {
    const [topicId, key] = [await topic(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => raw(`/topics/${topicId}/sessions`, SESSION, key)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1);
    expect((await api.rest<{ items: unknown[] }>('GET', `/topics/${topicId}/sessions`)).body.items).toHaveLength(1);
  });

  it('of what has a secret makes nothing, and names what was made; its secret is in no kept answer', async () => {
    const { id: projectId } = (await api.rest('GET', '/project')).body;
    const creations: [path: string, body: object, told: (answer: Body) => [object: Body, secret: unknown]][] = [
      ['/webhooks', { url: 'http://hooks.example/' }, (made) => [made, made['secret']]],
      [`/projects/${String(projectId)}/keys`, { name: 'k', scopes: ['read'] }, (made) => [made, made['secret']]],
    ];
    for (const [path, body, told] of creations) {
      const once = randomUUID();
      const first = await raw(path, body, once);
      expect(first.status).toBe(201);
      const [{ id }, secret] = told(JSON.parse(first.text) as Body);
      const again = await raw(path, body, once);
      expect(again.status).toBe(409);
      expect(JSON.parse(again.text)).toMatchObject({ code: 'CONFLICT', detail: expect.stringContaining(String(id)) });
      expect((await raw(path, { ...body, ...other(path) }, once)).status).toBe(422);
      const { items } = (await api.rest<{ items: Body[] }>('GET', path)).body;
      expect(items.map((one) => one['id'])).toEqual([id]);
      expect((await raw(path, body, randomUUID())).status).toBe(201);
      const kept = await sql(service.databaseUrl, 'SELECT * FROM idempotency_keys WHERE key = $1', [once]);
      expect(kept).toHaveLength(1);
      expect(JSON.stringify(kept)).not.toContain(String(secret));
    }
  });

  it('is marked over GraphQL by the key, and shared with REST', async () => {
    const [topicId, key] = [await topic(), randomUUID()];
    const first = await raw(`/topics/${topicId}/sessions`, SESSION, key);
    const query =
      'mutation ($id: ID!, $input: CreateSessionInput!, $key: String) { createSession(topicId: $id, input: $input, idempotencyKey: $key) { id createdAt state } }';
    const send = async (idempotencyKey: string) =>
      (await (
        await fetch(`${service.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables: { id: topicId, input: SESSION, key: idempotencyKey } }),
        })
      ).json()) as { data: { createSession: Body }; extensions?: unknown };
    const { id, createdAt, state } = JSON.parse(first.text) as Body;
    expect(await send(key)).toEqual({
      data: { createSession: { id, createdAt, state: String(state).toUpperCase() } },
      extensions: { idempotency: { replayed: [key] } },
    });
    expect((await send(randomUUID())).extensions).toBeUndefined();
  });

  it.each([
    ['with a space', 'a b'],
    ['too long', 'k'.repeat(256)],
    ['not of ASCII', 'schl\u00fcssel'],
  ])('names the header when its key is %s', async (_, key) => {
    const { status, text } = await raw('/topics', { name: randomUUID() }, key);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'Idempotency-Key',
      allowed: expect.stringContaining('255'),
    });
    const error = await api.graphqlError(
      'mutation ($key: String) { createTopic(input: { name: "x" }, idempotencyKey: $key) { id } }',
      { key },
    );
    expect(error.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'idempotencyKey' });
  });

  it('of an import or an extension is not carried out twice', async () => {
    const [topicId, key] = [await topic(), randomUUID()];
    const lines = async (text: string) => {
      const response = await fetch(`${service.url}/v1/topics/${topicId}/examples/bulk`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': key },
        body: text,
      });
      return {
        status: response.status,
        replayed: response.headers.get('idempotency-replayed'),
        body: (await response.json()) as Body,
      };
    };
    const text = '{"text":"Some words","relevant":true}\n{"text":"Other words","relevant":false}\n';
    expect(await lines(text)).toMatchObject({ status: 200, replayed: null, body: { created: 2 } });
    expect(await lines(text)).toMatchObject({ status: 200, replayed: 'true', body: { created: 2 } });
    expect(await lines(`${text}{"text":"More","relevant":true}\n`)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    expect((await api.rest<Body>('GET', `/topics/${topicId}`)).body['exampleCounts']).toEqual({
      relevant: 1,
      irrelevant: 1,
    });

    const {
      body: { id },
    } = await api.rest<{ id: string }>('POST', `/topics/${topicId}/sessions`, SESSION);
    await sql(
      service.databaseUrl,
      `UPDATE sessions SET state = 'COMPLETED', state_reason = 'BUDGET', fetched = 5, finished_at = now() WHERE id = $1`,
      [id],
    );
    const first = await raw(`/sessions/${id}/extend`, { fetches: 10 }, key);
    expect(first).toMatchObject({ status: 202, replayed: null });
    await sql(
      service.databaseUrl,
      `UPDATE sessions SET state = 'COMPLETED', state_reason = 'BUDGET', fetched = 15, finished_at = now() WHERE id = $1`,
      [id],
    );
    expect(await raw(`/sessions/${id}/extend`, { fetches: 10 }, key)).toEqual({ ...first, replayed: 'true' });
    expect((await api.rest<{ config: { budget: Body } }>('GET', `/sessions/${id}`)).body.config.budget).toMatchObject({
      fetches: 15,
    });
  });

  it('is not made of a refusal: the key is free again', async () => {
    const [topicId, key] = [await topic(), randomUUID()];
    expect((await raw(`/topics/${topicId}/sessions`, { ...SESSION, keywordSetVersion: 9 }, key)).status).toBe(404);
    expect(await raw(`/topics/${topicId}/sessions`, SESSION, key)).toMatchObject({ status: 202, replayed: null });
  });
});

describe('callers with keys of their own', () => {
  const KEYS = ['first-key-0123456789', 'second-key-0123456789'] as const;
  let locked: TestService;
  beforeAll(async () => {
    locked = await startService({ API_KEYS: KEYS.join(',') });
  });
  afterAll(() => locked.stop());

  const post = async (path: string, caller: string, headers: Record<string, string>, body: unknown) => {
    const response = await fetch(`${locked.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${caller}`, ...headers },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      replayed: response.headers.get('idempotency-replayed'),
      body: (await response.json()) as Body,
    };
  };
  const QUERY =
    'mutation ($name: String!, $key: String) { createTopic(input: { name: $name }, idempotencyKey: $key) { id name } }';
  interface Created {
    data?: { createTopic: { id: string; name: string } };
    extensions?: unknown;
  }

  it('may choose the same idempotency key: neither sees the answer of the other, over REST, GraphQL or sockets', async () => {
    const key = randomUUID();
    const overRest = (caller: string, name: string) => post('/v1/topics', caller, { 'idempotency-key': key }, { name });
    const overGraphql = async (caller: string, name: string) =>
      (await post('/graphql', caller, {}, { query: QUERY, variables: { name, key } })).body as Created;
    const overSocket = async (caller: string, name: string): Promise<Created> => {
      const client = createClient({
        url: `${locked.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${caller}` },
        retryAttempts: 0,
      });
      try {
        return (await client.iterate({ query: QUERY, variables: { name, key } }).next()).value as Created;
      } finally {
        await client.dispose();
      }
    };
    const first = await overRest(KEYS[0], 'of the first');
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(await overRest(KEYS[1], 'of the second')).toMatchObject({
      status: 201,
      replayed: null,
      body: { name: 'of the second' },
    });
    expect(await overRest(KEYS[0], 'of the first')).toEqual({ ...first, replayed: 'true' });
    expect(await overRest(KEYS[0], 'of the second')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    for (const ask of [overGraphql, overSocket]) {
      expect(await ask(KEYS[0], 'of the first')).toEqual({
        data: { createTopic: { id: first.body['id'], name: 'of the first' } },
        extensions: { idempotency: { replayed: [key] } },
      });
      expect((await ask(KEYS[1], 'of the second')).data?.createTopic.name).toBe('of the second');
    }
    const kept = JSON.stringify(await sql(locked.databaseUrl, 'SELECT * FROM idempotency_keys'));
    expect(kept).toContain(key);
    for (const secret of KEYS) expect(kept).not.toContain(secret);
  });
});
