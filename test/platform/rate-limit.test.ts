import pg from 'pg';
import { RateWindowsRepository } from '../../src/platform/http/rate-windows.repository.js';
import { createTestDatabase } from '../support/database.js';
import { looks } from '../support/looks.js';
import { startService } from '../support/service.js';

const MINUTE_MS = 60_000;
/** Longer than any test. */
const DAY_MS = 86_400_000;

describe('calls counted in the database', () => {
  let url: string;
  let drop: () => Promise<void>;
  let client: pg.Client;
  let processes: readonly RateWindowsRepository[];
  beforeAll(async () => {
    ({ url, drop } = await createTestDatabase());
    client = new pg.Client({ connectionString: url });
    await client.connect();
    processes = [1, 2, 3].map(() => new RateWindowsRepository(url));
  });
  afterAll(async () => {
    for (const one of processes) await one.onModuleDestroy();
    await client.end();
    await drop();
  });

  it('are counted once each, although processes count the same callers concurrently', async () => {
    const callers = Array.from({ length: 20 }, (_, i) => `caller ${i}`);
    const totals = new Map<string, number[]>();
    await Promise.all(
      Array.from({ length: 90 }, async (_, i) => {
        // Each lists them in another order.
        const named = [...callers.slice(i % 20), ...callers.slice(0, i % 20)];
        const windows = await processes[i % 3].add(new Map(named.map((caller) => [caller, 2])), DAY_MS);
        for (const [caller, { calls }] of windows) totals.set(caller, [...(totals.get(caller) ?? []), calls]);
      }),
    );
    const each = Array.from({ length: 90 }, (_, i) => 2 * (i + 1));
    for (const caller of callers) expect(totals.get(caller)?.sort((a, b) => a - b)).toEqual(each);
  });

  it('restart when their window has ended, also after the database clock was set back', async () => {
    const [one] = processes;
    const count = async () => (await one.add(new Map([['x', 1]]), MINUTE_MS)).get('x');
    expect(await count()).toEqual({ calls: 1, ttl: MINUTE_MS });
    expect((await count())?.calls).toBe(2);
    for (const end of ["now() - interval '1 second'", "now() + interval '1 hour'"]) {
      await client.query(`UPDATE rate_windows SET ends_at = ${end} WHERE client = 'x'`);
      expect(await count()).toEqual({ calls: 1, ttl: MINUTE_MS });
    }
    await client.query(
      `INSERT INTO rate_windows (client, calls, ends_at) SELECT 'old ' || n, 1, now() - interval '1 second' FROM generate_series(1, 10500) n`,
    );
    await one.forget(DAY_MS);
    const { rows } = await client.query<{ old: number; all: number }>(
      `SELECT count(*) FILTER (WHERE client LIKE 'old %')::int AS old, count(*)::int AS all FROM rate_windows`,
    );
    expect(rows[0]).toEqual({ old: 0, all: 21 });
  });
});

test('two services over one database share the limit of a caller', async () => {
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    RATE_LIMIT_PER_MINUTE: '30',
    API_KEYS: 'first-key-0123456789,second-key-0123456789',
  };
  const services = [await startService(settings), await startService(settings)];
  const call = async (service: number, key: string) => {
    const response = await fetch(`${services[service].url}/v1/policies`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await response.arrayBuffer();
    return response;
  };
  try {
    let refused: Response | null = null;
    for (let calls = 0; refused === null && calls < 30 + 30; calls++) {
      const answer = await call(0, 'first-key-0123456789');
      if (answer.status === 429) refused = answer;
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    // Otherwise the other service would refuse only the thirty-first call. A busy one may count alone for some seconds.
    const { pause } = looks();
    let calls = 1;
    for (; (await call(1, 'first-key-0123456789')).status !== 429 && calls < 25; calls++) await pause();
    expect(calls).toBeLessThan(25);
    expect((await call(1, 'second-key-0123456789')).status).toBe(200);
  } finally {
    for (const service of services) await service.stop();
    await database.drop();
  }
});

test('without its database a service counts alone', async () => {
  const database = await createTestDatabase();
  const service = await startService({ DATABASE_URL: database.url, RATE_LIMIT_PER_MINUTE: '5' });
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: database.url.replace(name, 'postgres') });
  await admin.connect();
  const status = async (): Promise<number> => {
    const response = await fetch(`${service.url}/openapi.json`);
    await response.arrayBuffer();
    return response.status;
  };
  try {
    expect([await status(), await status()]).toEqual([200, 200]);
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429]);
  } finally {
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await admin.end();
    await service.stop();
    await database.drop();
  }
});
