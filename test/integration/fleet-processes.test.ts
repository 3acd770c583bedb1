import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRng } from '../../src/domain/base/rng.js';
import { queueSession } from '../support/crawl-session.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { looks } from '../support/looks.js';
import { NatsServer } from '../support/nats.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { isThorough, testThoroughly } from '../support/thoroughness.js';
import { startFetcher, startWorker, type WorkerProcess } from '../support/worker-process.js';

const KILLS = isThorough ? 20 : 2;
const BUDGET = isThorough ? 600 : 80;
const MAX = 20;
const ENDED = ['COMPLETED', 'FAILED'];

describe('processes of a fleet', () => {
  const web = createRandomWeb({ sites: (3 * BUDGET) / MAX, pagesPerSite: 60, linksPerPage: 10 });
  let nats: NatsServer;
  let database: TestDatabase;
  let client: pg.Client;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  const processes: WorkerProcess[] = [];

  beforeAll(async () => {
    nats = await NatsServer.start();
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    server = await serveRandomWeb(web, 15);
  });

  afterAll(async () => {
    for (const one of processes) await one.kill();
    await server.close();
    await client.end();
    await database.drop();
    await nats.stop();
  });

  const fleet = { FLEET_LEASE_SECONDS: '4', FLEET_PARTITIONS: '8' };
  const worker = (id: string): WorkerProcess => {
    const one = startWorker({
      ...fleet,
      NATS_URL: nats.url,
      WORKER_ID: id,
      DATABASE_URL: database.url,
      LEASE_SECONDS: '2',
      COMMIT_INTERVAL_MS: '50',
    });
    processes.push(one);
    return one;
  };
  const fetcher = async (id: string): Promise<WorkerProcess> => {
    const proxy = `http://127.0.0.1:${server.port}`;
    const port = String(await freePort());
    const env = { ...fleet, NATS_URL: nats.url, WORKER_ID: id, CRAWL_PROXY_URL: proxy, WORKER_PORT: port };
    const one = startFetcher(env);
    processes.push(one);
    return one;
  };
  /** Steps so far. @throws if there will be no more */
  const count = async (sessionId: string): Promise<number> => {
    const { rows } = await client.query<{ n: number; state: string; reason: string }>(
      `SELECT state, state_reason AS reason, (SELECT count(*)::int FROM pages WHERE session_id = id) AS n
       FROM sessions WHERE id = $1`,
      [sessionId],
    );
    const [{ n, state, reason }] = rows;
    if (ENDED.includes(state)) throw new Error(`the session has ended early: ${state}, ${reason}`);
    return n;
  };

  /** Waits for the end of its budget. */
  const ended = async (sessionId: string): Promise<void> => {
    const { pause } = looks();
    for (;;) {
      const { rows } = await client.query('SELECT state, state_reason FROM sessions WHERE id = $1', [sessionId]);
      const [{ state, state_reason: reason }] = rows;
      if (ENDED.includes(state as string)) {
        expect({ state, reason }).toEqual({ state: 'COMPLETED', reason: 'BUDGET' });
        return;
      }
      await pause();
    }
  };

  it('crawl a session to its end, whichever of them are killed, and count nothing twice', async () => {
    const sessionId = await queueSession(
      client,
      web,
      'best-first',
      {
        budget: { fetches: BUDGET },
        concurrency: 6,
        hostConcurrency: 2,
        hostDelayMs: 0,
        robots: false,
        domainCap: MAX,
      },
      { seed: 7 },
    );
    let holder = worker('worker-0');
    const fetchers = [await fetcher('fetcher-0'), await fetcher('fetcher-1')];
    const rng = createRng(20);
    const { pause } = looks();
    for (let kill = 1; kill <= KILLS; kill++) {
      while ((await count(sessionId)) < (BUDGET * kill) / (KILLS + 2)) await pause();
      await sleep(rng.next() * 200);
      if (kill % 3 === 2) {
        await holder.kill();
        holder = worker(`worker-${kill}`);
      } else {
        await fetchers.shift()?.kill();
        fetchers.push(await fetcher(`fetcher-${kill + 1}`));
      }
    }
    await ended(sessionId);
    const { rows } = await client.query(
      `SELECT count(*)::int AS rows, count(DISTINCT step)::int AS steps, count(DISTINCT seq)::int AS seqs,
         count(DISTINCT url_no) FILTER (WHERE outcome = 'page')::int AS urls, count(*) FILTER (WHERE outcome = 'page')::int AS pages,
         count(*) FILTER (WHERE outcome = 'fetcher-died')::int AS died
       FROM pages WHERE session_id = $1`,
      [sessionId],
    );
    const [sums] = rows;
    expect(sums).toMatchObject({ steps: sums.rows, seqs: sums.rows, urls: sums.pages, died: 0 });
    const session = await client.query('SELECT fetched + failed AS spent FROM sessions WHERE id = $1', [sessionId]);
    expect(session.rows[0].spent).toBe(BUDGET);
    const most = await client.query('SELECT max(fetched + failed)::int AS most FROM domains WHERE session_id = $1', [
      sessionId,
    ]);
    expect(most.rows[0].most).toBeLessThanOrEqual(MAX);
    // All without a single request from the worker itself, which does not know the proxy.
    await fetchers[0].ready();
    expect(await fetchers[0].stop()).toBe(0);
  });

  testThoroughly(
    'ask for few pages twice, and count none twice, when NATS is killed and comes back with its files',
    async () => {
      const [concurrency, kills] = [20, 3];
      server.requests.clear();
      const sessionId = await queueSession(
        client,
        web,
        'breadth-first',
        { budget: { fetches: BUDGET }, concurrency, hostDelayMs: 0, robots: false },
        { seed: 8 },
      );
      worker('worker-nats');
      await fetcher('fetcher-nats-0');
      await fetcher('fetcher-nats-1');
      const { pause } = looks();
      for (let kill = 1; kill <= kills; kill++) {
        while ((await count(sessionId)) < (BUDGET * kill) / (kills + 2)) await pause();
        await nats.kill();
        await nats.start();
      }
      await ended(sessionId);
      // Targets of redirects may be pages by themselves.
      const targets = new Set(
        [...server.requests.keys()].flatMap((url) => {
          const page = web.page(url);
          return page.kind === 'redirect' ? [page.to] : [];
        }),
      );
      const often = [...server.requests].filter(([url, times]) => times > 1 && !targets.has(url));
      // Those in flight at a kill.
      expect(often.length).toBeLessThanOrEqual(kills * concurrency);
      const { rows } = await client.query(
        `SELECT count(*)::int - count(DISTINCT url_no)::int AS doubled FROM pages WHERE session_id = $1 AND outcome = 'page'`,
        [sessionId],
      );
      expect(rows).toEqual([{ doubled: 0 }]);
    },
  );
});
