import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadConfig } from '../../src/platform/config/index.js';
import {
  applyMigrations,
  DatabaseEvents,
  migrationNames,
  notify,
  PrismaService,
} from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase, testFolder } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

let database: TestDatabase;
let prisma: PrismaService;
let sql: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  prisma = new PrismaService(database.url, loadConfig({ DATABASE_POOL_SIZE: '12' }));
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterAll(async () => {
  await prisma.onApplicationShutdown();
  await sql.end();
  await database.drop();
});

describe('test databases', () => {
  test('a connection that is still open fails the drop', async () => {
    const other = await createTestDatabase();
    const leaked = new pg.Client({ connectionString: other.url, application_name: 'forgetful' });
    leaked.on('error', () => undefined);
    await leaked.connect();
    await expect(other.drop()).rejects.toThrow('leaked database connections: forgetful');
    await leaked.end().catch(() => undefined);
  });
});

describe('migrations', () => {
  async function fresh(work: (url: string) => Promise<void>): Promise<void> {
    const name = `${new URL(database.url).pathname.slice(1)}_m`;
    await sql.query(`CREATE DATABASE ${name}`);
    try {
      await work(database.url.replace(/\/[^/]*$/, `/${name}`));
    } finally {
      await sql.query(`DROP DATABASE ${name}`);
    }
  }
  function migrations(scripts: Record<string, string>): string {
    const folder = mkdtempSync(path.join(testFolder(), 'migrations-'));
    for (const [name, script] of Object.entries(scripts)) {
      mkdirSync(path.join(folder, name));
      writeFileSync(path.join(folder, name, 'migration.sql'), script);
    }
    return folder;
  }
  async function tables(url: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client
      .query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
      .finally(() => client.end());
    return rows.map(({ name }) => name).filter((name) => name !== '_prisma_migrations');
  }

  test('all of this version are applied once, however many processes start together', () =>
    fresh(async (url) => {
      const results = await Promise.all([applyMigrations(url), applyMigrations(url), applyMigrations(url)]);
      expect(results.flat()).toEqual(await migrationNames());
      expect(await applyMigrations(url)).toEqual([]);
      expect(await tables(url)).toEqual(expect.arrayContaining(['pages', 'sessions', 'topics']));
    }));

  test('one that fails leaves nothing behind and is tried again', () =>
    fresh(async (url) => {
      const broken = migrations({
        '1_ok': 'CREATE TABLE one (id int);',
        '2_bad': 'CREATE TABLE two (id int); SELECT 1/0;',
      });
      await expect(applyMigrations(url, broken)).rejects.toThrow(
        'migration 2_bad failed and was rolled back: division by zero',
      );
      expect(await tables(url)).toEqual(['one']);
      const repaired = migrations({ '1_ok': 'CREATE TABLE one (id int);', '2_bad': 'CREATE TABLE two (id int);' });
      expect(await applyMigrations(url, repaired)).toEqual(['2_bad']);
      expect(await tables(url)).toEqual(['one', 'two']);
    }));

  test('wait until the processes of an earlier version have ended, and are refused when they do not', () =>
    fresh(async (url) => {
      const earlier = migrations({ '1_ok': 'CREATE TABLE one (id int);' });
      const newer = migrations({ '1_ok': 'CREATE TABLE one (id int);', '2_more': 'CREATE TABLE two (id int);' });
      await applyMigrations(url, earlier);
      const old = new pg.Client({ connectionString: url, application_name: 'gleaner-listen' });
      old.on('error', () => undefined);
      await old.connect();
      await expect(applyMigrations(url, newer, { patienceMs: 0 })).rejects.toThrow('stop them, then start this one');
      expect(await applyMigrations(url, earlier)).toEqual([]);
      let waits = false;
      const migrated = applyMigrations(url, newer, { onWait: () => (waits = true) });
      while (!waits) await sleep(10);
      expect(await tables(url)).toEqual(['one']);
      await old.end();
      expect(await migrated).toEqual(['2_more']);
    }));

  test('an edited one and one of a newer version are refused', () =>
    fresh(async (url) => {
      await applyMigrations(url, migrations({ '1_ok': 'CREATE TABLE one (id int);' }));
      await expect(applyMigrations(url, migrations({ '1_ok': 'CREATE TABLE one (id bigint);' }))).rejects.toThrow(
        'migration 1_ok was edited after it had been applied',
      );
      await expect(applyMigrations(url, migrations({}))).rejects.toThrow(
        'migration 1_ok, which this version does not know',
      );
    }));

  test('no index on pages is made of their texts: commits would parse them', async () => {
    const { rows } = await sql.query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE tablename = 'pages'`);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ indexdef }) => /tsvector|USING gin/.test(indexdef))).toEqual([]);
  });
});

describe('DatabaseEvents', () => {
  let events: DatabaseEvents;
  beforeEach(() => {
    events = new DatabaseEvents(database.url);
  });
  afterEach(() => events.onModuleDestroy());

  test('delivers payloads of a channel, after the commit, to every listener', async () => {
    const [one, two, other] = await Promise.all([events.listen('news'), events.listen('news'), events.listen('other')]);
    await prisma.$transaction(async (tx) => {
      await notify(tx, 'news', 'first');
      await sleep(50);
      await notify(prisma, 'news', 'outside');
    });
    expect([(await one.next()).value, (await one.next()).value]).toEqual(['outside', 'first']);
    expect((await two.next()).value).toBe('outside');
    await notify(prisma, 'other', 'x');
    expect((await other.next()).value).toBe('x');
  });

  test('equal waiting payloads are delivered once, and too many become one', async () => {
    const news = await events.listen('news');
    await sql.query("SELECT pg_notify('news', (n % 3)::text) FROM generate_series(1, 300) n");
    await sql.query("SELECT pg_notify('news', 'end')");
    const told: string[] = [];
    for await (const payload of news) {
      told.push(payload);
      if (payload === 'end') break;
    }
    expect([...told].sort()).toEqual(['0', '1', '2', 'end']);

    const [slow, last] = await Promise.all([events.listen('news'), events.listen('last')]);
    await sql.query("SELECT pg_notify('news', n::text) FROM generate_series(1, 1500) n");
    // Notifications arrive in order: after this one all are there.
    await sql.query("SELECT pg_notify('last', 'end')");
    await last.next();
    expect((await slow.next()).value).toBe('');
  });

  test('ending the iteration ends the subscription; closing ends all', async () => {
    const news = await events.listen('news');
    const waiting = news.next();
    await news.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
    const again = await events.listen('news');
    const last = again.next();
    await events.onModuleDestroy();
    expect((await last).done).toBe(true);
  });

  test('after a lost connection it listens again, and says that something may have been missed', async () => {
    const news = await events.listen('news');
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gleaner-listen'",
    );
    expect((await news.next()).value).toBe('');
    await notify(prisma, 'news', 'back');
    expect((await news.next()).value).toBe('back');
  });
});
