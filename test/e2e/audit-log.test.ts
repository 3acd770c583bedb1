import { AUDITED_TABLES } from '../../src/modules/service/projects/audit/audit-entry.js';
import { startService, type TestService } from '../support/service.js';
import { sql } from './sessions-client.js';

const OPERATOR = 'operators-key-0123456789';

let service: TestService;
beforeAll(async () => {
  service = await startService({ API_KEYS: OPERATOR });
});
afterAll(() => service.stop());

interface Entry {
  readonly id: string;
  readonly actor: string;
  readonly address: string;
  readonly requestId: string;
  readonly call: string;
  readonly object: string;
  readonly change: string;
  readonly rows: number;
  readonly ids: readonly string[];
}
interface Body {
  readonly id: string;
  readonly secret: string;
  readonly code: string;
  readonly items: readonly Entry[];
}
async function call(
  key: string,
  method: string,
  path: string,
  body?: object,
  project?: string,
): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(project === undefined ? {} : { 'gleaner-project': project }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { response, text: await response.text() };
}
async function json(key: string, method: string, path: string, body?: object, project?: string): Promise<Body> {
  return JSON.parse((await call(key, method, path, body, project)).text) as Body;
}

let count = 0;
async function project(): Promise<{
  id: string;
  key: string;
  keyId: string;
  entries: (query?: string) => Promise<readonly Entry[]>;
}> {
  const { id } = await json(OPERATOR, 'POST', '/v1/projects', { name: `audited ${++count}` });
  const { secret, id: keyId } = await json(OPERATOR, 'POST', `/v1/projects/${id}/keys`, {
    name: 'k',
    scopes: ['admin'],
  });
  const entries = async (query = '') => (await json(secret, 'GET', `/v1/projects/${id}/audit-log${query}`)).items;
  return { id, key: secret, keyId, entries };
}

test('lists actors, actions and addresses, in both APIs, newest first', async () => {
  const { id, key, keyId, entries } = await project();
  const { response, text } = await call(key, 'POST', '/v1/topics', { name: 'cheese', keywords: ['cheddar'] });
  const topic = (JSON.parse(text) as Body).id;
  await call(key, 'POST', '/graphql', {
    query: `mutation { updateTopic(id: "${topic}", input: { description: "d" }) { id } }`,
  });
  await call(OPERATOR, 'DELETE', `/v1/topics/${topic}`, undefined, id);
  const told = (await entries('?object=topic')).map(({ actor, call: what, change, rows, ids }) => ({
    actor,
    what,
    change,
    rows,
    ids,
  }));
  expect(told).toEqual([
    {
      actor: expect.stringMatching(/^operator ./) as string,
      what: 'DELETE /v1/topics/:id',
      change: 'delete',
      rows: 1,
      ids: [topic],
    },
    { actor: keyId, what: 'mutation updateTopic', change: 'update', rows: 1, ids: [topic] },
    { actor: keyId, what: 'POST /v1/topics', change: 'insert', rows: 1, ids: [topic] },
  ]);
  expect(JSON.stringify(told)).not.toContain(OPERATOR);
  const [made] = await entries(`?objectId=${topic}&change=insert`);
  expect(made).toMatchObject({ address: '127.0.0.1', requestId: response.headers.get('x-request-id') });
  expect((await entries()).map(({ object }) => object)).toEqual(
    expect.arrayContaining(['project', 'api-key', 'topic', 'keyword-set']),
  );
  const { data } = JSON.parse(
    (
      await call(key, 'POST', '/graphql', {
        query: '{ currentProject { auditLog(object: TOPIC) { nodes { change actor } } } }',
      })
    ).text,
  ) as { data: { currentProject: { auditLog: { nodes: object[] } } } };
  expect(data.currentProject.auditLog.nodes).toEqual(
    told.map(({ actor, change }) => ({ actor, change: change.toUpperCase() })),
  );
});

test('is no longer than what changed: reading and refused calls are not in it', async () => {
  const { key, entries } = await project();
  const before = await entries();
  await call(key, 'GET', '/v1/topics');
  await call(key, 'POST', '/v1/topics', { name: '' });
  await call(key, 'DELETE', '/v1/topics/01900000-0000-7000-8000-000000000001');
  expect(await entries()).toEqual(before);
});

test('is for the scope admin, and for the project alone', async () => {
  const [one, other] = [await project(), await project()];
  const { secret } = await json(OPERATOR, 'POST', `/v1/projects/${one.id}/keys`, { name: 'w', scopes: ['write'] });
  expect((await json(secret, 'GET', `/v1/projects/${one.id}/audit-log`)).code).toBe('FORBIDDEN');
  expect((await json(one.key, 'GET', `/v1/projects/${other.id}/audit-log`)).code).toBe('NOT_FOUND');
  expect((await json(OPERATOR, 'GET', `/v1/projects/${one.id}/audit-log`)).items.length).toBeGreaterThan(0);
});

test('has a name for each object whose changes it notes', async () => {
  const noted = await sql<{ name: string }>(
    service.databaseUrl,
    `SELECT DISTINCT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'note_change'`,
  );
  expect(noted.map(({ name }) => name).sort()).toEqual(Object.keys(AUDITED_TABLES).sort());
});

test('is exported whole', async () => {
  const { id, key, entries } = await project();
  for (let i = 0; i < 5; i++) await call(key, 'POST', '/v1/topics', { name: `topic ${i}` });
  const { text, response } = await call(key, 'GET', `/v1/projects/${id}/audit-log/export?format=jsonl`);
  expect(response.headers.get('content-disposition')).toMatch(/-audit-log-[\d-]+\.jsonl$/);
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
  expect(rows).toEqual(await entries('?first=100'));
  expect(
    (await call(key, 'GET', `/v1/projects/${id}/audit-log/export?format=csv&object=topic`)).text.trim().split('\n'),
  ).toHaveLength(6);
});

test('cannot be written, changed or cut by the roles of the service', async () => {
  const { entries } = await project();
  const [entry] = await entries();
  for (const role of ['gleaner_api', 'gleaner_worker'])
    for (const statement of [
      `UPDATE audit_entries SET actor = 'nobody'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      `INSERT INTO audit_entries SELECT * FROM audit_entries LIMIT 1`,
    ])
      await expect(sql(service.databaseUrl, statement, [], `SET ROLE ${role}`)).rejects.toThrow('permission denied');
  // One function deletes old entries.
  await sql(service.databaseUrl, `UPDATE audit_entries SET created_at = now() - interval '401 days' WHERE id = $1`, [
    entry.id,
  ]);
  const [{ gone }] = await sql<{ gone: number }>(
    service.databaseUrl,
    'SELECT forget_audit_entries(400, 100) AS gone',
    [],
    'SET ROLE gleaner_worker',
  );
  expect(gone).toBe(1);
  await expect(
    sql(service.databaseUrl, 'SELECT forget_audit_entries(0, 100)', [], 'SET ROLE gleaner_api'),
  ).rejects.toThrow('permission denied');
});
