import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';
import { ApiClient } from './topics-client.js';

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startService();
  api = new ApiClient(service.url);
});
afterAll(() => service.stop());

const { call } = restCalls(() => service.url, 60_000);
const made = async (path: string, input: object): Promise<string> =>
  (await call<{ readonly id: string }>('POST', path, input)).id;

/** Resolves when a call waits for a lock on a row. */
async function isWaiting(): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await sql(service.databaseUrl, waits)).length === 0) await sleep(10);
}

describe('what is deleted while something of its own is made', () => {
  it.each<[string, string, () => Promise<string>, (id: string) => readonly [path: string, input: object]]>([
    [
      'a monitor, when a run starts',
      'monitors',
      async () => {
        const { topicId, sessionId } = await insertSessionRows(service.databaseUrl, { steps: 60 });
        return made('/monitors', { topicId, sessionId, name: 'watched' });
      },
      (id) => [`/monitors/${id}/runs`, { all: true }],
    ],
    [
      'a project, when it gets a key',
      'projects',
      () => made('/projects', { name: 'short-lived' }),
      (id) => [`/projects/${id}/keys`, { name: 'k', scopes: ['read'] }],
    ],
  ])('is not found: %s', async (_, table, make, callOf) => {
    const id = await make();
    const other = new pg.Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
      const [path, input] = callOf(id);
      const answer = api.rest('POST', path, input);
      await isWaiting();
      await other.query('COMMIT');
      expect((await answer).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    } finally {
      await other.end();
    }
  });
});
