import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartError } from '../start/index.js';
import { openClient } from './connections.js';

/** The advisory lock of Prisma Migrate, so that the two never run at once. */
const PRISMA_LOCK = 72_707_369;
const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** Connections that every process of the service holds while it uses the database. */
const AT_WORK = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name IN ('gleaner-listen', 'gleaner-read', 'gleaner-crawl', 'gleaner-leases')`;
/** Longer than an orderly shutdown of a process takes. */
const END_PATIENCE_MS = 90_000;
const END_POLL_MS = 250;

/** The migrations that ship with this version. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** A problem with migrations that prevents the start. The database is as it was before the failed migration. */
export class MigrationError extends StartError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** Wait for processes of an earlier version to end before their database is migrated. */
export interface MigrationWait {
  readonly patienceMs?: number;
  /** Called once if there are such processes. */
  readonly onWait?: () => void;
  /** Ends the waiting, and the migration after the present script: the next start continues. */
  readonly signal?: AbortSignal;
}

interface Row {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** Names of the migrations in a folder, in the order they are applied. */
export async function migrationNames(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  return (await fs.readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function apply(client: pg.Client, name: string, script: string, checksum: string): Promise<void> {
  // One transaction: a failed script or a killed start leaves nothing behind.
  await client.query('BEGIN');
  try {
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new MigrationError(
      `migration ${name} failed and was rolled back: ${(error as Error).message}; the database is as before: start the version that ran until now`,
      {
        cause: error,
      },
    );
  }
}

/**
 * An earlier version may fail on this version's tables and end its sessions with errors. @throws MigrationError if it
 * keeps running too long
 */
async function untilOthersEnded(client: pg.Client, { patienceMs = END_PATIENCE_MS, onWait, signal }: MigrationWait) {
  for (const end = Date.now() + patienceMs; ; await sleep(END_POLL_MS, null, { signal })) {
    const { rows } = await client.query<{ count: number }>(AT_WORK);
    const count = rows[0]?.count ?? 0;
    if (count === 0) return;
    if (Date.now() > end)
      throw new MigrationError(
        `processes of another version are at work on the database (${count} connections): stop them, then start this one`,
      );
    onWait?.();
    onWait = undefined;
  }
}

/**
 * Marks a database, as an unfinished migration, while a backup is restored into it: no service may start on an
 * incomplete backup.
 */
const RESTORE = 'restore';

/** Selects migrations to apply, if not all. */
interface Extent {
  /** The other migrations are left for later. */
  readonly only?: ReadonlySet<string>;
  /** The caller is restoring a backup. */
  readonly restoring?: boolean;
}

async function applyAll(
  client: pg.Client,
  folder: string,
  { only, restoring, ...wait }: Extent & MigrationWait = {},
): Promise<string[]> {
  await client.query(TABLE);
  const { rows: noted } = await client.query<Row>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const rows = noted.filter((row) => row.migration_name !== RESTORE);
  if (restoring !== true && rows.length < noted.length)
    throw new MigrationError(
      'a restore into this database was begun and not finished: run "gleaner restore" again, or start with an empty database',
    );
  const done = new Map(rows.map((row) => [row.migration_name, row]));
  const unfinished = rows.find((row) => row.finished_at === null);
  if (unfinished)
    throw new MigrationError(
      `migration ${unfinished.migration_name} was begun and not finished: finish it by "prisma migrate resolve"`,
    );

  const names = await migrationNames(folder);
  const unknown = rows.find((row) => !names.includes(row.migration_name));
  if (unknown)
    throw new MigrationError(
      `the database has migration ${unknown.migration_name}, which this version does not know: it belongs to a newer version; start that one, or restore a backup from before`,
    );

  const applied: string[] = [];
  for (const name of names.filter((one) => only?.has(one) !== false)) {
    const script = await fs.readFile(path.join(folder, name, 'migration.sql'), 'utf8');
    const checksum = createHash('sha256').update(script).digest('hex');
    const earlier = done.get(name);
    if (earlier) {
      if (earlier.checksum !== checksum)
        throw new MigrationError(
          `migration ${name} was edited after it had been applied: install this version of Gleaner again`,
        );
      continue;
    }
    if (rows.length > 0 && applied.length === 0) await untilOthersEnded(client, wait);
    wait.signal?.throwIfAborted();
    await apply(client, name, script, checksum);
    applied.push(name);
  }
  return applied;
}

/** Allows the user of a URL to work in the roles of the service, if it is not the owner of the tables. */
export async function allowService(ownerUrl: string, url: string): Promise<void> {
  if (ownerUrl === url) return;
  const user = decodeURIComponent(new URL(url).username);
  const owner = openClient(ownerUrl, 'gleaner-migrate');
  await owner.connect();
  try {
    await owner.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    const { rows } = await owner.query<{ may: boolean }>(
      `SELECT pg_has_role($1, 'gleaner_api', 'MEMBER') AND pg_has_role($1, 'gleaner_worker', 'MEMBER') AS may`,
      [user],
    );
    if (!rows[0]?.may) await owner.query(`GRANT gleaner_api, gleaner_worker TO ${owner.escapeIdentifier(user)}`);
  } finally {
    await owner.end();
  }
}

/**
 * Migrates the database to this version, as `prisma migrate deploy` would: same table, checksums and lock, so that
 * either may run next.
 *
 * @returns the names of the applied migrations
 * @throws MigrationError, also if processes of an earlier version do not end
 */
export const applyMigrations = (url: string, folder = MIGRATIONS_FOLDER, wait: MigrationWait = {}): Promise<string[]> =>
  underMigrationLock(url, (client) => applyAll(client, folder, wait));

/** Names of a database's migrations, in the order of their application; null for a database that never had one. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[] | null> {
  const { rows: tables } = await client.query(
    `SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = '_prisma_migrations'`,
  );
  if (tables.length === 0) return null;
  const { rows } = await client.query<Row>(
    `SELECT migration_name FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY started_at, migration_name`,
  );
  return rows.map((row) => row.migration_name);
}

/** A database into which a backup is being restored. */
export interface RestoringDatabase {
  readonly client: pg.Client;
  /** Names of its migrations. */
  readonly applied: readonly string[];
  /** Applies these migrations; no service can start on the database until `done`. @throws MigrationError */
  migrate(names: readonly string[]): Promise<void>;
  /** Lets services start on it; takes effect with the surrounding transaction. */
  done(): Promise<void>;
}

/**
 * Restores a backup into an empty database, or into one with an interrupted restore, while no service can start on it.
 *
 * @throws MigrationError if it is not empty
 */
export function restoringInto<T>(ownerUrl: string, work: (database: RestoringDatabase) => Promise<T>): Promise<T> {
  return underMigrationLock(ownerUrl, async (client) => {
    const applied = await appliedMigrations(client);
    const isBroken =
      applied !== null &&
      (await client.query('SELECT FROM _prisma_migrations WHERE migration_name = $1', [RESTORE])).rows.length > 0;
    const { rows: services } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'gleaner%' AND application_name <> 'gleaner-migrate'`,
    );
    if (services.length > 0) throw new MigrationError('a service is running on it');
    const { rows: tables } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1`);
    if (tables.length > 0 && !isBroken) throw new MigrationError('the database is not empty');
    return work({
      client,
      applied: applied ?? [],
      migrate: async (names) => {
        await client.query(TABLE);
        if (!isBroken)
          await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, '', $2)`, [
            randomUUID(),
            RESTORE,
          ]);
        await applyAll(client, MIGRATIONS_FOLDER, { only: new Set(names), restoring: true });
      },
      done: async () =>
        void (await client.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [RESTORE])),
    });
  });
}

async function underMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = openClient(url, 'gleaner-migrate');
  await client.connect();
  try {
    // Released with the connection.
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}
