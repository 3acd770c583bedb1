import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedServer, ensureServer } from '../../src/platform/database/embedded-server.js';
import { applyMigrations } from '../../src/platform/database/migrate.js';

/** A migrated, empty database of one suite. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it. Fails if a connection to it is still open, which is a leak. */
  drop(): Promise<void>;
}

const TEMPLATE = 'gleaner_template';
/** Serialises the making of the template among jest's workers; an arbitrary number. */
const TEMPLATE_LOCK = 7_400_001;
/** PostgreSQL notices the end of a connection slightly later than the client. */
const LEAK_GRACE_MS = 2_000;

/** Folder of this run, for suites that need files of their own. */
export function testFolder(): string {
  const folder = process.env['GLEANER_TEST_FOLDER'];
  if (folder === undefined)
    throw new Error('GLEANER_TEST_FOLDER is not set: the jest project lacks globalSetup test/support/global-setup.mjs');
  return path.resolve(folder);
}

async function withAdmin<T>(server: EmbeddedServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let prepared: Promise<EmbeddedServer> | undefined;

async function prepare(): Promise<EmbeddedServer> {
  // Nothing here has to survive a power failure.
  const server = await ensureServer(testFolder(), { fsync: 'off', full_page_writes: 'off', max_connections: '200' });
  await withAdmin(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    await admin.query(`CREATE DATABASE ${TEMPLATE}_draft`);
    await applyMigrations(server.urlOf(`${TEMPLATE}_draft`));
    await admin.query(`ALTER DATABASE ${TEMPLATE}_draft RENAME TO ${TEMPLATE}`);
  });
  return server;
}

/**
 * A fresh database on the PostgreSQL that all suites of the run share: a copy of a migrated template, or an empty one.
 */
export async function createTestDatabase(tables: 'migrated' | 'none' = 'migrated'): Promise<TestDatabase> {
  const server = await (prepared ??= prepare());
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copy files: through the log, PostgreSQL's default, each copy would take seven times as much CPU.
  const template = tables === 'migrated' ? TEMPLATE : 'template1';
  await withAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`));
  return { url: server.urlOf(name), drop: () => withAdmin(server, (admin) => dropChecked(admin, name)) };
}

async function dropChecked(admin: pg.Client, name: string): Promise<void> {
  const open = async () =>
    (
      await admin.query<{ application_name: string; query: string }>(
        "SELECT application_name, query FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
        [name],
      )
    ).rows;
  const deadline = Date.now() + LEAK_GRACE_MS;
  let leaked = await open();
  while (leaked.length > 0 && Date.now() < deadline) {
    await sleep(20);
    leaked = await open();
  }
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  if (leaked.length > 0) {
    throw new Error(
      `leaked database connections: ${leaked.map((row) => `${row.application_name || 'unnamed'} (last: ${row.query})`).join('; ')}`,
    );
  }
}
