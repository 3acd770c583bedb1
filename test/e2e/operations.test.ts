import pg from 'pg';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';

const OPERATOR = 'operators-key-0123456789';

let service: TestService;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService({ API_KEYS: OPERATOR });
  rows = await insertSessionRows(service.databaseUrl, { steps: 30 });
});
afterAll(() => service.stop());

async function call(key: string, method: string, path: string, body?: object) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const query = `{ operations {
  version processes { name role seenAt sessions jobs leasesUntil } sessions { state waitingFor count } jobs { kind state count }
  leases { kind id owner expiresAt } webhooks { waiting held oldestSeconds failing switchedOff } exports { queued running stored bytes }
  schedules { waiting due paused failed lateSeconds runsWaiting } monitorRuns experimentsQueued experimentsRunning
  database { bytes connections maxConnections oldestTransactionAt tables { name bytes estimatedRows } } } }`;

interface Figures {
  readonly processes: readonly { readonly name: string; readonly role: string; readonly sessions: number }[];
  readonly sessions: readonly object[];
  readonly jobs: readonly object[];
  readonly leases: readonly object[];
  readonly database: {
    readonly bytes: number;
    readonly connections: number;
    readonly maxConnections: number;
    readonly oldestTransactionAt: string | null;
    readonly tables: readonly { readonly name: string; readonly estimatedRows: number }[];
  };
}
const asked = async (): Promise<Figures> => (await call(OPERATOR, 'GET', '/v1/operations')).body as unknown as Figures;

test('data of all projects is for operators only, in both APIs', async () => {
  const [{ id }] = await sql<{ id: string }>(service.databaseUrl, 'SELECT id::text FROM projects LIMIT 1');
  const made = await call(OPERATOR, 'POST', `/v1/projects/${id}/keys`, { name: 'k', scopes: ['admin'] });
  const key = String(made.body['secret']);
  const refused = await call(key, 'GET', '/v1/operations');
  expect([refused.status, refused.body['code']]).toEqual([403, 'FORBIDDEN']);
  const { body } = await call(key, 'POST', '/graphql', { query });
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});

test('queues, leases and processes are reported, alike in both APIs', async () => {
  await sql(
    service.databaseUrl,
    `UPDATE sessions SET state = 'RUNNING', state_reason = NULL, lease_owner = 'crawler-1', lease_expires_at = now() + interval '20 seconds' WHERE id = '${rows.sessionId}';
     INSERT INTO service_processes (id, name, role, version, started_at) VALUES (gen_random_uuid(), 'crawler-1', 'worker', '0.1.0', now() - interval '1 hour');
     INSERT INTO jobs (id, project_id, kind, subject_id, payload, status) SELECT gen_random_uuid(), project_id, 'train-model', id, '{}', 'QUEUED' FROM topics, generate_series(1, 3)`,
  );
  const rest = await asked();
  expect(rest.sessions).toEqual([
    { state: 'running', waitingFor: null, count: 1, oldestAt: expect.any(String) as string },
  ]);
  expect(rest.jobs).toEqual([
    { kind: 'train-model', state: 'queued', count: 3, oldestAt: expect.any(String) as string },
  ]);
  expect(rest.leases).toMatchObject([{ kind: 'session', id: rows.sessionId, owner: 'crawler-1' }]);
  expect(rest.processes.find(({ name }) => name === 'crawler-1')).toMatchObject({
    ...{ role: 'worker', sessions: 1, jobs: 0 },
    leasesUntil: expect.any(String) as string,
  });
  expect(rest.processes.map(({ role }) => role)).toContain('api');
  expect(rest.database.tables).toHaveLength(12);
  expect(rest.database.connections).toBeGreaterThan(0);
  expect(rest.database.connections).toBeLessThanOrEqual(rest.database.maxConnections);

  const { body } = await call(OPERATOR, 'POST', '/graphql', { query });
  expect(body).toMatchObject({
    data: {
      operations: {
        sessions: [{ state: 'RUNNING', waitingFor: null, count: 1 }],
        jobs: [{ kind: 'TRAIN_MODEL', state: 'QUEUED', count: 3 }],
        leases: [{ kind: 'SESSION', id: rows.sessionId }],
        webhooks: { waiting: 0, held: 0, oldestSeconds: 0 },
        exports: { queued: 0, running: 0, stored: 0, bytes: 0 },
        schedules: { waiting: 0, due: 0, paused: 0, failed: 0, lateSeconds: 0, runsWaiting: 0 },
        ...{ monitorRuns: 0, experimentsQueued: 0, experimentsRunning: 0 },
      },
    },
  });
});

test('a session reports what it waits for: a worker, a quota or its model', async () => {
  const standing = async () => (await asked()).sessions;
  const one = (state: string, waitingFor: string | null) => [
    { state, waitingFor, count: 1, oldestAt: expect.any(String) as string },
  ];
  const queued = `UPDATE sessions SET state = 'QUEUED', lease_owner = NULL, lease_expires_at = NULL WHERE id = '${rows.sessionId}'`;
  await sql(service.databaseUrl, queued);
  expect(await standing()).toEqual(one('queued', null));
  await sql(service.databaseUrl, `UPDATE projects SET max_fetches_per_day = 0`);
  expect(await standing()).toEqual(one('queued', 'quota'));
  await sql(service.databaseUrl, `UPDATE models SET status = 'TRAINING'`);
  expect(await standing()).toEqual(one('queued', 'model'));
});

test('the oldest open transaction is reported, and rows are estimated', async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  const { rows: began } = await client.query<{ at: Date }>(`SELECT date_trunc('milliseconds', now()) AS at`);
  const { tables, oldestTransactionAt } = (await asked()).database;
  await client.query('ROLLBACK');
  await client.end();
  expect(Date.parse(oldestTransactionAt ?? '')).toBe(began[0]?.at.getTime());
  expect(tables.find(({ name }) => name === 'pages')?.estimatedRows ?? 0).toBeGreaterThanOrEqual(0);
});
