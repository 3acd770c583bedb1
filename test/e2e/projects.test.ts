import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startService, type TestService } from '../support/service.js';
import { sql } from './sessions-client.js';

const OPERATOR = 'operators-key-0123456789';

let service: TestService;
beforeAll(async () => {
  service = await startService({ API_KEYS: OPERATOR });
});
afterAll(() => service.stop());

interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly replacedBy: string | null;
}
interface Body {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly code: string;
  readonly field: string;
  readonly items: readonly (Key & { readonly id: string })[];
}
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}
async function call(
  key: string | null,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as Body };
}
const ask = async (key: string, query: string) =>
  (await call(key, 'POST', '/graphql', { query })).body as unknown as {
    readonly data: Record<string, unknown> | null;
    readonly errors?: readonly { readonly extensions: { readonly code: string; readonly field?: string } }[];
  };

let count = 0;
async function newProject(): Promise<string> {
  return (await call(OPERATOR, 'POST', '/v1/projects', { name: `project ${++count}` })).body.id;
}
async function newKey(project: string, scopes: readonly string[], more: object = {}): Promise<Body> {
  const { status, body } = await call(OPERATOR, 'POST', `/v1/projects/${project}/keys`, { name: 'k', scopes, ...more });
  expect(status).toBe(201);
  return body;
}

describe('projects', () => {
  test('are made, renamed, listed and deleted by operators', async () => {
    const made = await call(OPERATOR, 'POST', '/v1/projects', { name: 'dairy' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/v1/projects/${made.body.id}`]);
    const path = `/v1/projects/${made.body.id}`;
    expect((await call(OPERATOR, 'POST', '/v1/projects', { name: 'dairy' })).body).toMatchObject({
      code: 'CONFLICT',
      field: 'name',
    });
    expect((await call(OPERATOR, 'POST', '/v1/projects', { name: ' \u200b' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'name',
    });
    expect((await call(OPERATOR, 'PATCH', path, { name: 'default' })).body.code).toBe('CONFLICT');
    expect((await call(OPERATOR, 'PATCH', path, { name: 'dairies' })).body.name).toBe('dairies');
    expect((await call(OPERATOR, 'GET', '/v1/projects')).body.items.map(({ name }) => name)).toContain('dairies');
    expect((await call(OPERATOR, 'DELETE', path)).status).toBe(204);
    expect((await call(OPERATOR, 'GET', path)).status).toBe(404);
  });

  test('have quotas that operators set, and show their usage to users, in both APIs', async () => {
    const quotas = { sessionsRunning: 2, fetchesPerDay: 100, storedPages: null, rendersPerDay: 0 };
    const made = await call(OPERATOR, 'POST', '/v1/projects', { name: 'bounded', quotas });
    expect(made.body).toMatchObject({ quotas });
    const path = `/v1/projects/${made.body.id}`;
    const { secret: text } = await newKey(made.body.id, ['admin']);
    const refused = await call(text, 'PATCH', path, { quotas: { fetchesPerDay: null } });
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    const changed = await call(OPERATOR, 'PATCH', path, { quotas: { fetchesPerDay: null, storedPages: 7 } });
    expect(changed.body).toMatchObject({ name: 'bounded', quotas: { ...quotas, fetchesPerDay: null, storedPages: 7 } });
    for (const wrong of [-1, 2_147_483_648, 1.5, '9']) {
      const { status, body } = await call(OPERATOR, 'PATCH', path, { quotas: { storedPages: wrong } });
      expect([status, body.field]).toEqual([400, 'quotas.storedPages']);
    }
    const usage = (await call(text, 'GET', `${path}/usage`)).body as unknown as Record<string, unknown>;
    expect(usage).toMatchObject({
      quotas: [
        { quota: 'stored-pages', limit: 7, used: 0, reached: false },
        { quota: 'fetches-per-day', limit: null, used: 0, reached: false },
        { quota: 'renders-per-day', limit: 0, used: 0, reached: true },
        { quota: 'sessions-running', limit: 2, used: 0, reached: false },
      ],
      days: [],
    });
    expect(usage['resetsAt']).toBe(
      new Date(Date.parse(`${String(usage['day'])}T00:00:00Z`) + 86_400_000).toISOString(),
    );
    const { data } = await ask(
      text,
      '{ currentProject { usage { day resetsAt quotas { quota limit used reached } days { day fetches renders } } } }',
    );
    const quotasInGraphql = (usage['quotas'] as { quota: string }[]).map((one) => ({
      ...one,
      quota: one.quota.toUpperCase().replaceAll('-', '_'),
    }));
    expect(data).toEqual({ currentProject: { usage: { ...usage, quotas: quotasInGraphql } } });
  });

  test('are not deleted while they own something, and the default project never', async () => {
    const project = await newProject();
    const headers = { 'gleaner-project': project };
    const topic = await call(OPERATOR, 'POST', '/v1/topics', { name: 'kept' }, headers);
    expect((await call(OPERATOR, 'DELETE', `/v1/projects/${project}`)).body.code).toBe('INVALID_STATE');
    await call(OPERATOR, 'DELETE', `/v1/topics/${topic.body.id}`, undefined, headers);
    expect((await call(OPERATOR, 'DELETE', `/v1/projects/${project}`)).status).toBe(204);
    const { id } = (await call(OPERATOR, 'GET', '/v1/project')).body;
    expect((await call(OPERATOR, 'DELETE', `/v1/projects/${id}`)).body.code).toBe('INVALID_STATE');
  });

  test('are chosen by operators by id or name, call by call', async () => {
    const project = await newProject();
    const named = { 'gleaner-project': `project ${count}` };
    const topic = await call(OPERATOR, 'POST', '/v1/topics', { name: 'chosen' }, named);
    const path = `/v1/topics/${topic.body.id}`;
    expect((await call(OPERATOR, 'GET', path, undefined, { 'gleaner-project': project })).status).toBe(200);
    expect((await call(OPERATOR, 'GET', path)).status).toBe(404);
    const change = { 'if-match': '*', 'gleaner-project': project };
    expect((await call(OPERATOR, 'PATCH', path, { description: 'd' }, change)).status).toBe(200);
    expect(
      (
        await call(OPERATOR, 'GET', path, undefined, {
          'gleaner-project': 'nobody’s'.normalize('NFD').replace('’', ''),
        })
      ).body.code,
    ).toBe('NOT_FOUND');
  });

  test('may have topics of the same name, and share no idempotency keys', async () => {
    const [one, two] = [await newProject(), await newProject()];
    const ids = [];
    for (const project of [one, two, one]) {
      const headers = { 'gleaner-project': project, 'idempotency-key': 'same' };
      const answer = await call(OPERATOR, 'POST', '/v1/topics', { name: 'same' }, headers);
      expect(answer.status).toBe(201);
      ids.push(answer.body.id);
    }
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('keys', () => {
  test('are shown once; of the secret only its SHA-256 is stored', async () => {
    const project = await newProject();
    const key = await newKey(project, ['read']);
    const text = key.secret;
    expect(text).toMatch(new RegExp(`^gl_${key.id.replaceAll('-', '')}_[A-Za-z0-9_-]{43}$`));
    const secret = text.slice(-43);
    for (const path of [`/v1/projects/${project}/keys`, `/v1/projects/${project}/keys/${key.id}`])
      expect(JSON.stringify((await call(OPERATOR, 'GET', path)).body)).not.toContain(secret);
    const [row] = await sql<{ hash: Buffer; whole: string; sum: Buffer }>(
      service.databaseUrl,
      `SELECT secret_hash AS hash, k::text AS whole, sha256($2::bytea) AS sum FROM api_keys k WHERE id = $1`,
      [key.id, Buffer.from(secret)],
    );
    expect(row.hash.equals(row.sum)).toBe(true);
    expect(row.whole).not.toContain(secret);
  });

  test('allow what their scopes say, in both APIs', async () => {
    const project = await newProject();
    const [reader, writer, admin] = await Promise.all(
      ['read', 'write', 'admin'].map(async (scope) => (await newKey(project, [scope])).secret),
    );
    const topic = { name: 'scoped' };
    expect((await call(reader, 'GET', '/v1/topics')).status).toBe(200);
    expect((await call(reader, 'POST', '/v1/topics', topic)).body).toMatchObject({
      code: 'FORBIDDEN',
      field: 'Authorization',
    });
    expect((await call(writer, 'POST', '/v1/topics', topic)).status).toBe(201);
    expect((await call(writer, 'GET', `/v1/projects/${project}/keys`)).body.code).toBe('FORBIDDEN');
    expect((await call(admin, 'GET', `/v1/projects/${project}/keys`)).body.items).toHaveLength(3);
    expect((await call(admin, 'POST', '/v1/projects', { name: 'mine' })).body.code).toBe('FORBIDDEN');
    expect((await call(admin, 'GET', '/metrics')).status).toBe(403);
    const create = 'mutation { createTopic(input: { name: "graph" }) { id } }';
    expect((await ask(reader, create)).errors?.[0].extensions.code).toBe('FORBIDDEN');
    expect((await ask(reader, '{ topics { nodes { name } } }')).data).toEqual({
      topics: { nodes: [{ name: 'scoped' }] },
    });
    expect((await ask(writer, create)).errors).toBeUndefined();
    expect((await ask(writer, '{ currentProject { keys { nodes { id } } } }')).errors?.[0].extensions.code).toBe(
      'FORBIDDEN',
    );
    expect((await ask(admin, '{ currentProject { keys { nodes { name } } } }')).data).toEqual({
      currentProject: { keys: { nodes: [{ name: 'k' }, { name: 'k' }, { name: 'k' }] } },
    });
  });

  test.each([
    ['of no key', null],
    ['of no such key', `gl_${'0'.repeat(32)}_${'A'.repeat(43)}`],
    ['of a form of its own', 'gl_1_2'],
  ])('%s: the call is refused', async (_, key) => {
    expect((await call(key, 'GET', '/v1/topics')).status).toBe(401);
  });

  test('with another secret, expired or revoked are refused', async () => {
    const project = await newProject();
    const key = await newKey(project, ['admin']);
    const text = key.secret;
    expect((await call(`${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`, 'GET', '/v1/topics')).status).toBe(401);
    expect((await call(text, 'GET', '/v1/topics')).status).toBe(200);
    expect((await call(text, 'GET', `/v1/projects/${project}/keys/${key.id}`)).body).toMatchObject({
      lastUsedAt: expect.any(String) as string,
    });
    expect((await call(OPERATOR, 'DELETE', `/v1/projects/${project}/keys/${key.id}`)).status).toBe(204);
    expect((await call(text, 'GET', '/v1/topics')).status).toBe(401);
    const past = await call(OPERATOR, 'POST', `/v1/projects/${project}/keys`, {
      name: 'k',
      scopes: ['read'],
      expiresAt: '2020-01-01T00:00:00Z',
    });
    expect(past.body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'expiresAt' });
    const soon = await newKey(project, ['read'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await call(soon.secret, 'GET', '/v1/topics')).status).toBe(200);
    await sql(service.databaseUrl, `UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      soon.id,
    ]);
    expect((await call(soon.secret, 'GET', '/v1/topics')).status).toBe(401);
  });

  test('are rotated with an overlap', async () => {
    const project = await newProject();
    const old = await newKey(project, ['write'], { name: 'export' });
    const path = `/v1/projects/${project}/keys/${old.id}`;
    const next = (await call(OPERATOR, 'POST', `${path}/rotate`, { overlapSeconds: 2 })).body;
    expect(next).toMatchObject({ name: 'export', scopes: ['write'] });
    expect((await call(OPERATOR, 'GET', path)).body).toMatchObject({ replacedBy: next.id });
    expect((await call(next.secret, 'GET', '/v1/topics')).status).toBe(200);
    expect((await call(OPERATOR, 'POST', `${path}/rotate`, {})).body.code).toBe('INVALID_STATE');
    // Valid at first, unless two seconds have passed; refused in the end.
    let status = 0;
    for (const deadline = Date.now() + 60_000; status !== 401 && Date.now() < deadline; await sleep(50))
      status = (await call(old.secret, 'GET', '/v1/topics')).status;
    expect(status).toBe(401);
    const kept = (await call(OPERATOR, 'POST', `/v1/projects/${project}/keys/${next.id}/rotate`, {})).body;
    for (const { secret: text } of [next, kept]) expect((await call(text, 'GET', '/v1/topics')).status).toBe(200);
  });

  test('name no project but their own', async () => {
    const [own, other] = [await newProject(), await newProject()];
    const { secret: text } = await newKey(own, ['admin']);
    const about = (project: string) => call(text, 'GET', '/v1/project', undefined, { 'gleaner-project': project });
    expect((await about(own)).body.id).toBe(own);
    expect([(await about(other)).status, (await about('nobodys')).status]).toEqual([404, 404]);
    expect((await call(text, 'GET', '/v1/projects')).body.items.map(({ id }) => id)).toEqual([own]);
  });

  test('open WebSockets for their own project', async () => {
    const project = await newProject();
    const { secret: text } = await newKey(project, ['read']);
    const subscribe = async (authorization: string, sessionId: string, stream = 'sessionProgress'): Promise<string> => {
      const client = createClient({
        url: `${service.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization },
        retryAttempts: 0,
      });
      try {
        const events = client.iterate({
          query: `subscription { ${stream}(sessionId: "${sessionId}") { __typename } }`,
        });
        return JSON.stringify((await events.next()).value);
      } catch (error) {
        return JSON.stringify(error);
      } finally {
        await client.dispose();
      }
    };
    const session = '01900000-0000-7000-8000-000000000001';
    expect(await subscribe(`Bearer ${text}`, session)).toContain('NOT_FOUND');
    expect(await subscribe(`Bearer ${text}`, session, 'sessionStream')).toContain('NOT_FOUND');
    expect(await subscribe('Bearer nothing', session)).not.toContain('NOT_FOUND');
  });
});
