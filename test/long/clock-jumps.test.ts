import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { queueSession } from '../support/crawl-session.js';
import { createTestDatabase, testFolder, type TestDatabase } from '../support/database.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 12, pagesPerSite: 30, linksPerPage: 8 });
const HOUR_MS = 3_600_000;
const BUDGET = 160;
const DEADLINE_MS = 240_000;

describe('a worker whose clock is set', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  let worker: WorkerProcess;
  const file = path.join(testFolder(), 'clock-shift');
  const setClock = (offsetMs: number): void => writeFileSync(file, String(offsetMs));

  beforeAll(async () => {
    setClock(0);
    server = await serveRandomWeb(web, 5);
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    worker = startWorker({
      DATABASE_URL: database.url,
      CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
      COMMIT_INTERVAL_MS: '50',
      CLOCK_SHIFT_FILE: file,
      NODE_OPTIONS: `--require ${path.resolve('bench/faults/shift-clock.cjs')}`,
    });
  });
  afterAll(async () => {
    expect(await worker.stop()).toBe(0);
    await client.end();
    await database.drop();
    await server.close();
  }, 60_000);

  it(
    'an hour back, two hours forward and right again puts off next to nothing and keeps to its budget',
    async () => {
      const id = await queueSession(client, web, 'breadth-first', {
        budget: { fetches: BUDGET, minutes: 30 },
        concurrency: 8,
        hostConcurrency: 1,
        hostDelayMs: 250,
        robots: false,
      });
      const deadline = performance.now() + DEADLINE_MS;
      const reach = async (fetches: number): Promise<void> => {
        for (;;) {
          const {
            rows: [row],
          } = await client.query<{ spent: number; state: string }>(
            'SELECT fetched + failed AS spent, state FROM sessions WHERE id = $1',
            [id],
          );
          if (row.spent >= fetches) return;
          if (row.state === 'COMPLETED' || performance.now() > deadline)
            throw new Error(`ended or stuck at ${JSON.stringify(row)}`);
          await sleep(20);
        }
      };
      for (const [fetches, offsetMs] of [
        [40, -HOUR_MS],
        [80, HOUR_MS],
        [120, 0],
      ]) {
        await reach(fetches);
        setClock(offsetMs);
      }
      await reach(BUDGET);
      let session: { state: string; state_reason: string; active_ms: string };
      do {
        [session] = (
          await client.query('SELECT state, state_reason, active_ms FROM sessions WHERE id = $1', [id])
        ).rows;
        await sleep(20);
      } while (session.state !== 'COMPLETED');
      expect(session).toMatchObject({ state_reason: 'BUDGET' });
      expect(Number(session.active_ms)).toBeLessThan(DEADLINE_MS);
      const {
        rows: [log],
      } = await client.query(
        `SELECT count(*) FILTER (WHERE outcome = 'deferred')::int AS deferred, extract(epoch FROM max(fetched_at) - min(fetched_at))::float8 * 1000 AS span_ms
       FROM pages WHERE session_id = $1`,
        [id],
      );
      expect(log.deferred).toBeLessThanOrEqual(10);
      // The clock was really set.
      expect(log.span_ms).toBeGreaterThan(1.9 * HOUR_MS);
    },
    DEADLINE_MS + 30_000,
  );
});
