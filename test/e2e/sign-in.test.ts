import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { startService, type TestService } from '../support/service.js';
import { sql } from './sessions-client.js';

const OPERATOR = 'first-key-0123456789';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await startService({ API_KEYS: OPERATOR, CORS_ORIGINS: 'https://app.example', KEY_RECHECK_SECONDS: '1' });
  project = String((await withKey('POST', '/v1/projects', { name: 'bees' })).body['id']);
});
afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function call(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
const withKey = (method: string, path: string, body?: unknown, key = OPERATOR): Promise<Answer> =>
  call(method, path, { authorization: `Bearer ${key}` }, body);

/** As the page calls. */
const fromPage = (): Record<string, string> => ({ origin: service.url, 'sec-fetch-site': 'same-origin' });

async function newKey(scopes: string[]): Promise<{ id: string; text: string }> {
  const { body } = await withKey('POST', `/v1/projects/${project}/keys`, { name: 'console', scopes });
  return { id: String(body['id']), text: String(body['secret']) };
}

/** Attempts from this address are counted; each test starts at zero. */
const forgetAttempts = () => sql(service.databaseUrl, 'DELETE FROM rate_windows');

/** @returns the cookie in the form that a browser sends */
async function signIn(key: string, headers = fromPage()): Promise<string> {
  await forgetAttempts();
  const answer = await call('POST', '/console/sign-in', headers, { key });
  expect([answer.status, answer.body['code']]).toEqual([201, undefined]);
  return String(answer.headers.get('set-cookie')).split(';', 1)[0];
}

const topics = (cookie: string, headers = fromPage()): Promise<Answer> =>
  call('POST', '/graphql', { cookie, ...headers }, { query: '{ currentProject { name } topics { nodes { name } } }' });

describe('a browser that gives its key once', () => {
  it('gets a cookie that scripts cannot read, and of which the database keeps a hash alone', async () => {
    await forgetAttempts();
    const answer = await call('POST', '/console/sign-in', fromPage(), { key: OPERATOR });
    expect(answer.body).toMatchObject({ needed: true, signedIn: { kind: 'operator', scope: 'admin' } });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^gleaner_sign_in=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(answer.body)).not.toContain(OPERATOR);
    const [, token] = /=([\w-]{43});/.exec(String(answer.headers.get('set-cookie'))) ?? [];
    const rows = await sql<{ hash: string }>(
      service.databaseUrl,
      `SELECT encode(token_hash, 'base64') AS hash FROM sign_ins`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('over TLS gets one that is sent over TLS alone', async () => {
    await forgetAttempts();
    const origin = service.url.replace('http:', 'https:');
    const answer = await call('POST', '/console/sign-in', { ...fromPage(), origin }, { key: OPERATOR });
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-gleaner_sign_in=.*; Secure$/);
  });

  it('calls REST, GraphQL, streams and sockets with it, as its key would', async () => {
    const key = await newKey(['write']);
    const cookie = await signIn(key.text);
    expect((await call('GET', '/console/sign-in', { cookie })).body).toMatchObject({
      signedIn: { kind: 'key', name: key.id, scope: 'write' },
    });
    const made = await call(
      'POST',
      '/v1/topics',
      { cookie, ...fromPage() },
      { name: 'hives', keywords: ['bee'], seeds: ['http://127.0.0.1:9/'] },
    );
    expect(made.status).toBe(201);
    expect((await topics(cookie)).body).toEqual({
      data: { currentProject: { name: 'bees' }, topics: { nodes: [{ name: 'hives' }] } },
    });
    // A condition is checked with the call's own credentials.
    const path = `/v1/topics/${String(made.body['id'])}`;
    const tag = String((await call('GET', path, { cookie })).headers.get('etag'));
    expect((await call('PATCH', path, { cookie, ...fromPage(), 'if-match': tag }, { name: 'beehives' })).status).toBe(
      200,
    );
    const session = await call(
      'POST',
      `${path}/sessions`,
      { cookie, ...fromPage() },
      { policy: 'random', budget: { fetches: 5 } },
    );
    const id = String(session.body['id']);
    const stream = await fetch(`${service.url}/v1/sessions/${id}/stream`, {
      headers: { cookie, accept: 'text/event-stream' },
    });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await stream.body?.cancel();
    const query = `subscription { sessionProgress(sessionId: "${id}") { id } }`;
    expect(await firstOf(query, { cookie, origin: service.url })).toEqual({ sessionProgress: { id } });
    const [entry] = await sql<{ actor: string }>(
      service.databaseUrl,
      `SELECT actor FROM audit_entries WHERE project_id = $1 ORDER BY id DESC LIMIT 1`,
      [project],
    );
    expect(entry.actor).toBe(key.id);
  });

  it('may do no more than its key, and sees no other project', async () => {
    const cookie = await signIn((await newKey(['read'])).text);
    expect((await call('POST', '/v1/topics', { cookie, ...fromPage() }, { name: 'no' })).body['code']).toBe(
      'FORBIDDEN',
    );
    expect((await call('GET', '/v1/topics', { cookie, 'gleaner-project': 'default' })).status).toBe(404);
    expect((await call('GET', '/metrics', { cookie })).status).toBe(403);
    const agent = await call(
      'POST',
      '/mcp',
      { cookie, ...fromPage() },
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    );
    expect(agent.status).toBe(401);
  });

  it('is out when its key is revoked, when its time is over, and when it signs out', async () => {
    const key = await newKey(['read']);
    const [first, second] = [await signIn(key.text), await signIn(key.text)];
    expect((await topics(first)).status).toBe(200);
    expect((await call('DELETE', '/console/sign-in', { cookie: first, ...fromPage() })).status).toBe(204);
    expect([(await topics(first)).status, (await topics(second)).status]).toEqual([401, 200]);
    await withKey('DELETE', `/v1/projects/${project}/keys/${key.id}`);
    expect((await topics(second)).status).toBe(401);
    const late = await signIn(OPERATOR);
    await sql(service.databaseUrl, `UPDATE sign_ins SET expires_at = now() - interval '1 s'`);
    expect((await topics(late)).status).toBe(401);
    // A key that was removed from the settings.
    const former = await signIn(OPERATOR);
    await sql(service.databaseUrl, `UPDATE sign_ins SET operator = 'another' WHERE operator IS NOT NULL`);
    expect((await topics(former)).status).toBe(401);
  });
});

describe('a connection that stays open', () => {
  it('ends soon after its key was revoked', async () => {
    const key = await newKey(['write']);
    const { body: topic } = await withKey(
      'POST',
      '/v1/topics',
      { name: 'wasps', keywords: ['wasp'], seeds: ['http://127.0.0.1:9/'] },
      key.text,
    );
    const { body: session } = await withKey(
      'POST',
      `/v1/topics/${String(topic['id'])}/sessions`,
      { policy: 'random', budget: { fetches: 5 } },
      key.text,
    );
    const authorization = `Bearer ${key.text}`;
    const stream = await fetch(`${service.url}/v1/sessions/${String(session['id'])}/stream`, {
      headers: { authorization },
    });
    expect(stream.status).toBe(200);
    const streamEnds = stream.text().catch(() => undefined);
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const socketEnds = once(socket, 'close') as Promise<[number]>;
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
    await once(socket, 'message');

    await withKey('DELETE', `/v1/projects/${project}/keys/${key.id}`);
    const [[code]] = await Promise.all([socketEnds, streamEnds]);
    expect(code).toBe(4403);
  });
});

describe('forged calls', () => {
  const FOREIGN: readonly Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    {},
  ];

  it.each(FOREIGN)('change nothing with the cookie: %p', async (headers) => {
    const cookie = await signIn(OPERATOR);
    const answer = await call('POST', '/v1/topics', { cookie, ...headers }, { name: 'forged' });
    expect([answer.status, answer.body['code']]).toEqual([403, 'FORBIDDEN']);
    expect((await topics(cookie, headers)).status).toBe(403);
    expect((await call('DELETE', '/console/sign-in', { cookie, ...headers })).status).toBe(403);
    expect((await topics(cookie)).status).toBe(200);
  });

  it.each(FOREIGN)('sign no browser in: %p', async (headers) => {
    await forgetAttempts();
    const answer = await call('POST', '/console/sign-in', headers, { key: OPERATOR });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it.each(FOREIGN)('open no socket: %p', async (headers) => {
    const cookie = await signIn(OPERATOR);
    await expect(firstOf('{ service }', { cookie, ...headers })).rejects.toThrow('403');
  });

  it('read nothing either, where the browser says that another page calls', async () => {
    const cookie = await signIn(OPERATOR);
    const reading = async (headers: Record<string, string>) =>
      (await call('GET', '/v1/topics', { cookie, ...headers })).status;
    expect(await reading({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await reading({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await reading({ origin: 'https://app.example' })).toBe(403);
    expect(await reading({ 'sec-fetch-site': 'none' })).toBe(200);
    expect(await reading({})).toBe(200);
  });

  it('are no matter to those who bring a key', async () => {
    const cookie = await signIn(OPERATOR);
    const headers = {
      cookie,
      authorization: `Bearer ${OPERATOR}`,
      origin: 'https://app.example',
      'sec-fetch-site': 'cross-site',
    };
    expect((await call('GET', '/v1/topics', headers)).status).toBe(200);
  });
});

test('a wrong key signs nobody in, and an address may try ten times a minute', async () => {
  await forgetAttempts();
  for (let i = 0; i < 10; i++) {
    const answer = await call('POST', '/console/sign-in', fromPage(), { key: `wrong-key-${i}` });
    expect([answer.status, answer.headers.get('set-cookie'), answer.body['field']]).toEqual([401, null, 'key']);
  }
  const answer = await call('POST', '/console/sign-in', fromPage(), { key: OPERATOR });
  expect([answer.status, answer.body['code']]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each([undefined, null, 7, '', 'x'.repeat(1_001)])('%p is no key', async (key) => {
  await forgetAttempts();
  const answer = await call('POST', '/console/sign-in', fromPage(), { key });
  expect([answer.status, answer.body['field']]).toEqual([400, 'key']);
});

/** First result of an operation over a WebSocket that is opened with these headers. */
async function firstOf(query: string, headers: Record<string, string>): Promise<unknown> {
  let refused = new Error('no answer');
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers });
        this.once('unexpected-response', (_request, { statusCode = 0 }) => {
          refused = new Error(String(statusCode));
          this.terminate();
        });
        this.once('error', () => undefined);
      }
    },
    retryAttempts: 0,
  });
  try {
    for await (const { data } of client.iterate({ query })) return data;
    throw refused;
  } catch (error) {
    throw refused.message === 'no answer' ? error : refused;
  } finally {
    await client.dispose();
  }
}
