import pg from 'pg';
import { sql } from '../e2e/sessions-client.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 40, pagesPerSite: 40, linksPerPage: 10 });
/** Generous: a busy machine is no failure. */
const DEADLINE_MS = 300_000;

interface Status {
  readonly id: string;
  readonly state: string;
  readonly fetched: number;
  readonly failed: number;
}

let service: TestService;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
beforeAll(async () => {
  server = await serveRandomWeb(web, () => 60);
  service = await startService();
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
  });
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await server.close();
}, DEADLINE_MS);

const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const statusOf = async (path: string, method: string): Promise<number> =>
  (await fetch(`${service.url}/v1${path}`, { method })).status;
const query = <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  sql<T>(service.databaseUrl, text, values);

/** Runs while a commit of the worker is blocked: it has written some tables, and waits for this one. */
async function withinCommit<T>(table: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    for (;;) {
      // Its partitions count: rows may be written directly to them.
      const { rowCount } = await client.query(`SELECT FROM pg_locks WHERE locktype = 'relation' AND NOT granted`);
      if (rowCount !== 0) break;
      await new Promise((soon) => setTimeout(soon, 20));
    }
    return await work();
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

async function crawling(name: string): Promise<string> {
  const topic = await call<{ id: string }>('POST', '/topics', {
    name,
    keywords: ['cheese', 'cheddar', 'rennet'],
    seeds: web.seeds,
  });
  const { id } = await call<Status>('POST', `/topics/${topic.id}/sessions`, {
    policy: 'breadth-first',
    budget: { fetches: 1_000 },
    hostDelayMs: 0,
    robots: false,
    concurrency: 8,
    hostConcurrency: 4,
  });
  await until<Status>(`/sessions/${id}`, ({ fetched }) => fetched > 10);
  return id;
}

/** The session's row agrees with its log, in which only the fetches are missing that the stop broke off. */
async function expectWhole(id: string): Promise<void> {
  const [found] = await query<{ told: number; fetched: number; steps: number; pages: number; chosen: number }>(
    `SELECT fetched + failed AS told, fetched, count(*)::int AS steps, count(*) FILTER (WHERE outcome = 'page')::int AS pages,
       greatest(max(step), (SELECT max((one ->> 'step')::int) FROM jsonb_array_elements(in_flight) one)) + 1 - jsonb_array_length(in_flight) AS chosen
     FROM sessions s JOIN pages p ON p.session_id = s.id WHERE s.id = $1 GROUP BY s.id`,
    [id],
  );
  expect(found).toEqual({
    told: found?.steps,
    fetched: found?.pages,
    steps: found?.chosen,
    pages: found?.pages,
    chosen: found?.steps,
  });
}

describe.each(['pages', 'urls'])('while a commit stands in the middle, at the table %s', (table) => {
  it(
    'a session is paused, stopped and deleted, and nothing of it is lost, doubled or left behind',
    async () => {
      const id = await crawling(table);
      await withinCommit(table, async () => {
        for (const command of ['pause', 'pause', 'stop'])
          expect(await statusOf(`/sessions/${id}/${command}`, 'POST')).toBeLessThan(300);
        // A worker holds it.
        expect(await statusOf(`/sessions/${id}`, 'DELETE')).toBe(409);
      });
      await until<Status>(`/sessions/${id}`, ({ state }) => state === 'stopped');
      await expectWhole(id);
      expect(await statusOf(`/sessions/${id}`, 'DELETE')).toBeLessThan(300);
      expect(await statusOf(`/sessions/${id}`, 'GET')).toBe(404);
      for (;;) {
        const [found] = await query<{ left: number }>(
          `SELECT ((SELECT count(*) FROM page_links WHERE session_id = $1) + (SELECT count(*) FROM pages WHERE session_id = $1)
             + (SELECT count(*) FROM urls WHERE session_id = $1) + (SELECT count(*) FROM checkpoints WHERE session_id = $1))::int AS left`,
          [id],
        );
        if (found?.left === 0) break;
        await new Promise((soon) => setTimeout(soon, 100));
      }
    },
    DEADLINE_MS,
  );
});
