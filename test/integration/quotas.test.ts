import pg from 'pg';
import { CrawlSessionsRepository } from '../../src/modules/crawl/crawling/session/crawl-sessions.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { CrawlDatabase } from '../../src/platform/database/index.js';
import { DEFAULT_PROJECT_ID } from '../../src/platform/scope/index.js';
import { type CrawlLogHere, openCrawlLog } from '../support/crawl-log-here.js';
import { queueSession } from '../support/crawl-session.js';
import { createRandomWeb, type ServedWeb, serveRandomWeb } from '../support/random-web.js';
import { looks } from '../support/looks.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 90, pagesPerSite: 12, linksPerPage: 10 });
const CONCURRENCY = 2;
/** More fetches than a session makes before and after it reaches a quota, on any machine. */
const CONFIG = { budget: { fetches: 900 }, hostDelayMs: 0, concurrency: CONCURRENCY, robots: false };
/** Maximum overshoot after a project reached its quota: two commits of 200 steps, and the fetches in flight. */
const OVERSHOOT = 2 * 200 + CONCURRENCY;
const DEADLINE_MS = 300_000;

interface Session {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly quotaReached: string | null;
  readonly waitingFor: string | null;
  readonly availableActions: readonly string[];
  readonly fetched: number;
  readonly failed: number;
}
interface Usage {
  readonly quotas: readonly { quota: string; limit: number | null; used: number; reached: boolean }[];
  readonly days: readonly { day: string; fetches: number; renders: number }[];
}
interface Event {
  readonly kind: string;
  readonly details: Record<string, unknown>;
}

describe('a session whose project reaches a quota', () => {
  let service: TestService;
  let client: pg.Client;
  let server: ServedWeb;
  let worker: { stop(): Promise<void> };
  const { call, until } = restCalls(() => service.url, DEADLINE_MS);
  beforeAll(async () => {
    server = await serveRandomWeb(web, 20);
    service = await startService();
    client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    worker = await startSharedWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
      COMMIT_INTERVAL_MS: '20',
    });
  });
  afterAll(async () => {
    await worker.stop();
    await client.end();
    await service.stop();
    await server.close();
  });

  const allow = (quotas: object) => call('PATCH', `/projects/${DEFAULT_PROJECT_ID}`, { quotas });
  const usage = () => call<Usage>('GET', `/projects/${DEFAULT_PROJECT_ID}/usage`);
  const used = async (quota: string) => (await usage()).quotas.find((one) => one.quota === quota)?.used ?? NaN;
  const queue = (config: object = {}) => queueSession(client, web, 'breadth-first', { ...CONFIG, ...config });
  const untilState = (id: string, state: string) => until<Session>(`/sessions/${id}`, (one) => one.state === state);
  /** Ends a session, so that its commits are over. */
  const stop = async (id: string): Promise<void> => {
    await call('POST', `/sessions/${id}/stop`);
    await untilState(id, 'stopped');
  };
  const events = async (id: string, kind: string) =>
    (await call<{ items: Event[] }>('GET', `/sessions/${id}/events?kind=${kind}`)).items;
  const spent = async (ids: readonly string[]): Promise<number> =>
    (await Promise.all(ids.map((id) => call<Session>('GET', `/sessions/${id}`)))).reduce(
      (sum, { fetched, failed }) => sum + fetched + failed,
      0,
    );

  it(
    'pauses with its name, others wait in the queue, and both go on by themselves on the next day',
    async () => {
      await allow({ fetchesPerDay: 30 });
      const first = await queue();
      const paused = await untilState(first, 'paused');
      expect(paused).toMatchObject({ stateReason: 'quota', quotaReached: 'fetches-per-day', waitingFor: null });
      expect(paused.availableActions).toEqual(['pause', 'resume', 'stop', 'switchModel', 'delete']);
      const [{ details }] = await events(first, 'paused');
      expect(details).toEqual({
        from: 'running',
        to: 'paused',
        by: 'service',
        reason: 'quota',
        quota: 'fetches-per-day',
      });
      const fetches = await used('fetches-per-day');
      expect(fetches).toBe(paused.fetched + paused.failed);
      expect(fetches).toBeGreaterThanOrEqual(30);
      expect(fetches).toBeLessThanOrEqual(30 + OVERSHOOT);

      // Small, so that it leaves room for the first one in any order.
      const second = await queue({ budget: { fetches: 10 } });
      const waiting = await call<Session>('GET', `/sessions/${second}`);
      expect(waiting).toMatchObject({ state: 'queued', waitingFor: 'quota', quotaReached: 'fetches-per-day' });
      const refused = await fetch(`${service.url}/v1/sessions/${first}/resume`, { method: 'POST' });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ code: 'QUOTA_REACHED', details: { quota: 'fetches-per-day' } });

      await client.query('UPDATE project_usage SET day = day - 1');
      const { pause } = looks();
      let resumed = await events(first, 'resumed');
      for (; resumed.length === 0; resumed = await events(first, 'resumed')) await pause();
      expect(resumed[0].details).toEqual({ from: 'paused', to: 'queued', by: 'service', quota: 'fetches-per-day' });
      await allow({ fetchesPerDay: null });
      await until<Session>(`/sessions/${first}`, ({ fetched }) => fetched > paused.fetched);
      await untilState(second, 'completed');
      await stop(first);
      // Every fetch of both days is counted once.
      const { days } = await usage();
      expect(days.length).toBeGreaterThan(1);
      expect(days.reduce((sum, day) => sum + day.fetches, 0)).toBe(await spent([first, second]));
    },
    DEADLINE_MS,
  );

  it(
    'goes on when pages are deleted, unless a person has paused it',
    async () => {
      const { items } = await call<{ items: Session[] }>('GET', '/sessions');
      const earlier = items.find(({ fetched }) => fetched > 0)?.id ?? '';
      const stored = await used('stored-pages');
      await allow({ storedPages: stored + 10 });
      const [mine, other] = [await queue(), await queue()];
      for (const id of [mine, other]) {
        const { state, quotaReached } = await until<Session>(`/sessions/${id}`, (one) => one.quotaReached !== null);
        expect([['paused', 'queued'].includes(state), quotaReached]).toEqual([true, 'stored-pages']);
      }
      await call('POST', `/sessions/${mine}/pause`);
      expect(await call<Session>('GET', `/sessions/${mine}`)).toMatchObject({
        state: 'paused',
        stateReason: null,
        quotaReached: null,
      });
      expect((await events(mine, 'paused')).at(-1)?.details).toMatchObject({ to: 'paused', by: 'user', api: 'rest' });
      const before = (await call<Session>('GET', `/sessions/${other}`)).fetched;
      // Room, although the two have stored more than allowed.
      await allow({ storedPages: (await used('stored-pages')) + 1 });
      await fetch(`${service.url}/v1/sessions/${earlier}`, { method: 'DELETE' });
      await until<Session>(`/sessions/${other}`, ({ fetched }) => fetched > before);
      expect((await call<Session>('GET', `/sessions/${mine}`)).state).toBe('paused');
      await allow({ storedPages: null });
      await call('POST', `/sessions/${mine}/resume`);
      for (const id of [mine, other]) await stop(id);
      const { rows } = await client.query<{ pages: string; sum: string }>(
        'SELECT pages::text, (SELECT sum(fetched)::text FROM sessions) AS sum FROM project_storage',
      );
      expect(rows[0].pages).toBe(rows[0].sum);
    },
    DEADLINE_MS,
  );

  it(
    'pauses for renders only if it may render',
    async () => {
      await client.query('UPDATE project_usage SET renders = 5 WHERE day = utc_day()');
      await allow({ rendersPerDay: 5 });
      const [renders, plain] = [await queue({ render: 'auto' }), await queue({ budget: { fetches: 20 } })];
      await untilState(plain, 'completed');
      expect(await call<Session>('GET', `/sessions/${renders}`)).toMatchObject({
        state: 'queued',
        waitingFor: 'quota',
        quotaReached: 'renders-per-day',
      });
      const told = await client.query('SELECT note_usage($1, 0, 1) AS auto, note_usage($2, 0, 1) AS never', [
        renders,
        plain,
      ]);
      expect(told.rows[0]).toEqual({ auto: 'RENDERS_PER_DAY', never: null });
      expect(await used('renders-per-day')).toBe(7);
      await allow({ rendersPerDay: null });
      await call('POST', `/sessions/${renders}/stop`);
    },
    DEADLINE_MS,
  );
});

describe('claims and commands', () => {
  let here: CrawlLogHere;
  let there: CrawlDatabase;
  let workers: readonly CrawlSessionsRepository[];
  beforeAll(async () => {
    here = await openCrawlLog();
    const { host, port, user = '', password, database = '' } = here.client;
    const url = new URL(`postgresql://${host}:${port}/${database}`);
    url.username = user;
    url.password = password ?? '';
    there = new CrawlDatabase(url.href, loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' }));
    workers = [here.sessions, new CrawlSessionsRepository(there)];
  });
  afterAll(async () => {
    await there.onApplicationShutdown();
    await here.close();
  });
  beforeEach(async () => {
    await here.client.query('DELETE FROM sessions');
    await here.client.query('DELETE FROM project_usage');
    await here.client.query(
      `UPDATE projects SET max_sessions_running = NULL, max_fetches_per_day = NULL, max_stored_pages = NULL, max_renders_per_day = NULL`,
    );
  });

  const queue = () => queueSession(here.client, web, 'breadth-first', CONFIG);
  const states = async (): Promise<Record<string, unknown>[]> =>
    (
      await here.client.query<Record<string, unknown>>(
        'SELECT state, state_reason AS reason, quota_reached AS quota FROM sessions ORDER BY created_at, id',
      )
    ).rows;
  /** All claim at the same moment. */
  const claimAll = async (times: number) =>
    (
      await Promise.all(
        Array.from({ length: times }, (_, i) => workers[i % workers.length].claim(`worker ${i}`, 60_000)),
      )
    ).filter((claimed) => claimed !== null);

  it('of workers at the same moment never start more sessions than may run', async () => {
    await here.client.query('UPDATE projects SET max_sessions_running = 2');
    for (let i = 0; i < 6; i++) await queue();
    let running = await claimAll(8);
    // Losers of the race have claimed nothing: they check again soon.
    for (let rest = 6; rest > 0;) {
      while (running.length < Math.min(2, rest)) running.push(...(await claimAll(8)));
      expect(running).toHaveLength(Math.min(2, rest));
      const held = (await states()).filter(({ state }) => state === 'STARTING');
      expect(held).toHaveLength(running.length);
      const [done, ...others] = running;
      await here.sessions.leave(done.lease, 'COMPLETED', 'BUDGET', null);
      rest--;
      running = [...others, ...(await claimAll(8))];
    }
    expect((await states()).every(({ state }) => state === 'COMPLETED')).toBe(true);
  });

  it('leave the queue of another project alone', async () => {
    await here.client.query('UPDATE projects SET max_sessions_running = 0');
    await queue();
    const other = await queue();
    await here.client.query(
      `INSERT INTO projects (id, name) VALUES (gen_random_uuid(), 'other') ON CONFLICT DO NOTHING`,
    );
    await here.client.query(
      `UPDATE sessions SET project_id = (SELECT id FROM projects WHERE name = 'other') WHERE id = $1`,
      [other],
    );
    expect((await claimAll(4)).map(({ lease }) => lease.sessionId)).toEqual([other]);
  });

  it('of a session that a worker let go tell that its project has no room', async () => {
    await queue();
    const [{ lease }] = await claimAll(1);
    await here.client.query(`UPDATE sessions SET lease_expires_at = now() - interval '40 seconds'`);
    await here.client.query('UPDATE projects SET max_fetches_per_day = 0, max_sessions_running = 1');
    let again = await here.sessions.claim('two', 60_000);
    for (const { pause } = looks(); again === null; again = await here.sessions.claim('two', 60_000)) await pause();
    expect([again.lease.sessionId, again.quotaReached]).toEqual([lease.sessionId, 'FETCHES_PER_DAY']);
  });

  it.each([
    [null, { state: 'PAUSED', reason: 'QUOTA', quota: 'STORED_PAGES' }],
    ['PAUSE', { state: 'PAUSED', reason: null, quota: null }],
    ['STOP', { state: 'STOPPED', reason: 'STOPPED', quota: null }],
  ])('a pause by a quota that meets the command %s leaves %j', async (command, expected) => {
    await queue();
    const [{ lease }] = await claimAll(1);
    await here.client.query('UPDATE sessions SET command = $1::"SessionCommand"', [command]);
    await here.sessions.leave(lease, 'PAUSED', 'QUOTA', null, { quota: 'STORED_PAGES' });
    expect(await states()).toEqual([expected]);
  });

  it('as many continue as there is room for, oldest first, with any worker', async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await queue());
    await here.client.query(
      `UPDATE sessions SET state = 'PAUSED', state_reason = 'QUOTA', quota_reached = 'STORED_PAGES', fetched = 10`,
    );
    await here.client.query('UPDATE projects SET max_stored_pages = 50');
    expect(await Promise.all(workers.map((worker) => worker.resumeWithRoom(100)))).toEqual([0, 0]);
    await here.client.query('UPDATE sessions SET fetched = 8 WHERE id = $1', [ids[4]]);
    const resumed = await Promise.all(workers.map((worker) => worker.resumeWithRoom(100)));
    expect(resumed.reduce((a, b) => a + b, 0)).toBe(2);
    // Nor later, while those two have quota left.
    expect(await here.sessions.resumeWithRoom(100)).toBe(0);
    expect((await states()).map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED', 'PAUSED', 'PAUSED', 'PAUSED']);
  });

  it('a project keeps its last 400 days', async () => {
    const id = await queue();
    await here.client.query(
      `INSERT INTO project_usage (project_id, day, fetches) SELECT project_id, utc_day() - n, 1 FROM sessions, generate_series(1, 500) n`,
    );
    await here.client.query('SELECT note_usage($1, 3, 0)', [id]);
    const { rows } = await here.client.query(
      'SELECT count(*)::int AS days, max(fetches)::int AS most FROM project_usage',
    );
    expect(rows[0]).toEqual({ days: 400, most: 3 });
  });
});
