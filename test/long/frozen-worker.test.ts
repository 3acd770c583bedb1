import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WARCParser } from 'warcio';
import { queueSession } from '../support/crawl-session.js';
import { createTestDatabase, type TestDatabase, testFolder } from '../support/database.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 60, pagesPerSite: 60, linksPerPage: 10 });
const LEASE_SECONDS = 4;
const DEADLINE_MS = 120_000;
/** Commands wait for no worker; the rest is the time of a busy machine to answer. */
const PROMPT_MS = 2_500;
const BUDGET = 600;
const SESSION = {
  budget: { fetches: BUDGET },
  concurrency: 4,
  hostConcurrency: 2,
  hostDelayMs: 0,
  robots: false,
} as const;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Slows each commit in the database between its first row and its last, as long as `slow` holds a row. */
const SLOW_COMMITS = `
  CREATE TABLE slow (seconds float8);
  CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(seconds) FROM slow; RETURN NULL; END $$;
  CREATE TRIGGER slow_pages BEFORE INSERT ON pages FOR EACH STATEMENT EXECUTE FUNCTION be_slow();
  INSERT INTO slow VALUES (0.3)`;

interface Row {
  readonly state: string;
  readonly lease_owner: string | null;
  readonly lease_epoch: number;
  readonly completed: number;
  readonly stalled_claims: number;
  readonly error: string | null;
}

describe('a worker that stands still', () => {
  let database: TestDatabase;
  let service: TestService;
  let client: pg.Client;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    server = await serveRandomWeb(web, 5);
  });
  beforeEach(async () => {
    database = await createTestDatabase();
    service = await startService({ DATABASE_URL: database.url });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  }, DEADLINE_MS);
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      process.kill(worker.pid, 'SIGCONT');
      // The signal itself ends a process that is still loading.
      expect([0, null]).toContain(await worker.stop());
    }
    await client.end();
    await service.stop();
    await database.drop();
  }, DEADLINE_MS);
  afterAll(() => server.close());

  const start = (id: string, env: Record<string, string> = {}): WorkerProcess => {
    const worker = startWorker({
      WORKER_ID: id,
      DATABASE_URL: database.url,
      CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
      LEASE_SECONDS: String(LEASE_SECONDS),
      COMMIT_INTERVAL_MS: '50',
      ...env,
    });
    workers.push(worker);
    return worker;
  };
  const { call } = restCalls(() => service.url, DEADLINE_MS);
  const rowOf = async (id: string): Promise<Row> =>
    (await client.query<Row>('SELECT * FROM sessions WHERE id = $1', [id])).rows[0];
  const until = async (id: string, isReached: (row: Row) => boolean): Promise<Row> => {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      const row = await rowOf(id);
      if (isReached(row)) return row;
      if (performance.now() > deadline) throw new Error(`session stays ${JSON.stringify(row)}`);
      await sleep(20);
    }
  };
  const inCommit = async (): Promise<void> => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'gleaner-crawl' AND wait_event = 'PgSleep' AND datname = current_database()`,
    );
    if (rowCount === 0) return inCommit();
  };

  it(
    'inside of a commit holds up no command and no takeover, and writes nothing when it goes on',
    async () => {
      await client.query(SLOW_COMMITS);
      const id = await queueSession(client, web, 'breadth-first', SESSION);
      const frozen = start('frozen');
      await until(id, ({ completed }) => completed > 20);
      await inCommit();
      process.kill(frozen.pid, 'SIGSTOP');
      const asked = performance.now();
      await call('POST', `/sessions/${id}/pause`);
      expect(performance.now() - asked).toBeLessThan(PROMPT_MS);
      await client.query('DELETE FROM slow');
      start('other');
      const paused = await until(id, ({ state }) => state === 'PAUSED');
      expect(paused.lease_owner).toBeNull();

      await call('POST', `/sessions/${id}/resume`);
      await until(id, ({ lease_owner, completed }) => lease_owner === 'other' && completed > paused.completed);
      process.kill(frozen.pid, 'SIGCONT');
      const done = await until(id, ({ state }) => state === 'COMPLETED');
      expect(done).toMatchObject({ completed: BUDGET, error: null });
      const {
        rows: [log],
      } = await client.query(
        `SELECT count(*)::int AS rows, count(DISTINCT step)::int AS steps, count(DISTINCT seq)::int AS seqs, max(seq) AS last FROM pages WHERE session_id = $1`,
        [id],
      );
      expect(log).toEqual({ rows: BUDGET, steps: BUDGET, seqs: BUDGET, last: BUDGET - 1 });
    },
    3 * DEADLINE_MS,
  );

  it(
    'leaves the archive alone that another worker goes on with, though answers have come for it meanwhile',
    async () => {
      const root = mkdtempSync(path.join(testFolder(), 'archive-'));
      const env = { ARCHIVE_DIR: root };
      server.allow(60);
      const id = await queueSession(client, web, 'breadth-first', {
        ...SESSION,
        budget: { fetches: 150 },
        archive: true,
      });
      const frozen = start('frozen', env);
      await until(id, ({ completed }) => completed >= 50);
      // Its requests are not answered yet.
      const asked = (): number => [...server.requests.values()].reduce((sum, count) => sum + count, 0);
      while (asked() < 60 + SESSION.hostConcurrency) await sleep(20);
      process.kill(frozen.pid, 'SIGSTOP');
      const folder = path.join(root, id);
      const [first] = readdirSync(folder).filter((name) => name.endsWith('.open'));
      start('other', env);
      await until(id, ({ lease_owner, state }) => lease_owner === 'other' && state === 'RUNNING');
      const files = (): string[] =>
        readdirSync(folder).filter((name) => name.startsWith(first.slice(0, -'00001.warc.gz.open'.length)));
      const bytes = (): [string, string][] =>
        files().map((name) => [name, sha256(readFileSync(path.join(folder, name)))]);
      const before = bytes();
      expect(files()).toEqual([first.replace('.open', ''), first.replace('.open', '.cdxj')]);
      // The answers are in its sockets when it wakes.
      server.allow(Number.POSITIVE_INFINITY);
      await until(id, ({ completed }) => completed > 70);
      process.kill(frozen.pid, 'SIGCONT');
      expect(await until(id, ({ state }) => state === 'COMPLETED')).toMatchObject({ completed: 150, error: null });
      expect(await Promise.all(workers.splice(0).map((worker) => worker.stop()))).toEqual([0, 0]);
      expect(bytes()).toEqual(before);
      const kept = new Set<string>();
      for (const name of readdirSync(folder).filter((one) => one.endsWith('.warc.gz')))
        for await (const record of new WARCParser([readFileSync(path.join(folder, name))])) {
          await record.skipFully();
          if (record.warcType === 'response') kept.add(record.warcTargetURI ?? '');
        }
      const { rows } = await client.query<{ url: string }>(
        `SELECT u.url FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.final_url_no WHERE p.session_id = $1 AND p.outcome = 'page'`,
        [id],
      );
      expect(rows.map(({ url }) => url).filter((url) => !kept.has(url))).toEqual([]);
    },
    3 * DEADLINE_MS,
  );

  it(
    'because its event loop is busy for longer than the lease keeps its sessions',
    async () => {
      const blockMs = 3 * LEASE_SECONDS * 1_000;
      const id = await queueSession(client, web, 'breadth-first', { ...SESSION, budget: { fetches: 3_000 } });
      const busy = start('busy', {
        NODE_OPTIONS: `--require ${path.resolve('bench/faults/block-loop.cjs')}`,
        BLOCK_LOOP_MS: String(blockMs),
      });
      const before = await until(id, ({ completed }) => completed > 20);
      start('idle');
      process.kill(busy.pid, 'SIGUSR2');
      await sleep(blockMs);
      const after = await until(id, ({ completed }) => completed > before.completed + 200);
      expect(after).toMatchObject({ lease_owner: 'busy', lease_epoch: before.lease_epoch, stalled_claims: 0 });
    },
    2 * DEADLINE_MS,
  );

  it(
    'has no more sessions at a time than it may, those being prepared included',
    async () => {
      const most = 2;
      const ids: string[] = [];
      for (let n = 0; n < 8; n++)
        ids.push(await queueSession(client, web, 'breadth-first', { ...SESSION, budget: { fetches: 5 } }));
      // Checkpoints cannot be read: every claimed session stays in preparation.
      const lock = new pg.Client({ connectionString: database.url });
      await lock.connect();
      await lock.query('BEGIN; LOCK TABLE checkpoints IN ACCESS EXCLUSIVE MODE');
      start('worker', { CRAWL_MAX_SESSIONS: String(most) });
      const heldNow = async (): Promise<number> =>
        (
          await client.query<{ held: number }>(
            `SELECT count(*)::int AS held FROM sessions WHERE state IN ('STARTING', 'RUNNING')`,
          )
        ).rows[0].held;
      while ((await heldNow()) === 0) await sleep(10);
      let held = 0;
      for (let look = 0; look < 60; look++) {
        held = Math.max(held, await heldNow());
        await sleep(50);
      }
      expect(held).toBe(most);
      await lock.query('COMMIT');
      await lock.end();
      let left = 1;
      while (left > 0) {
        expect(await heldNow()).toBeLessThanOrEqual(most);
        left = (
          await client.query<{ left: number }>(`SELECT count(*)::int AS left FROM sessions WHERE state <> 'COMPLETED'`)
        ).rows[0].left;
        await sleep(10);
      }
      expect(ids).toHaveLength(8);
    },
    2 * DEADLINE_MS,
  );
});
