import pg from 'pg';
import {
  PLAIN_FETCH,
  systemClock,
  type FetchOutcome,
  type FetchSettings,
  type Fetcher,
} from '../../src/engine/ports.js';
import { createFetcher, type FetchingOptions, type PolitenessStore } from '../../src/modules/fetch/fetching/index.js';
import { PolitenessRepository } from '../../src/modules/fetch/fetching/politeness/politeness.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { after, answering, serveNamedHosts, type NamedHosts } from '../support/named-hosts.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
};
const never = new AbortController().signal;

let database: TestDatabase;
let prisma: PrismaService;
let store: PolitenessRepository;
let sql: pg.Client;
let hosts: NamedHosts;
beforeAll(async () => {
  database = await createTestDatabase();
  prisma = new PrismaService(database.url, loadConfig({}));
  store = new PolitenessRepository(prisma);
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await prisma.onApplicationShutdown();
  await sql.end();
  await database.drop();
});
beforeEach(async () => {
  hosts = await serveNamedHosts();
});
afterEach(() => hosts.close());

const clock = { time: Date.now(), now: () => clock.time, monotonic: () => clock.time };
/** The life of one process: everything that `work` learns is stored when it resolves. */
async function life<T>(
  work: (
    get: (url: string, changes?: Partial<FetchSettings>, patienceMs?: number) => Promise<FetchOutcome>,
  ) => Promise<T>,
  options: Partial<FetchingOptions> = {},
): Promise<T> {
  const fetcher: Fetcher = createFetcher({
    allowPrivateNetworks: true,
    lookup: hosts.lookup,
    politeness: store,
    clock,
    ...options,
  });
  try {
    return await work((url, changes = {}, patienceMs = 1_000) =>
      fetcher.fetch({ url, settings: { ...settings, ...changes }, patienceMs }, never),
    );
  } finally {
    await fetcher.close();
  }
}
const robotsRequests = (host: string): number =>
  hosts.requests.filter((request) => request.host === host && request.path === '/robots.txt').length;

describe('after a restart', () => {
  it('robots.txt is still known, for a day', async () => {
    hosts.set('a.test', (request, response, path) =>
      (path === '/robots.txt' ? answering(200, {}, 'User-agent: *\nDisallow: /no\n\0Crawl-delay: 7') : answering(200))(
        request,
        response,
        path,
      ),
    );
    await life(async (get) => expect(await get(hosts.url('a.test', '/yes'))).toMatchObject({ kind: 'page' }));
    await life(async (get) => {
      expect(await get(hosts.url('a.test', '/no'))).toMatchObject({ kind: 'robots-denied' });
      expect(await get(hosts.url('a.test', '/yes'))).toMatchObject({ kind: 'page' });
    });
    expect(robotsRequests('a.test')).toBe(1);
    clock.time += 86_400_001;
    await life(async (get) => expect(await get(hosts.url('a.test', '/no'))).toMatchObject({ kind: 'robots-denied' }));
    expect(robotsRequests('a.test')).toBe(2);
  });

  it('robots.txt that could not be read is left alone, twice as long after the next failure', async () => {
    hosts.set('b.test', answering(500));
    await life(async (get) =>
      expect(await get(hosts.url('b.test'))).toMatchObject({ kind: 'robots-unreachable', retryAfterMs: 5_000 }),
    );
    clock.time += 2_000;
    await life(async (get) =>
      expect(await get(hosts.url('b.test'))).toMatchObject({
        kind: 'robots-unreachable',
        retryAfterMs: 3_000,
        message: 'robots.txt: HTTP status 500',
        hostWaitMs: 3_000,
      }),
    );
    expect(robotsRequests('b.test')).toBe(1);
    clock.time += 4_000;
    await life(async (get) =>
      expect(await get(hosts.url('b.test'))).toMatchObject({ kind: 'robots-unreachable', retryAfterMs: 10_000 }),
    );
    expect(robotsRequests('b.test')).toBe(2);
  });

  it('Retry-After holds', async () => {
    hosts.set('c.test', answering(429, { 'retry-after': '3600' }));
    await life((get) => get(hosts.url('c.test'), { obeyRobots: false }));
    clock.time += 600_000;
    await life(async (get) =>
      expect(await get(hosts.url('c.test'))).toMatchObject({ kind: 'deferred', hostWaitMs: 3_000_000 }),
    );
    expect(hosts.requests).toHaveLength(1);
  });

  it('the delay holds, and is forgotten once the host has recovered', async () => {
    hosts.set('d.test', answering(503));
    const ask = { obeyRobots: false };
    await life(async (get) => {
      for (let n = 0; n < 3; n++) clock.time += (await get(hosts.url('d.test'), ask)).hostWaitMs ?? 0;
    });
    expect(
      (await sql.query('SELECT delay_ms, failures_in_row FROM host_states WHERE host = $1', ['d.test'])).rows,
    ).toEqual([{ delay_ms: 4_000, failures_in_row: 3 }]);
    hosts.set('d.test', answering(200));
    await life(
      async (get) => {
        expect(await get(hosts.url('d.test'), ask)).toMatchObject({ kind: 'page', hostWaitMs: 2_000 });
        clock.time += 2_000;
        for (let n = 0; n < 20; n++) clock.time += (await get(hosts.url('d.test'), ask, 10_000)).hostWaitMs ?? 0;
      },
      { pace: { shrink: 0.5 } },
    );
    expect((await sql.query('SELECT FROM host_states WHERE host = $1', ['d.test'])).rowCount).toBe(0);
  });

  it('an open circuit stays open, and grows', async () => {
    const pace = { failuresToOpen: 2, maxDelayMs: 0 };
    const ask = { obeyRobots: false };
    hosts.set('e.test', answering(502));
    await life(
      async (get) => {
        await get(hosts.url('e.test'), ask);
        expect(await get(hosts.url('e.test'), ask)).toMatchObject({ kind: 'http-error', hostWaitMs: 60_000 });
      },
      { pace },
    );
    await life(
      async (get) =>
        expect(await get(hosts.url('e.test'), ask)).toMatchObject({ kind: 'deferred', hostWaitMs: 60_000 }),
      { pace },
    );
    clock.time += 60_000;
    await life(
      async (get) =>
        expect(await get(hosts.url('e.test'), ask)).toMatchObject({ kind: 'http-error', hostWaitMs: 120_000 }),
      { pace },
    );
  });

  it('what healthy hosts did is not written', async () => {
    await life((get) => get(hosts.url('f.test'), { hostDelayMs: 1_000 }));
    expect((await sql.query('SELECT FROM host_states WHERE host = $1', ['f.test'])).rowCount).toBe(0);
  });
});

describe('the table of hosts', () => {
  const fresh = { delayMs: 0, notBefore: 0, failures: 0, openings: 0 };

  it('keeps the later Retry-After of two workers', async () => {
    const now = 1_000_000_000_000;
    await store.saveHosts([{ host: 'g.test', pace: { ...fresh, notBefore: now + 9_000 } }], now);
    await store.saveHosts(
      [{ host: 'g.test', pace: { ...fresh, delayMs: 1_234.5, notBefore: now + 4_000, failures: 2, openings: 1 } }],
      now,
    );
    expect(await store.loadHost('g.test', now)).toEqual({
      delayMs: 1_235,
      notBefore: now + 9_000,
      failures: 2,
      openings: 1,
    });
    await store.saveHosts([{ host: 'g.test', pace: null }], now);
    expect(await store.loadHost('g.test', now)).not.toBeNull();
    await store.saveHosts([{ host: 'g.test', pace: null }], now + 9_000);
    expect(await store.loadHost('g.test', now)).toBeNull();
  });

  it('and of robots.txt files lose what has expired', async () => {
    const now = 2_000_000_000_000;
    const day = 86_400_000;
    const robots = { body: '', cause: null, backoffMs: 0 };
    await store.saveRobots([
      { ...robots, origin: 'http://old', expiresAt: now - day - 1 },
      { ...robots, origin: 'http://new', expiresAt: now - day + 60_000 },
    ]);
    await store.saveHosts(
      [
        { host: 'old', pace: { ...fresh, delayMs: 9 } },
        { host: 'asked', pace: { ...fresh, notBefore: now + 1 } },
      ],
      now - day - 1,
    );
    await store.saveHosts([{ host: 'new', pace: { ...fresh, delayMs: 9 } }], now - day + 60_000);
    expect(await store.loadHost('old', now)).toBeNull();
    await store.sweep(now);
    expect(await store.loadRobots('http://old')).toBeNull();
    expect(await store.loadRobots('http://new')).toMatchObject({ expiresAt: now - day + 60_000 });
    expect(
      (
        await sql.query<{ host: string }>(
          "SELECT host FROM host_states WHERE host IN ('old', 'new', 'asked') ORDER BY 1",
        )
      ).rows.map(({ host }) => host),
    ).toEqual(['asked', 'new']);
  });
});

describe('a database in trouble does not stop fetching', () => {
  const PATIENCE_MS = 1_500;
  const fetchSome = async (
    politeness: PolitenessStore,
  ): Promise<{ kinds: string[]; warnings: string[]; ms: number }> => {
    hosts.set('slow.test', after(250, answering(200)));
    const warnings: string[] = [];
    const began = performance.now();
    const names = ['slow.test', ...Array.from({ length: 20 }, (_, n) => `h${n}.test`)];
    const kinds = await life(
      (get) => Promise.all(names.map(async (name) => (await get(hosts.url(name), { hostDelayMs: 10 })).kind)),
      {
        politeness,
        politenessPatienceMs: PATIENCE_MS,
        clock: systemClock,
        warn: (_, message) => warnings.push(message),
      },
    );
    return { kinds, warnings, ms: performance.now() - began };
  };

  it('when no server answers', async () => {
    const gone = new PrismaService('postgresql://nobody@127.0.0.1:1/none', loadConfig({}));
    const { kinds, warnings } = await fetchSome(new PolitenessRepository(gone));
    expect(new Set(kinds)).toEqual(new Set(['page']));
    expect(warnings).toEqual([expect.stringMatching(/^host states cannot be read or stored/)]);
    await gone.onApplicationShutdown();
  });

  it('when it does not answer', async () => {
    const forever = (): Promise<never> => new Promise(() => undefined);
    const { kinds, warnings, ms } = await fetchSome({
      loadRobots: forever,
      loadHost: forever,
      saveRobots: forever,
      saveHosts: forever,
      sweep: forever,
    });
    expect(new Set(kinds)).toEqual(new Set(['page']));
    expect(warnings).toHaveLength(1);
    // Once for the first reads, never for later ones, once for the last write.
    expect(ms).toBeLessThan(8 * PATIENCE_MS);
  });
});
