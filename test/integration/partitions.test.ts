import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  PURGE_BEGINS,
  type PurgePlace,
  SessionTablesRepository,
} from '../../src/modules/crawl/sessions/session-tables.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import {
  applyMigrations,
  migrationNames,
  MIGRATIONS_FOLDER,
  PrismaService,
} from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase, testFolder } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';
import { insertSessionRows } from '../support/session-rows.js';

useDefaultProject();

const TABLES = ['page_links', 'pages', 'urls'];
/** The original tables; `links` is a view of `page_links` now. */
const EARLIER_TABLES = ['links', 'pages', 'urls'];
/** Tables with a partition of earlier sessions: links were rewritten. */
const CUT = ['pages', 'urls'];
const MIGRATION = '20261125030000_tables_in_partitions';

let database: TestDatabase;
let sql: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const rowsOf = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await sql.query<R>(text, values)).rows;

/** The partition and the number of rows of each session. */
const placesIn = (table: string) =>
  rowsOf<{ id: string; partition: string; count: number }>(
    `SELECT session_id::text AS id, tableoid::regclass::text AS partition, count(*)::int FROM ${table} GROUP BY 1, 2 ORDER BY 1`,
  );

const places = async () => {
  const found = [];
  for (const table of TABLES) found.push(await placesIn(table));
  return found;
};

it('keeps a session in one partition of each table', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 8 }, (_, seed) => insertSessionRows(database.url, { steps: 20, seed })),
  );
  for (const found of await places()) {
    expect(found.map(({ id }) => id)).toEqual(sessions.map(({ sessionId }) => sessionId).sort());
    expect(new Set(found.map(({ partition }) => partition)).size).toBeGreaterThan(1);
  }
});

it('lets the roles of the service see nothing of a partition by its own name', async () => {
  await insertSessionRows(database.url, { steps: 20 });
  const partitions = await rowsOf<{ name: string; secured: boolean }>(
    `SELECT c.oid::regclass::text AS name, c.relrowsecurity AS secured FROM pg_class c WHERE c.relispartition AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  expect(partitions).toHaveLength(3 * 17);
  for (const { name, secured } of partitions) {
    expect([name, secured]).toEqual([name, true]);
    for (const role of ['gleaner_api', 'gleaner_worker']) {
      await sql.query(`SET ROLE ${role}`);
      for (const attempt of [`SELECT FROM ${name}`, `DELETE FROM ${name}`])
        await expect(sql.query(attempt)).rejects.toThrow('permission denied');
      await sql.query('RESET ROLE');
    }
  }
});

it('clears away one session of several in the same partitions, however many rows it has', async () => {
  const rows = await insertSessionRows(database.url, { steps: 50 });
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, seed) => insertSessionRows(database.url, { steps: 30, seed })),
  );
  // More than one deletion batch.
  await sql.query(
    `INSERT INTO urls (session_id, url_no, url, host, domain_no) SELECT $1, n, 'http://x.example/' || n, 'x.example', 0 FROM generate_series(1000, 13000) n`,
    [rows.sessionId],
  );
  await sql.query(
    `INSERT INTO page_links SELECT (jsonb_populate_record(l, jsonb_build_object('source', n))).*
     FROM page_links l, generate_series(1000, 13000) n
     WHERE l.session_id = $1 AND l.source = (SELECT min(source) FROM page_links WHERE session_id = $1)`,
    [rows.sessionId],
  );
  const before = await places();
  await sql.query('DELETE FROM sessions WHERE id = $1', [rows.sessionId]);
  const prisma = new PrismaService(database.url, loadConfig({}));
  try {
    const tables = new SessionTablesRepository(prisma);
    for (let place: PurgePlace | null = PURGE_BEGINS; place !== null;)
      place = await tables.purgeSome(rows.sessionId, place);
  } finally {
    await prisma.onApplicationShutdown();
  }
  const left = before.map((found) => found.filter(({ id }) => id !== rows.sessionId));
  expect(await places()).toEqual(left);
  expect(left[0]).toHaveLength(others.length);
});

describe('the migration of a database with sessions', () => {
  let old: pg.Client;
  let name: string;
  const urlOf = (): string => Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  /** The migrations before the partitioning. */
  function earlierMigrations(all: readonly string[]): string {
    const folder = mkdtempSync(path.join(testFolder(), 'migrations-'));
    for (const each of all)
      if (each < MIGRATION) cpSync(path.join(MIGRATIONS_FOLDER, each), path.join(folder, each), { recursive: true });
    return folder;
  }
  beforeEach(async () => {
    name = `${new URL(database.url).pathname.slice(1)}_old`;
    await sql.query(`CREATE DATABASE ${name}`);
    await applyMigrations(urlOf(), earlierMigrations(await migrationNames()));
    old = new pg.Client({ connectionString: urlOf() });
    await old.connect();
  });
  afterEach(async () => {
    await old.end();
    await sql.query(`DROP DATABASE ${name}`);
  });
  /** All rows without the columns of later migrations. */
  const all = async () => {
    const found = [];
    for (const table of EARLIER_TABLES)
      found.push(
        (
          await old.query(
            `SELECT to_jsonb(t) - '{text_place,published_at}'::text[] AS row FROM ${table} t ORDER BY t::text COLLATE "C"`,
          )
        ).rows,
      );
    return found;
  };
  /** Changes a session's id in all references. */
  const renamed = async (from: string, to: string): Promise<void> => {
    for (const table of [...EARLIER_TABLES, 'domains', 'curve_stretches', 'found_urls'])
      await old.query(`UPDATE ${table} SET session_id = $2 WHERE session_id = $1`, [from, to]);
    await old.query('UPDATE sessions SET id = $2 WHERE id = $1', [from, to]);
  };

  it('keeps every row: sessions from before in a partition of their own, later ones in the others', async () => {
    const first = await insertSessionRows(urlOf(), { steps: 40, seed: 1 });
    const ahead = await insertSessionRows(urlOf(), { steps: 40, seed: 2 });
    // Session ids begin with their time: one of an hour ago, and one from a machine whose clock is ahead.
    const [{ earlier, later }] = (
      await old.query<{ earlier: string; later: string }>(
        `SELECT uuidv7('-1 hour')::text AS earlier, uuidv7('1 hour')::text AS later`,
      )
    ).rows;
    await renamed(first.sessionId, earlier);
    await renamed(ahead.sessionId, later);
    const before = await all();
    const indexes = `SELECT tablename, indexname, replace(indexdef, ' ON ONLY ', ' ON ') FROM pg_indexes WHERE tablename = ANY($1) ORDER BY 2`;
    const indexed = (await old.query(indexes, [CUT])).rows;

    // This one, and later ones if there are any.
    expect(await applyMigrations(urlOf())).toContain(MIGRATION);
    expect(await all()).toEqual(before);
    // Later migrations may add indexes.
    expect((await old.query(indexes, [CUT])).rows).toEqual(expect.arrayContaining(indexed));
    for (const table of CUT) {
      const { rows } = await old.query<{ id: string; partition: string }>(
        `SELECT DISTINCT session_id::text AS id, tableoid::regclass::text AS partition FROM ${table} ORDER BY 1`,
      );
      expect(rows).toEqual([
        { id: earlier, partition: `partitions.${table}_earlier` },
        { id: later, partition: expect.stringMatching(new RegExp(`^partitions\\.${table}_\\d\\d$`)) as string },
      ]);
      await old.query('SET ROLE gleaner_worker');
      await expect(old.query(`SELECT FROM partitions.${table}_earlier`)).rejects.toThrow('permission denied');
      expect((await old.query(`SELECT FROM ${table} LIMIT 1`)).rowCount).toBe(1);
      await old.query('RESET ROLE');
    }
  });

  it('makes no partition of earlier sessions where there are none', async () => {
    await applyMigrations(urlOf());
    expect((await old.query(`SELECT FROM pg_class WHERE relname LIKE '%earlier%'`)).rowCount).toBe(0);
  });
});
